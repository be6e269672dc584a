/** Who wrote a page, by what its lines say: `By Ann Author`, `Written by …`, a name above what the person is. */
import type { Block } from '../page/blocks.ts'
import { closest, type Element, type Text } from '../page/dom.ts'
import { HEADINGS } from '../page/tags.ts'
import { writtenDate } from './date.ts'
import { AND, callsDay, cleanName, joinNames, LABEL_ELSEWHERE, MONTH } from './names.ts'
import { credited, isFullName, isNameAndRole, writerIn } from './roles.ts'
import { fold } from './text.ts'

const BY =
  /^(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished|[Ww]ords|[Ss]tory|[Aa]rticle) )?(?:[Bb]y|BY)(?::?\s+|(?=\p{Lu}\p{Ll}))((?:[\p{Lu}@\d][\p{L}\p{M}\d.'’_-]*|de|van|von|der|la|al|bin)(?:\s+(?:[\p{Lu}(][\p{L}\p{M}.'’)-]*|de|van|von|der|la|al|bin|and|&)){0,5})/u
/** A line that only says what the next one is, and one that says both. */
const LABEL =
  /^(?:(?:(?:this )?(?:article|post|story)|words|written|posted|insights|contributed) )*(?:by|from):?$|^(?:authors?|contributors?|thread starter):?$/i
const LABELLED = /^(?:authors?:|contributors?:|thread starter|started by)\s+(.{2,60})$/i

/** The name behind a line, among those around the title, that announces one. */
export function labelled(lines: readonly string[]): string | null {
  for (const [at, line] of lines.entries()) {
    const text =
      LABEL.test(line) && !isRole(line, lines[at - 1])
        ? (lines[at + 1] ?? '')
        : (LABELLED.exec(line)?.[1] ?? (LABEL_ELSEWHERE.test(line) ? line : ''))
    const name = text.length <= 60 ? cleanName(text) : null
    if (name !== null && name.split(' ').length <= 6) return name
  }
  return null
}

/** Whether a word is what the line before it calls a person by: `By Ann Author`, `Contributor`. */
const isRole = (label: string, before = ''): boolean => /\p{L}$/u.test(label) && (isFullName(before) || byLine([before]) !== null)

const NAME = "\\p{Lu}[\\p{L}\\p{M}.'’-]+(?: (?:de|van|von|der|la|al|bin|\\p{Lu}[\\p{L}\\p{M}.'’-]*)){1,4}"
const BY_SEVERAL = new RegExp(`^(?:[Ww]ritten |[Pp]osted )?(?:[Bb]y|BY):? (${NAME}(?:, ${NAME})*,? (?:and|&) ${NAME})$`, 'u')

/** A name that a line announces behind the day: `Posted on 5 May 2024 by Ann Author`. */
const BEHIND_DAY = new RegExp(
  `\\d{4}(?: (?:at )?\\d{1,2}[:.]\\d\\d(?: ?[ap]\\.?m\\.?)?(?: \\p{Lu}{2,4})?)?[\\s|·•,–—-]+(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa][vf]) (${NAME})(?=$|\\s*[|·•,–—])`,
  'u',
)

/** "By Ann Author" in one of the lines around the title. */
export function byLine(lines: readonly string[]): string | null {
  for (const line of lines) {
    if (line.length > 160) continue
    const several = BY_SEVERAL.exec(line)
    if (several) return joinNames(several[1]!.split(AND))
    const found = BY.exec(line)
    const name = found
      ? cleanName(withoutMonth(found[1]!, line.slice(found[0].length)))
      : (credited(line) ?? cleanName(writerIn(line) ?? BEHIND_DAY.exec(line)?.[1] ?? ''))
    if (name !== null && /\p{Lu}/u.test(name)) return name
  }
  return null
}

/** The name in a line of its own, above one that says what the person is. */
export function aboveRole(around: readonly Block[]): string | null {
  const at = around.findIndex(({ text, container }, at) => !HEADINGS.has(container.tag) && isNameAndRole(text, around[at + 1]?.text ?? ''))
  return at === -1 ? null : cleanName(around[at]!.text)
}

/** Lines that a name may stand below the title, and what a line with a day begins with. */
const BELOW = 4
const BEGINS_WITH_DAY = /^(?:\d|\p{L}{3,9}\.? \d)/u
const LONGEST_DAY = 40
const isDay = (text: string): boolean => text.length <= LONGEST_DAY && BEGINS_WITH_DAY.test(text) && writtenDate(text) !== null

