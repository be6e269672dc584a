/** Ready-made questions that have addresses of their own, for whoever subscribes to an answer: `cleaning/new.xml`, `/tenders/cleaning/closing`. */
import type { Sort } from '../search/parameters.ts'
import type { Query } from '../search/query.ts'
import { addDays, fromLondonWallClock, londonDay } from '../words/london.ts'

export type View = {
  title: string
  about: string
  /** In which order every form and the page list it, where neither `sort` nor `q` is given. */
  order: Sort
  /** The view of a query at `now` (milliseconds). */
  apply(query: Query, now: number): Query
  /** When the clock alone makes it another question. */
  changesAt(now: number): number
}

const CLOSING_DAYS = 7

/** The next midnight in London after `now`; instants in milliseconds. */
export const nextDay = (now: number): number => fromLondonWallClock(Date.parse(`${addDays(londonDay(now), 1)}T00:00:00Z`))

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b)

export const VIEWS: Readonly<Record<string, View>> = {
  new: {
    title: 'New since yesterday',
    about: 'Listed here yesterday or today, the newest first.',
    order: 'listed',
    apply: (query, now) => ({
      ...query,
      listed_since: later(query.listed_since, addDays(londonDay(now), -1)),
    }),
    changesAt: nextDay,
  },
  closing: {
    title: 'Closing this week',
    about: `Deadline within ${CLOSING_DAYS} days, the soonest first.`,
    order: 'deadline',
    apply: (query) => ({
      ...query,
      closing_within: Math.min(query.closing_within ?? CLOSING_DAYS, CLOSING_DAYS),
    }),
    changesAt: () => Number.POSITIVE_INFINITY,
  },
}

/** The view of a name; `undefined` for anything else. */
export const findView = (name: string): View | undefined => (Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined)
