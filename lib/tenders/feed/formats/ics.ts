import ical, { ICalAlarmType, type ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { stripInvisible } from '../../words/text.ts'
import { ATTRIBUTION, type Feed, type FeedItem } from '../feed.ts'
import { type FeedLinks, type Format, inOne, type Pieces } from './format.ts'
import { inWords, titleOf } from './words.ts'

const DAY_SECONDS = 86_400
/** Whoever subscribes is reminded while there is still time to write a bid, and once more. */
const ALARM_DAYS = [7, 1]

const newCalendar = (feed: Feed, links: FeedLinks): ICalCalendar =>
  ical({
    name: stripInvisible(titleOf(feed)),
    description: `Deadlines of open notices. Not official: confirm at the official notice. ${ATTRIBUTION}`,
    prodId: { company: links.host, product: 'UK public tenders', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: DAY_SECONDS,
    source: links.self,
    url: links.html,
  })

function addEvent(calendar: ICalCalendar, { notice, trades, sequence }: FeedItem, host: string): void {
  const updated = new Date(notice.updated)
  const summary = stripInvisible(`Closes: ${notice.title}`)
  const event = calendar.createEvent({
    id: `${notice.id}@${host}`,
    start: new Date(notice.deadline),
    stamp: updated,
    lastModified: updated,
    sequence,
    summary,
    description: stripInvisible(inWords(notice)),
    url: notice.notice_url,
    categories: trades.map(({ name }) => ({ name })),
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  for (const days of ALARM_DAYS) event.createAlarm({ type: ICalAlarmType.display, triggerBefore: days * DAY_SECONDS, description: summary })
}

const END = 'END:VCALENDAR'

function pieces(feed: Feed, links: FeedLinks): Pieces {
  const empty = newCalendar(feed, links).toString()
  const bare = ical({ prodId: { company: links.host, product: 'UK public tenders' } })
  return {
    head: empty.slice(0, empty.lastIndexOf(END)),
    item: (item) => {
      bare.clear()
      addEvent(bare, item, links.host)
      const text = bare.toString()
      return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END))
    },
    tail: `${END}\r\n`,
  }
}

/** The deadlines as a calendar (RFC 5545). An event has no duration: a deadline is a moment. */
export default {
  name: 'ical',
  label: 'Calendar',
  extension: 'ics',
  contentType: 'text/calendar; charset=utf-8',
  about: 'For calendars: an entry at each deadline, with reminders a week and a day before.',
  headers: (feed: Feed) => ({ 'Content-Disposition': `inline; filename="${feed.trade?.slug ?? 'all'}.ics"` }),
  render: (feed, links) => inOne(feed, pieces(feed, links)),
  pieces,
} satisfies Format
