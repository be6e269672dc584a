/** Two portals at work for tests of readers who come again: days shown late, corrected deadlines, notices withdrawn or awarded, twins. */
import * as made from '../../tests/support/ocds-source/index.ts'
import { addDays, fromLondonWallClock, londonDay, toLondon } from './words/london.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The instant at which it is so many hours after midnight by London's clock. */
export const london = (day: string, hours: number): number => fromLondonWallClock(Date.parse(`${day}T00:00:00Z`) + hours * HOUR)
/** Hours of the day at which notices close: among them those that a change of the clocks skips or repeats. */
const CLOSING = [0, 0.5, 1.5, 2, 9, 12, 17, 23.75]

type Source = 'fts' | 'cf'
/** A release, from when on its portal shows it, and what a reader of all releases knows by it: deadlines by id. */
export type Event = { source: Source; date: number; shownAt: number; release: made.MadeRelease; tell(open: Map<string, number>): void }
type Running = { id: string; source: Source; tender: made.MadeTender; first: made.MadeRelease }

/** Portals at work: what they publish on a day, a day at a time, the same for the same seed. */
export function portals(seed: number): (day: string) => Event[] {
  const random = seeded(seed)
  let number = 1000
  let stuckUntil = 0
  let running: Running[] = []
  const nextId = (source: Source, guid?: string) => {
    number += 1
    if (source === 'fts') return `${String(number).padStart(6, '0')}-2026`
    return `${guid ?? `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`}-${number}`
  }
  const closing = (date: number) => london(addDays(londonDay(date), 2 + random(8)), CLOSING[random(CLOSING.length)] ?? 12)
  const event = (source: Source, date: number, release: made.MadeRelease, tell: Event['tell']): Event => ({
    source,
    date,
    shownAt: source === 'cf' ? Math.max(date, stuckUntil) : date,
    release,
    tell,
  })

  function announce(source: Source, date: number, like?: made.MadeTender): { event: Event; one: Running } {
    const id = nextId(source)
    const buyer = random(12)
    const words = {
      title: `Window cleaning of building ${number}`,
      description: '',
      cpv: '90911300',
      category: 'services',
      value: 1000 + number,
    }
    const whose = { buyer: [`Council ${buyer}`, 'Madetown', 'LS1 1UR', 'UKE42'] as const, buyerId: `GB-${buyer}` }
    const tender = {
      deadline: closing(date),
      ...words,
      ...whose,
      ...like,
      id,
      date,
      ocid: `ocds-${source === 'fts' ? 'h6vhtk' : 'b5fd17'}-${number}`,
    }
    const { deadline } = tender
    const first = source === 'fts' ? made.ftsTender(tender) : made.cfTender(tender)
    const one = { id: `${source}:${source === 'fts' ? id : id.slice(0, 36)}`, source, tender, first }
    return { one, event: event(source, date, first, (open) => like === undefined && open.set(one.id, deadline)) }
  }

  function amend({ id, source, tender, first }: Running, date: number): Event {
    const deadline = closing(date)
    tender.deadline = deadline
    const release =
      source === 'fts'
        ? made.tenderUpdate(first, nextId(source), date, { tenderPeriod: { endDate: toLondon(deadline) } })
        : { ...made.cfTender({ ...tender, date, id: nextId(source, tender.id.slice(0, 36)) }), tag: ['tenderAmendment'] }
    return event(source, date, release, (open) => open.set(id, deadline))
  }

  function end({ id, source, tender, first }: Running, date: number): Event {
    const next = nextId(source, tender.id.slice(0, 36))
    const close = random(2) === 0 ? made.cancellation : made.award
    const withdrawn = { ...first, id: next, date: toLondon(date), tender: { ...(first.tender as object), status: 'withdrawn' } }
    return event(source, date, source === 'fts' ? close(first, next, date) : withdrawn, (open) => open.delete(id))
  }

  return function day(name: string): Event[] {
    // Not at first: from a portal of which nothing is known nobody knows since when it is late.
    if (running.some(({ source }) => source === 'cf') && random(4) === 0)
      stuckUntil = Math.max(stuckUntil, london(addDays(name, 1 + random(3)), 9))
    const [begins, ends] = [london(name, 0), london(name, 24)]
    const count = new Date(name).getUTCDay() % 6 === 0 ? random(3) : 6 + random(24)
    const moments = Array.from({ length: count }, () => begins + (1 + random((ends - begins) / SECOND - 2)) * SECOND).sort((a, b) => a - b)
    return moments.flatMap((date) => {
      running = running.filter(({ tender }) => tender.deadline > date + 24 * HOUR)
      const old = running.filter(({ tender }) => tender.date < begins)
      const [one, what] = [old[random(Math.max(1, old.length))], random(10)]
      if (one && what === 0) {
        running = running.filter((other) => other !== one)
        return [end(one, date)]
      }
      if (one && what < 3) return [amend(one, date)]
      const source = random(2) === 0 ? 'fts' : 'cf'
      const first = announce(source, date)
      // A twin on the other portal, a moment later: the same opportunity, listed once.
      if (source === 'fts' && what === 9) return [first.event, announce('cf', date + SECOND, first.one.tender).event]
      running.push(first.one)
      return [first.event]
    })
  }
}