/** The name below the title that stands alone above the day, or in a line with it in an element of its own. */
export function aboveDay(around: readonly Block[], anchor: number): string | null {
  const parts = around
    .filter(({ index }) => index > anchor && index <= anchor + BELOW + 1)
    .flatMap(({ nodes }) => nodes)
    .filter(({ text }) => /[\p{L}\d]/u.test(text))
  const isName = (part: Text): boolean => isFullName(part.text.trim()) && !callsDay(part.text) && !closest(part.parent, isNoName)
  const isDayAt = (at: number): boolean => parts[at] !== undefined && isDay(parts[at]!.text.trim())
  const at = parts.findIndex((part, at) => parts[at - 1]?.block !== part.block && isDayAt(at + 1) && isName(part))
  if (at !== -1) return cleanName(parts[at]!.text)
  // Or behind a day that begins the line, at its end.
  const behind = parts.findIndex(
    (part, at) =>
      isDayAt(at - 1) &&
      parts[at - 2]?.block !== part.block &&
      parts[at + 1]?.block !== part.block &&
      isBesideDay(part, parts[at - 1]!) &&
      isName(part),
  )
  return behind === -1 ? null : cleanName(parts[behind]!.text)
}

/** The one full name in a line whose other parts, behind upright bars, are a day and what is no name: `5 May 2024 | Ann Author`. */
export function besideBar(lines: readonly string[], notSite: (name: string) => string | null): string | null {
  for (const line of lines) {
    if (line.length > LONGEST_BARS || !line.includes(' | ')) continue
    const parts = line.split(' | ').map((part) => part.trim())
    const names = parts.filter((part) => isFullName(part) && !callsDay(part) && !isDay(part) && notSite(part) !== null)
    if (names.length === 1 && parts.some((part) => isDay(part.replace(WEEKDAY, '')))) return cleanName(names[0]!)
  }
  return null
}
const LONGEST_BARS = 120
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day,? /i

/** Whether a text stands in an element of its own beside that of a day. */
function isBesideDay(part: Text, day: Text): boolean {
  const row = day.parent.parent
  return row !== null && part.parent !== day.parent && part.parent !== row && closest(part.parent, (at) => at === row) !== null
}

/** Where persons are. */
const PERSON_PATH = /\/(?:about|authors?|bio|members?|people|person|profiles?|team|u|users?)(?:\/|$)|\/@/i
/** What calls something else than a person: headings but small ones, which are chosen for their look, buttons, the heads of rows, terms, and links that lead to none. */
const isNoName = ({ tag, attributes: { href } }: Element): boolean =>
  (HEADINGS.has(tag) && !/^h[56]$/.test(tag)) || NO_NAME.test(tag) || (href !== undefined && !PERSON_PATH.test(href))

const NO_NAME = /^(?:button|th|dt|label)$/

/** Other lines may name the authors of other things. */
const OWN_AUTHOR = /^本文作者\s*[:：]/
const WRITTEN = /^(?:this )?(?:article |post |story )?(?:was )?written by:? +([^,|•·]{2,60})/i

/** The name in the one line of the page that says by whom it was written; null where several are named. */
export function writtenOnce(blocks: readonly Block[], isNoLine: (block: Block) => boolean): string | null {
  const names = new Map<string, string>()
  for (const block of blocks) {
    const { index, text } = block
    if (text.length > 160) continue
    const said =
      LABEL.test(text) && !isRole(text, blocks[index - 1]?.text) && !callsSection(text, blocks[index + 1])
        ? (blocks[index + 1]?.text ?? '')
        : (WRITTEN.exec(text)?.[1] ?? (OWN_AUTHOR.test(text) ? text : ''))
    const isNone = said === '' || said.length > 60 || isNoLine(block)
    const name = isNone ? null : cleanName(said)
    if (name !== null && name.split(' ').length <= 6 && /[\p{Lu}\p{Lo}]/u.test(name)) names.set(fold(name), name)
  }
  return names.size === 1 ? [...names.values()][0]! : null
}

/** Whether a word that may announce a name is an entry of a menu, before the next heading. */
const callsSection = (label: string, next: Block | undefined): boolean =>
  /^(?:contributor|author)s?$/i.test(label) && next !== undefined && HEADINGS.has(next.container.tag)

/** A capitalised month before a number is part of the date behind the name, and so is what begins a label of one: `Last updated`. */
function withoutMonth(name: string, behind: string): string {
  if (/^\s*\d/.test(behind)) return name.replace(new RegExp(`\\s+${MONTH}$`, 'i'), '')
  return /^\s+(?:updated|modified|edited|reviewed)/.test(behind) ? name.replace(/\s+Last$/, '') : name
}
