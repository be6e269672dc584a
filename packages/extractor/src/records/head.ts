/** Who wrote a post and when: read out of its markup, its data and its lines. */
import { monthBetween } from '../metadata/months.ts'
import { NO_ATTRIBUTES } from '../page/attributes.ts'
import { type Block, spacedOut } from '../page/blocks.ts'
import { closest, type Element, find, isWithin, walk } from '../page/dom.ts'
import { FLAG } from '../page/flags.ts'
import { byLook, readOnce } from '../page/once.ts'
import { ratingSaid } from '../page/rating.ts'
import { datetimeOf, isTime } from '../page/tags.ts'
import { spacedText, squeeze, textOf } from '../page/text.ts'
import type { Record } from './find.ts'
import { givenAuthor, isInnerPost } from './given.ts'
import {
  BEFORE_DAY,
  BEHIND_DAY,
  CHANGED,
  DATE_CLASS,
  holdsMoment,
  holdsTitled,
  isCoarse,
  isDate,
  isMoment,
  JOINED,
  LONGEST_DATE,
  momentInTitle,
  momentOf,
  SHORT_AGE,
  shownDay,
  withoutChange,
  YEAR,
} from './moment.ts'
import { firstRating } from './rated.ts'
import { isAge, isRelativeLine } from './relative.ts'

/** Who wrote a post and when, as the page shows it. */
export type PostHead = {
  readonly author: string | null
  readonly date: string | null
  /** The element that names the author. */
  readonly by?: Element | null
  /** The line that does, where no markup says so. */
  readonly line?: Block
  /** What the page shows for the date where that is a title: `9 months`. */
  readonly age?: string | null
  /** How a review rates what it is of: `★ 4/5`. */
  readonly rating?: string | null
}

const AUTHOR_CLASS =
  /(?:^|[\s_-])(?:author|creator|poster|user-?name|user-?link|nick(?:name)?|display-?name|posted-?by|by-?line|member-?name|author-?link|big-?user-?name|fn|hnuser|comment-?user)(?:$|[\s_-])|^user(?:name)?$|username/i
