/** Elements by their classes: a page has a tenth as many looks as elements, and hardly any of the names that are asked for. */
import type { Element, Page } from './dom.ts'
import { readOnce } from './once.ts'

/** Spaces of other kinds are rare, and a pattern takes its time. */
const SPACES = /[^\S ]/

/** The looks of a page by the names in their class attributes. */
class Looks {
  readonly byName = new Map<string, number[]>()
  /** The last time each look was asked for. */
  readonly #asked: Int32Array
  #times = 0

  constructor(looks: Page['looks']) {
    this.#asked = new Int32Array(looks.length)
    for (let look = 0; look < looks.length; look += 1) {
      const classes = looks[look]
      if (classes !== undefined) for (const name of SPACES.test(classes) ? classes.split(/\s+/) : classes.split(' ')) this.#add(name, look)
    }
  }

  #add(name: string, look: number): void {
    const own = this.byName.get(name)
    if (own === undefined) this.byName.set(name, [look])
    else own.push(look)
  }

  /** Those of some elements that have one of these looks. */
  among(all: readonly Element[], looks: readonly number[]): Element[] {
    if (looks.length === 0) return []
    this.#times += 1
    for (const look of looks) this.#asked[look] = this.#times
    return all.filter(({ look }) => this.#asked[look] === this.#times)
  }
}

const looksOf = readOnce((looks: Page['looks']) => new Looks(looks))

/** Elements of one or more of these classes, in document order. */
export function withClass(page: Page, ...names: readonly string[]): Element[] {
  const looks = looksOf(page.looks)
  return looks.among(
    page.all,
    names.flatMap((name) => looks.byName.get(name) ?? []),
  )
}

/** Elements one of whose classes matches, in document order. */
export function withClassLike(page: Page, pattern: RegExp): Element[] {
  const looks = looksOf(page.looks)
  const alike: number[] = []
  looks.byName.forEach((own, name) => {
    if (pattern.test(name)) alike.push(...own)
  })
  return looks.among(page.all, alike)
}

/** Tag and first class, without numbers: what siblings of one kind share, though some of them are `odd` or `featured`. */
export function makeOf(element: Element): string {
  const first = /\S+/.exec(element.attributes.class ?? '')?.[0]
  return first === undefined ? element.tag : `${element.tag}.${first.replace(/\d+/g, '').slice(0, 40)}`
}
