/** When a post was written, as its markup shows it: in full, in part, as an age. */
import { type Element, find } from '../page/dom.ts'
import { datetimeOf, isTime } from '../page/tags.ts'
import { spacedText, squeeze } from '../page/text.ts'
import { hasDayElsewhere, isAge, isRelative } from './relative.ts'

/** What boards call the element that says when. */
export const DATE_CLASS =
  /(?:^|[\s_-])(?:date|time|date-?time|timestamp|posted(?:-?on)?|post-?date|relative-?(?:date|time)|duration-since|published|age|ago|when|other-?details)(?:$|[\s_-])/i
const DATE_TEXT =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:\d+|an?)\s*(?:sec(?:ond)?|min(?:ute)?|hour|hr|day|week|month|year|yr)s?\.?\s+ago\b|\b(?:today|yesterday|gestern|heute|hier)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b/i
export const LONGEST_DATE = 60
/** Whether a line may be a day or an age. */
export const isDate = (text: string): boolean =>
  text.length > 1 && text.length <= LONGEST_DATE && (DATE_TEXT.test(text) || isRelative(text) || hasDayElsewhere(text))

/** What stands before a day, and behind it: the same moment counted in seconds, a licence. */
export const BEFORE_DAY =
  /^(?:(?:answered|asked|commented|opened|posted|replied|reviewed(?: in (?:the )?\p{L}+(?: \p{L}+)?)?|submitted|on|see timeline at|sender's time|(?:posté|publié|écrit)(?: le)?|(?:geschrieben|verfasst) am|publicado(?: el| em)?|pubblicato il|geplaatst op)(?!\p{L}):?\s+)+/iu
export const BEHIND_DAY = /\s\d{9,10}$|, license:.*$| ?\(#\d+\).*$/i
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?\s?(?:Z|[+-]\d\d:?\d\d)?)?/

/** Whether a day lacks its year, or a year its day: `Nov 18`, `November 2023`. */
export const isCoarse = (said: string): boolean =>
  !/(?<!\d)\d{1,2}(?!\d)/.test(said.replace(/\d{1,2}:\d\d/g, '')) || !/\d{4}|\d[./-]\d{1,2}[./-]\d|[’']\d\d/.test(said)

/** When something was, as the page says it; for `2 years ago` and `Nov 18` as its title or its data say it. */
export function momentOf(element: Element, text: string): string {
  const said = text.replace(BEFORE_DAY, '').replace(BEHIND_DAY, '')
  if (!isAge(said) && !isCoarse(said)) return said
  const title = squeeze(element.attributes.title ?? '')
    .replace(BEFORE_DAY, '')
    .replace(BEHIND_DAY, '')
  return YEAR.test(title) && isDate(title) ? title : (ISO.exec(datetimeOf(element) ?? '')?.[0] ?? said)
}

/** What Trac calls a link to when something was. */
const isTimeline = ({ tag, attributes }: Element): boolean => tag === 'a' && attributes.class === 'timeline'

/** Whether an element is a moment by its tag, or by what a maker calls it. */
export const isMoment = (element: Element): boolean => isTime(element) || isTimeline(element)
/** Whether an element only stands around one that is a moment. */
export const holdsMoment = (element: Element): boolean => !isMoment(element) && find(element, isMoment) !== null
/** Whether it does around one that says the moment as its title. */
export const holdsTitled = (element: Element): boolean => find(element, (at) => at !== element && momentInTitle(at) !== null) !== null

export const YEAR = /\b(?:19|20)\d\d\b/
const LONGEST_AGE = 40

/** The moment that an element gives as its title, and says as what it is old: `9 months`, in any language. */
export function momentInTitle(element: Element): { date: string; age: string } | null {
  if (element.attributes.title === undefined) return null
  const title = squeeze(element.attributes.title).replace(BEFORE_DAY, '')
  if (title.length < 8 || !YEAR.test(title) || !/\d[./-]\d|\d[:.]\d\d|\d [ap]\.?m\b/.test(title) || !isDate(title)) return null
  const text = squeeze(spacedText(element))
  return text.length <= LONGEST_AGE && (/\d/.test(text) || isRelative(text)) ? { date: title, age: text } : null
}

/** How old something is, in short: `5mo`. */
export const SHORT_AGE = /^\d{1,3} ?(?:s|min|h|hrs?|d|w|wks?|mos?|y|yrs?)\.?$/i

/** When a post was changed is not when it was written. */
export const CHANGED = /^(?:last )?(?:edited|changed|updated|modified|bearbeitet|geändert|modifié|editado)\b/i

/** What stands behind the day of a post that was changed: that, when, and by whom. */
const CHANGED_BEHIND =
  /(?:[ (]+|(?<=\d|[AP]M))(?:this post was )?(?:last )?(?:edit(?:ed)?|modified|changed|updated)(?:\)?|\b[^\d\n]{0,40}\d.*)$/i
const SAYS_CHANGED = /edit|modified|changed|updated/i
const LONGEST_LINE = 200
/** A line with the day of a post, without that of its change. */
export const withoutChange = (text: string): string =>
  text.length > LONGEST_LINE || !SAYS_CHANGED.test(text) ? text : text.replace(CHANGED_BEHIND, '')

/** What calls a day that of its author. */
export const JOINED = /^(?:joined|join date|registered|member since|beigetreten|registriert|inscrit|registrado|dabei seit)\b[^\n]{0,20}$/i

/** A moment in full and in short, of which style shows one: `April 2, 2024|2 yr`. */
export function shownDay(element: Element): string {
  const [first, second] = isTime(element) ? element.children.filter((child) => child.kind === 'element') : []
  const text = first && second ? squeeze(spacedText(first)) : ''
  return isDate(text) ? text : squeeze(spacedText(element))
}
