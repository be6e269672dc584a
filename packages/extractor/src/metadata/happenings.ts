/** Days on which something happens, ends or is due: none of them says when a page was published. */
import type { Element, Page } from '../page/dom.ts'
import { isRecord, type LdNode, nodesIn, textValue, typesOf } from '../page/json-ld.ts'
import { toIsoDate } from './date.ts'
import { propertiesOf } from './properties.ts'
import { onlyOne } from './subject.ts'

const EVENT = /Event$|^(?:Festival|Hackathon)$/
const isEvent = (node: LdNode): boolean => typesOf(node).some((type) => EVENT.test(type))

const DAY_MS = 86_400_000
const WHEN = ['startDate', 'endDate', 'doorTime', 'previousStartDate'] as const
const SCHEDULED =
  /(?:^|[\s_-])(?:(?:event|start|end|closing|due)s?-?(?:date|time|day)|date-?(?:range|start|end)|dtstart|dtend|deadline)(?:$|[\s_-])/i
const PUBLICATION = /^(?:date|pub|posted|created|modified|updated|upload)/i
/** A day stands in its field, and that in a field for days. */
const LEVELS = 3

/** Days of the events that a page's data name, and of things that happen several days long. */
export function daysOfEvents(nodes: readonly LdNode[]): ReadonlySet<string> {
  const days = new Set<string>()
  for (const node of nodes) {
    if (!isEvent(node)) continue
    const times = [node, ...(isRecord(node.eventSchedule) ? [node.eventSchedule] : [])]
    for (const value of times.flatMap((time) => WHEN.map((name) => time[name]))) {
      const day = typeof value === 'string' ? toIsoDate(value) : null
      if (day !== null) days.add(day.slice(0, 10))
    }
  }
  return days
}

/** The one event that a page is about; null where it is about several, or none. */
export const eventOf = (page: Page): LdNode | null => onlyOne(page, (node) => isEvent(node) && textValue(node.startDate) !== null, 'name')

/** Name and address of the place where an event is, each part once. */
export function placeOf(value: unknown): string[] {
  const [place] = nodesIn(value)
  const address = place?.address
  const parts = isRecord(address)
    ? [address.streetAddress, address.addressLocality, address.addressRegion, address.postalCode].map(textValue)
    : [textValue(address)]
  return [...new Set([textValue(place?.name), ...parts].filter((part) => part !== null))]
}

/** Whether the markup of a day says that something happens then. */
export function isScheduled(element: Element): boolean {
  const properties = propertiesOf(element.attributes)
  if (properties.length > 0 && !properties.some((name) => PUBLICATION.test(name))) return true
  let at: Element | null = element
  for (let level = 0; level < LEVELS && at !== null; level += 1, at = at.parent) if (SCHEDULED.test(at.attributes.class ?? '')) return true
  return false
}

/** Whether a day is still to come, wherever the page was written. */
export const isToCome = (date: string): boolean => Date.parse(date.slice(0, 10)) > Date.now() + DAY_MS
