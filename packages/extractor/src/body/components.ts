/** Markdown with components (MDX), as documentation serves it to programs: the Markdown that it is for its readers. */
import { type Fence, fenceAfter, indentOf } from './layout.ts'

/** A line that is one tag of a component, opening, closing or both. */
const TAG = /^([ \t]*)<(\/?)[A-Z][\w.]*((?:\s[^<>]*?)?)(\/?)>[ \t]*$/
/** One whose attributes stand on the next lines, and how many of them. */
const BEGUN = /^[ \t]*<[A-Z][\w.]*(?:\s[^<>]*)?$/
const MOST_LINES = 16
const MODULE =
  /^(?:import\s.{0,400}\sfrom\s+["'][^"']+["'];?|import\s+["'][^"']+["'];?|export\s+(?:const|let|default|function)\b.{0,400})\s*$/

const given = (attributes: string, name: string): string | null =>
  new RegExp(`\\s${name}=(?:\\{\\s*)?(["'])([^"'\\n]{1,300})\\1`).exec(attributes)?.[2] ?? null

/** What a component shows by itself: its title, and where that leads. */
function faceOf(attributes: string): string[] {
  const title = given(attributes, 'title')
  const href = given(attributes, 'href')
  if (title === null) return ['']
  return ['', href === null || /[\s<>()]/.test(href) ? `**${title}**` : `**[${title}](${href})**`, '']
}

const moveOut = (line: string, by: number): string => line.slice(Math.min(by, indentOf(line)))

/** Markdown without the tags of components and the modules they come from; what stands in them is moved out as far as they moved it in. */
export function withoutComponents(text: string): string {
  if (!/^[ \t]*<\/?[A-Z]|^(?:import|export)\s/m.test(text)) return text
  const lines = text.split('\n')
  const out: string[] = []
  /** By how much each open component has moved its content in; null before its first line. */
  const open: (number | null)[] = []
  let fence: Fence | null = null
  let head = true
  for (let at = 0; at < lines.length; at += 1) {
    let line = lines[at]!
    if (fence === null && BEGUN.test(line)) {
      const end = lines.slice(at, at + MOST_LINES).findIndex((next) => next.trim() === '' || /\/?>[ \t]*$/.test(next))
      const whole = end > 0 ? lines.slice(at, at + end + 1).join(' ') : ''
      if (TAG.test(whole)) {
        line = whole
        at += end
      }
    }
    const tag = fence === null ? TAG.exec(line) : null
    if (tag) {
      head = false
      if (tag[2] === '/') {
        open.pop()
        out.push('')
      } else {
        out.push(...faceOf(tag[3]!))
        if (tag[4] === '') open.push(null)
      }
      continue
    }
    if (head && MODULE.test(line)) continue
    if (line.trim() !== '') {
      head = false
      if (open.length > 0) open[open.length - 1] ??= indentOf(line)
    }
    const own = moveOut(line, open.at(-1) ?? 0)
    fence = fenceAfter(own, fence)
    out.push(own)
  }
  return out.join('\n')
}
