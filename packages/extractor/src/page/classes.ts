/** Elements by their classes: a page has a tenth as many looks as elements, and hardly any of the names that are asked for. */
import type { Element, Page } from './dom.ts'
import { readOnce } from './once.ts'

/** Spaces of other kinds are rare, and a pattern takes its time. */
const SPACES = /[^\S ]/

/** The looks in whose class attribute each name stands. */
const looksByName = readOnce((looks: Page['looks']): ReadonlyMap<string, readonly number[]> => {
  const byName = new Map<string, number[]>()
  for (const [look, classes] of looks.entries())
    for (const name of classes === undefined ? [] : SPACES.test(classes) ? classes.split(/\s+/) : classes.split(' ')) {
      const own = byName.get(name)
      if (own === undefined) byName.set(name, [look])
      else own.push(look)
    }
  return byName
})

function ofLooks({ all, looks: known }: Page, looks: readonly number[]): Element[] {
  if (looks.length === 0) return []
  const wanted = new Uint8Array(known.length)
  for (const look of looks) wanted[look] = 1
  return all.filter(({ look }) => wanted[look] === 1)
}

/** Elements of one or more of these classes, in document order. */
export function withClass(page: Page, ...names: readonly string[]): Element[] {
  const byName = looksByName(page.looks)
  return ofLooks(
    page,
    names.flatMap((name) => byName.get(name) ?? []),
  )
}

/** Elements one of whose classes matches, in document order. */
export function withClassLike(page: Page, pattern: RegExp): Element[] {
  const looks: number[] = []
  for (const [name, own] of looksByName(page.looks)) if (pattern.test(name)) looks.push(...own)
  return ofLooks(page, looks)
}
