/** `/api/uk-tenders/renewals/<trade>.<form>` and `/api/uk-tenders/planned/<trade>.<form>`: who has it now, and what comes. */
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { type Endpoint, endpoint, text } from '../../http/endpoint.ts'
import type { Reply } from '../../http/reply.ts'
import { ATTRIBUTION, LICENSE } from '../feed/feed.ts'
import { tradeOrAll } from '../feed/feed-file.ts'
import { COMMON_HEADERS } from '../feed/feed-headers.ts'
import { feedStatus, freshSnapshot } from '../snapshot/snapshot.ts'
import { AWARD_COLUMNS, type List, PLANNED_COLUMNS, toCalendar, toCsv, toRss } from './forms.ts'
import { plannedOf, renewalsOf } from './read.ts'

/** How far ahead renewals are listed, in months. */
export const MONTHS = [3, 6, 12] as const
const MAX = 500
const FORMS = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  xml: 'application/rss+xml; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
} as const
type Form = keyof typeof FORMS
type Kind = 'renewals' | 'planned'

const isForm = (text: string): text is Form => Object.hasOwn(FORMS, text)

/** Months asked for. @throws ApiError `invalid_input` for anything but the listed numbers, and for other parameters */
export function monthsOf(search: URLSearchParams, kind: Kind): number {
  const known = kind === 'renewals' ? ['months'] : []
  for (const name of search.keys())
    if (!known.includes(name) && !name.startsWith('utm_'))
      throw new ApiError('invalid_input', `There is no parameter ${name.slice(0, 40)} here. Known: ${known.join(', ') || 'none'}.`, {
        param: name.slice(0, 40),
      })
  const asked = search.get('months') ?? '12'
  const months = MONTHS.find((each) => String(each) === asked)
  if (months === undefined) throw new ApiError('invalid_input', `months is one of ${MONTHS.join(', ')}.`, { param: 'months' })
  return months
}

async function list(core: Core, kind: Kind, slug: string, months: number, now: number) {
  const items = kind === 'renewals' ? await renewalsOf(core, slug, months, now) : await plannedOf(core, slug, now)
  if (items) return items
  throw new ApiError('unavailable', 'The first reading of the sources is in progress. Try again in a few minutes.', {
    retryAfterSeconds: 60,
  })
}

const serve = (kind: Kind): Endpoint =>
  endpoint({
    async GET(core, { path, search }, { params }): Promise<Reply> {
      const [, slug = '', extension = ''] = /^([a-z-]+)\.([a-z]+)$/.exec(params.file ?? '') ?? []
      const trade = tradeOrAll(slug)
      if (trade === undefined || !isForm(extension))
        throw new ApiError(
          'not_found',
          `There is no such file. Files are named by a trade or "all", and end in ${Object.keys(FORMS).join(', ')}.`,
        )
      const months = monthsOf(new URLSearchParams(search), kind)
      const now = core.now()
      const found = await list(core, kind, slug, months, now)
      const snapshot = await freshSnapshot(core, now)
      const status = snapshot && feedStatus(snapshot, now)
      const name = trade?.name ?? 'all trades'
      const items = found.slice(0, MAX)
      const title =
        kind === 'renewals' ? `UK public contracts that end within ${months} months: ${name}` : `UK public procurements coming up: ${name}`
      const site = core.env.TOOLS_URL
      const shown: List = {
        title,
        page: `${site}/tenders/${slug}/${kind}`,
        self: `${site}${path}${search}`,
        items,
        columns: kind === 'renewals' ? AWARD_COLUMNS : PLANNED_COLUMNS,
      }
      const meta = {
        trade: slug,
        ...(kind === 'renewals' ? { months } : {}),
        total: found.length,
        returned: items.length,
        data_through: status?.data_through ?? null,
        stale: status?.stale ?? true,
        sources: status?.sources ?? [],
        license: LICENSE,
        attribution: ATTRIBUTION,
      }
      const bodies = {
        json: () => JSON.stringify({ meta, items }),
        csv: () => toCsv(shown),
        xml: () => toRss(shown),
        ics: () => toCalendar(shown),
      }
      return text(FORMS[extension], bodies[extension](), { ...COMMON_HEADERS, 'Cache-Control': 'public, max-age=300, s-maxage=300' })
    },
    cors: { allow: 'If-None-Match, If-Modified-Since', expose: COMMON_HEADERS['Access-Control-Expose-Headers'] ?? '' },
    headers: COMMON_HEADERS,
  })

/** Contracts that end soon, by trade. */
export const renewals = serve('renewals')
/** Planned procurements and market engagement, by trade. */
export const planned = serve('planned')
