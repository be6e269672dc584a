import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { ATTRIBUTION } from '../feed.ts'
import { stripInvisible } from '../text.ts'
import type { Format } from './format.ts'
import { inWords } from './words.ts'

const DAY_SECONDS = 86_400

/** The deadlines as a calendar (RFC 5545). An event has no duration: a deadline is a moment. */
export default {
  extension: 'ics',
  contentType: 'text/calendar; charset=utf-8',
  headers: (feed) => ({ 'Content-Disposition': `inline; filename="${feed.trade?.slug ?? 'feed'}.ics"` }),
  render: (feed, links) => {
    const calendar = ical({
      name: `UK public tenders: ${feed.trade?.name ?? 'all trades'}`,
      description: `Deadlines of open notices. Not official: confirm at the official notice. ${ATTRIBUTION}`,
      prodId: { company: links.host, product: 'UK public tenders', language: 'EN' },
      method: ICalCalendarMethod.PUBLISH,
      ttl: DAY_SECONDS,
      source: links.self,
      url: links.html,
    })
    for (const { notice, trades, sequence } of feed.items) {
      const updated = new Date(notice.updated)
      calendar.createEvent({
        id: `${notice.id}@${links.host}`,
        start: new Date(notice.deadline),
        stamp: updated,
        lastModified: updated,
        sequence,
        summary: stripInvisible(`Closes: ${notice.title}`),
        description: stripInvisible(inWords(notice)),
        url: notice.notice_url,
        categories: trades.map(({ name }) => ({ name })),
        transparency: ICalEventTransparency.TRANSPARENT,
      })
    }
    return `${calendar.toString().replace(/(?:\r\n)+$/, '')}\r\n`
  },
} satisfies Format