export const MEMBER_PATH =
  /\/(?:users?|members?|profiles?|u|user\/profile|people|author)\/(?:[^/?#]{2,}|\d)|[?&](?:u|user|member|uid|userid)=(?!https?\b)|^(?:https?:)?\/\/slashdot\.org\/~|memberlist\.php|member\.php|\/ViewProfile\.jspa\?/i
const NO_NAME =
  /^(?:reply|quote|share|edit|like|guest|follow|report|permalink|link|more(?: actions| options)?|view|posts?|joined|op|author|level \d+|\d+|#\d+|click to expand\.*)$/i

export const LONGEST_NAME = 50
const MOST_ELEMENTS = 400

/** The name of an account behind that of its bearer: `Ann Lee@ann@boats.example`. A host behind a name is a part of it: `ann@boats.example`. */
const HANDLE = /^([^@]*[^@\s])\s?@[\w-]+(?:@[\w.-]+)?$/
const HANDLES = /@[\w.-]+/g

/** What a page writes around the name. */
const nameIn = (text: string): string =>
  text.length > 2 * LONGEST_NAME
    ? text
    : text
        .replace(/^by\s+|\s+(?:on|off)line$/gi, '')
        .replace(HANDLE, '$1')
        .replace(/\s(?:says|said|wrote|writes|commented|schrieb|schreibt|dit|dice|escribió)\s?:?$/i, '')

const isName = (text: string): boolean =>
  text.length > 1 && text.length <= LONGEST_NAME && !NO_NAME.test(text) && text.split(' ').length <= 5

/** What phpBB 2 calls a name, beside what it says of its owner. */
const isBesideDetails = ({ attributes, parent }: Element): boolean =>
  attributes.class === 'name' && parent?.children.some((at) => at.kind === 'element' && at.attributes.class === 'postdetails') === true

/** What MesDiscussions calls a name: small and bold in the cell beside the post. */
const isInFirstCell = ({ tag, attributes, parent }: Element): boolean =>
  tag === 'b' && attributes.class === 's2' && closest(parent, (at) => at.attributes.class === 'messCase1') !== null

type Signs = { readonly isAuthor: (element: Element) => boolean; readonly isDate: (element: Element) => boolean }

export const signsOf = (): Signs => ({
  isAuthor: byLook(({ attributes }) => AUTHOR_CLASS.test(attributes.class ?? '')),
  isDate: byLook((element) => isMoment(element) || DATE_CLASS.test(element.attributes.class ?? '')),
})

/** Who wrote last is not who wrote first. */
const LAST = /\b(?:last|latest) (?:activity|answer|comment|message|post|reply)\b/i
const saysLast = ({ children }: Element): boolean => children.some((child) => child.kind === 'text' && LAST.test(child.text))

/** What an element says, or what its data call. */
const nameOf = (element: Element): string =>
  squeeze(spacedText(element)) || squeeze(element.attributes.content ?? element.attributes.more['data-username'] ?? '')

/** What those who test a page call what names an author, and YouTube what names one and says when. */
const AUTHOR_ID = /(?:^|[-_])(?:author(?:-?name|-?link)?|user-?name)$/i
const [NAMES, SAYS_WHEN] = ['author-text', 'published-time-text']

/** Whether an element names a member by its data or by where it leads; one with an `@` calls on somebody else. */
const isOfMember = (element: Element): boolean => {
  const { href = '', id, more } = element.attributes
  const isMember =
    more['data-username'] !== undefined ||
    id === NAMES ||
    (more['data-testid'] !== undefined && AUTHOR_ID.test(more['data-testid'])) ||
    (element.tag === 'a' && MEMBER_PATH.test(href))
  return isMember && (id === NAMES || !textOf(element).trimStart().startsWith('@'))
}

/** Posts within a post. */
const INNER = /\b(?:comment|suggestedAnswer|acceptedAnswer)\b/

/** The name that an element shows, where it shows one. */
function namedBy(element: Element | null): string | null {
  const text = element === null ? '' : nameIn(nameOf(element))
  return isName(text) ? text : null
}

/** What a link to a member begins with, where it goes on with a number: `Ann Lee` before `2 reviews`. */
function nameBeforeCount(element: Element): Element | null {
  const first = find(element, ({ children }) => children.some((child) => child.kind === 'text' && child.text.trim() !== ''))
  return first !== null && /^ \d/.test(squeeze(spacedText(element)).slice(squeeze(textOf(first)).length)) ? first : null
}

/** What shows above an answer what it answers, or calls the author of an answer so. */
const ANSWERED = /(?:^|[\s_-])repl(?:y|ied)[_-]/i

/** Reads who wrote a post and when out of its markup: the first element that says so; who by its data, before the name of somebody who changed it. */
export function readHead(post: Element, signs: Signs): PostHead {
  const given = givenAuthor(post)
  let author: string | null = given !== null && isName(given) ? given : null
  let named: string | null = null
  let date: string | null = null
  let by: Element | null = null
  let age: string | null = null
  let short: string | null = null
  let seen = 0
  /** Whether the name may be that of whom the post answers. */
  let isAnswered = false
  walk(post, (element) => {
    seen += 1
    if (seen > MOST_ELEMENTS || (author !== null && date !== null) || saysLast(element) || isInnerPost(element, post)) return false
    // Most elements have none, and only the tag of a time says something by itself.
    if (element.attributes === NO_ATTRIBUTES && !isTime(element)) return undefined
    const { itemprop = '', rel = '' } = element.attributes
    if ((author ?? named) !== null && date !== null && INNER.test(itemprop)) return false
    if (
      date === null &&
      (signs.isDate(element) || element.attributes.id === SAYS_WHEN || /date(?:published|created)/i.test(itemprop)) &&
      !holdsMoment(element)
    ) {
      const text = withoutChange(shownDay(element))
      if (isDate(text) && (CHANGED.test(text) || JOINED.test(text))) return false
      if (isDate(text)) {
        date = holdsTitled(element) ? null : momentOf(element, text)
        if (date !== null && isCoarse(text) && !isAge(text)) age = text
      } else if (isTime(element) || itemprop !== '')
        date = /^\d{4}-\d\d-\d\d/.exec(datetimeOf(element) ?? element.attributes.content ?? '')?.[0] ?? null
      else if (SHORT_AGE.test(text)) short ??= text
    }
    const titled = date === null ? momentInTitle(element) : null
    if (titled !== null) ({ date, age } = titled)
    const isData = /\b(?:author|creator)\b/.test(itemprop) || rel === 'author'
    const isNamed =
      named === null
        ? signs.isAuthor(element) || isOfMember(element) || isBesideDetails(element) || isInFirstCell(element)
        : isAnswered && signs.isAuthor(element) && !ANSWERED.test(element.attributes.class ?? '')
    if (author === null && (isData || isNamed)) {
      const inner =
        find(element, (at) => at.attributes.itemprop === 'name' || (at.tag === 'a' && squeeze(spacedText(at)) !== '')) ??
        nameBeforeCount(element)
      const text = namedBy(inner) ?? namedBy(element)
      if (text !== null) {
        by = element
        isAnswered = !isData && ANSWERED.test(element.attributes.class ?? '')
        if (isData) author = text
        else named = text
      }
    }
    return undefined
  })
  return { author: author ?? named, date: date ?? short, by, age }
}

/** What stands on the line that says who and when, and says nothing of either. */
const AROUND: ReadonlySet<string> = new Set(
  'by on at via link said says wrote post posted submitted comment commented replied answered asked opened op next prev previous parent root reply permalink point points vote votes like likes child children reply replies ago second seconds minute minutes hour hours day days week weeks month months year years y yr yrs mo w d h hr hrs m s beitrag von message par mensaje por messaggio da bericht door'.split(
    ' ',
  ),
)

/** Counts stand beside words without a space. */
const WORD = /\p{L}+|\p{N}+/gu
const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

/** Whether all words of a line are such; most lines show with the first that they are not. */
function areAll(text: string, is: (word: string) => boolean): boolean {
  for (const [word] of text.toLowerCase().matchAll(WORD)) if (!is(word)) return false
  return true
}

const DAY_WORDS =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*|am|pm|at|on|ago|an?|today|yesterday|posted|reply|hours?|seconds?|minutes?|days?|weeks?|months?|years?|st|nd|rd|th|utc|gmt|[cp]e?[sd]?t)$/

/** What boards elsewhere write before a day, and between it and the time. */
const WRITTEN: ReadonlySet<string> = new Set(
  'posté publié écrit le à h geschrieben verfasst am um uhr den publicado escrito el a las pubblicato scritto il alle ore em às de geplaatst op om kl napisano dodano dnia о в г'.split(
    ' ',
  ),
)

/** What stands around a day: `« Reply #2 on: … »`, `#1 2025-11-01`. */
const DAY_FRAME = /^[«\s]*(?:reply #?\d+ |#\d+ )?(?:posted )?(?:on:? )?|(?<!\s)\s*»$/gi

/** What phpBB 2 calls a post behind its day, on the same line. */
const SUBJECT = / ?(?:post subject|titel|sujet du message|título del mensaje|oggetto) ?:.*$/i

const isDay = (text: string): boolean => text.length <= LONGEST_DATE && (isRelativeLine(text) || areAll(text, isDayWord)) && isDate(text)

const isDayWord = (word: string): boolean =>
  /^\d+(?:st|nd|rd|th)?$/.test(word) || DAY_WORDS.test(word) || WRITTEN.has(word) || monthBetween(word) > 0

/** The first line of a post that is nothing but a day, and not that of somebody's joining. */
export function dayIn({ from, to }: Record, blocks: readonly Block[]): string | null {
  for (let index = from; index < to; index += 1) {
    const text = withoutChange(blocks[index]!.text.replace(SUBJECT, ''))
    if (!JOINED.test(blocks[index - 1]?.text ?? '') && isDay(text)) return text.replace(DAY_FRAME, '').replace(BEFORE_DAY, '')
  }
  return null
}

const LINES_OF_HEAD = 5

/**
 * A post whose name no markup tells: beside its day in one line; on a forum and in a review also in the line right before its day, or else right
 * behind it.
 */
export function headBesideDay({ element, from, to }: Record, blocks: readonly Block[], isForum: boolean): PostHead | null {
  const own = blocks.slice(from, Math.min(to, from + LINES_OF_HEAD))
  const inLine = own.map((line) => headInLine(line) ?? (isForum ? linkedHeadIn(line) : null)).find((head) => head !== null)
  if (inLine) return inLine
  const at = own.findIndex(({ text }) => isDay(text))
  // Boards alone number their posts.
  if (at === -1 || !(isForum || /^#\d+ /.test(own[at]!.text) || firstRating(element) !== null)) return null
  const by = [own[at - 1], own[at + 1]].find((line) => line !== undefined && isNameLine(line))
  if (by === undefined) return null
  return { author: nameBefore(by), date: own[at]!.text.replace(DAY_FRAME, ''), by: by.container, line: by }
}

/** A line that is a name, a sign that parts, and a day in an element of its own. */
function headInLine(line: Block): PostHead | null {
  if (line.nodes.length < 2 || line.text.length > LONGEST_NAME + LONGEST_DATE) return null
  const said = line.nodes.filter(({ text }) => text.trim() !== '')
  const [name, day] = said
  if (said.length !== 2 || name!.parent === day!.parent || !isDay(squeeze(day!.text))) return null
  const author = /^(\p{L}[^\n]*?)\s*[·•|–—]$/u.exec(squeeze(name!.text))?.[1] ?? ''
  return isName(author) ? { author, date: squeeze(day!.text), by: line.container, line } : null
}

/** A line that begins with a link of one word and names a moment by its element: trackers show who commented and when so. */
function linkedHeadIn(line: Block): PostHead | null {
  if (line.text.length > LONGEST_NAME + LONGEST_DATE) return null
  const said = line.nodes.filter(({ text }) => text.trim() !== '')
  const name = said[0]?.parent ?? null
  const time = said.map(({ parent }) => closest(parent, isTime)).find((found) => found !== null) ?? null
  const author = name !== null && closest(name, ({ tag }) => tag === 'a') !== null ? squeeze(said[0]!.text) : ''
  const shown = time === null ? '' : squeeze(textOf(time)).replace(DAY_FRAME, '')
  const date = isDay(shown) && YEAR.test(shown) ? shown : /^\d{4}-\d\d-\d\d/.exec((time && datetimeOf(time)) ?? '')?.[0]
  return date !== undefined && /^\S+$/.test(author) && isName(author) ? { author, date, by: name, line } : null
}

/** A line without what stands behind the name in an element of its own: a badge. */
function nameBefore({ nodes, text }: Block): string {
  const first = nodes.find((node) => node.text.trim() !== '')!.text.trim()
  return isName(first) ? first : text
}

/** A term may be a name with digits. */
const isNameLine = ({ text, flags, container, boldLength }: Block): boolean =>
  (flags & FLAG.button) === 0 &&
  (/^\p{L}(?:[^\d.:!?]|(?<=\p{Lu})\.)*\p{L}$/u.test(text) ||
    (container.tag === 'dt' && boldLength >= text.length && /^[\p{L}\p{N}][\p{L}\p{N}_.-]+$/u.test(text))) &&
  isName(text)

/** Whether a line says no more than who wrote a post and when, or nothing: a button, a number. */
export const isHeadLine = ({ text, flags, nodes }: Block, head: PostHead): boolean =>
  (flags & FLAG.pre) === 0 &&
  (saysHead(text, head) ||
    // Name and day may stand side by side without a space.
    (nodes.length > 1 && text.length <= LONGEST_NAME + LONGEST_DATE && saysHead(spacedOut({ nodes }), head)) ||
    (head.rating != null && ratingSaid(text) === head.rating) ||
    NO_NAME.test(text) ||
    (JOINED.test(text) && YEAR.test(text)) ||
    isInitials(text, head.author))

/** What stands in the place of somebody's picture. */
const isInitials = (text: string, author: string | null): boolean =>
  text.length <= 2 && author !== null && text === wordsInitials(author).slice(0, text.length)
const wordsInitials = (name: string): string => (name.match(/(?<!\p{L})\p{Lu}/gu) ?? []).join('')

/** Words beside a name and an age: `Von … vor … aktualisiert`. */
const MOST_AROUND = 4

/** A longer line says more than that. */
const LONGEST_HEAD = 400

/** Asked for every line of a post. */
const wordsOfHead = readOnce(({ author, date, age }: PostHead) => [author, date, age].flatMap((part) => wordsOf(part ?? '')))

/** Whether a line says no more than who wrote the post and when. */
export function saysHead(text: string, head: PostHead): boolean {
  if (text.length > LONGEST_HEAD) return false
  const { author, age } = head
  const said = withoutChange(text).replace(SUBJECT, '').replace(BEFORE_DAY, '').replace(BEHIND_DAY, '')
  if (said.length > LONGEST_NAME + LONGEST_DATE + 20) return false
  // Name and age as the page says them leave a word or two, in any language.
  if (author && age && said.includes(author) && said.includes(age))
    return wordsOf(said.replace(author, '').replace(age, '')).length <= MOST_AROUND
  const words = author !== null && !author.startsWith('@') && said.includes(author) ? said.replace(HANDLES, ' ') : said
  const own = wordsOfHead(head)
  return /[\p{L}\p{N}]/u.test(words) && areAll(words, (word) => AROUND.has(word) || own.includes(word) || /^\d{1,5}$/.test(word))
}

/** What a board says of the author beside each post. */
const FACT =
  /^(?:joined|join date|registered|member since|posts|messages|threads|location|reputation|beiträge|beigetreten|registriert|wohnort|inscrit|registrado)(?: *:|$)/i
const LONGEST_BOX = 300

/** The box that a post has for its author: the smallest one that holds the name and a fact about its bearer. Null where there is none. */
export function boxOfAuthor(by: Element, { element, from, to }: Record, blocks: readonly Block[]): Element | null {
  const fact = blocks.slice(from, to).find(({ text }) => FACT.test(text))
  const box = fact === undefined ? null : closest(fact.container, (at) => at === element || isWithin(by, at))
  return box !== null && box !== element && spacedText(box).length <= LONGEST_BOX ? box : null
}
