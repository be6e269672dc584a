/** `/api/uk-tenders/renewals/<trade>.<form>` and `/api/uk-tenders/planned/<trade>.<form>`: who has it now, and what comes. */
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { type Endpoint, endpoint, text } from '../../http/endpoint.ts'
import type { Reply } from '../../http/reply.ts'
import { ATTRIBUTION, LICENSE } from '../feed/feed.ts'
import { tradeOrAll } from '../feed/feed-file.ts'
import { COMMON_HEADERS } from '../feed/feed-headers.ts'
import { MONTHS, OUTLOOK_EXTENSIONS, OUTLOOK_FORMS, type Outlook, type OutlookForm, outlookPage } from '../feed/formats/outlooks.ts'
import { isNoise } from '../search/query.ts'
import { feedStatus, freshSnapshot } from '../snapshot/snapshot.ts'
import type { Trade } from '../trades/trades.ts'
import { AWARD_COLUMNS, type List, PLANNED_COLUMNS, toCalendar, toCsv, toRss } from './forms.ts'
import { plannedOf, renewalsOf } from './read.ts'

const MAX = 500
/** How far ahead where nobody says. */
export const MONTHS_DEFAULT = MONTHS[2]

const isForm = (text: string): text is OutlookForm => Object.hasOwn(OUTLOOK_FORMS, text)

/** Months asked for. @throws ApiError `invalid_input` for anything but the listed numbers, and for other parameters */
export function monthsOf(search: URLSearchParams, kind: Outlook): number {
  const known = kind === 'renewals' ? ['months'] : []
  for (const name of search.keys())
    if (!known.includes(name) && !isNoise(name))
      throw new ApiError('invalid_input', `There is no parameter ${name.slice(0, 40)} here. Known: ${known.join(', ') || 'none'}.`, {
        param: name.slice(0, 40),
      })
  const [asked = String(MONTHS_DEFAULT), ...more] = search.getAll('months')
  if (more.length > 0) throw new ApiError('invalid_input', 'months is given more than once.', { param: 'months' })
  const months = MONTHS.find((each) => String(each) === asked)
  if (months === undefined) throw new ApiError('invalid_input', `months is one of ${MONTHS.join(', ')}.`, { param: 'months' })
  return months
}

async function list(core: Core, kind: Outlook, slug: string, months: number, now: number) {
  const items = kind === 'renewals' ? await renewalsOf(core, slug, months, now) : await plannedOf(core, slug, now)
  if (items) return items
  throw new ApiError('unavailable', 'The first reading of the sources is in progress. Try again in a few minutes.', {
    retryAfterSeconds: 60,
  })
}

/** What a file of these lists is. @throws ApiError `not_found` */
function toFile(name: string): { slug: string; trade: Trade | null; form: OutlookForm } {
  const [, slug = '', form = ''] = /^([a-z-]+)\.([a-z]+)$/.exec(name) ?? []
  const trade = tradeOrAll(slug)
  if (trade !== undefined && isForm(form)) return { slug, trade, form }
  throw new ApiError(
    'not_found',
    `There is no such file. Files are named by a trade or "all", and end in ${OUTLOOK_EXTENSIONS.join(', ')}.`,
  )
}

/** The body of a file at `now`, by its name below the list's folder. `self`: the address asked for. @throws ApiError */
export async function outlookBody(core: Core, kind: Outlook, name: string, months: number, self: string, now: number): Promise<string> {
  const { slug, trade, form } = toFile(name)
  const found = await list(core, kind, slug, months, now)
  const snapshot = await freshSnapshot(core, now)
  const status = snapshot && feedStatus(snapshot, now)
  const tradeName = trade?.name ?? 'all trades'
  const items = found.slice(0, MAX)
  const isRenewals = kind === 'renewals'
  const shown: List = {
    title: isRenewals
      ? `UK public contracts that end within ${months} months: ${tradeName}`
      : `UK public procurements coming up: ${tradeName}`,
    page: `${core.env.TOOLS_URL}${outlookPage(kind, slug)}`,
    self,
    items,
    columns: isRenewals ? AWARD_COLUMNS : PLANNED_COLUMNS,
  }
  const meta = {
    trade: slug,
    ...(isRenewals ? { months } : {}),
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
  return bodies[form]()
}

const serve = (kind: Outlook): Endpoint =>
  endpoint({
    async GET(core, { path, search }, { params: { file = '' } }): Promise<Reply> {
      const { form } = toFile(file)
      const months = monthsOf(new URLSearchParams(search), kind)
      const body = await outlookBody(core, kind, file, months, `${core.env.TOOLS_URL}${path}${search}`, core.now())
      return text(OUTLOOK_FORMS[form].contentType, body, { ...COMMON_HEADERS, 'Cache-Control': 'public, max-age=300, s-maxage=300' })
    },
    cors: { allow: 'If-None-Match, If-Modified-Since', expose: COMMON_HEADERS['Access-Control-Expose-Headers'] ?? '' },
    headers: COMMON_HEADERS,
  })

/** By kind of list: its files. */
export const outlooks = { renewals: serve('renewals'), planned: serve('planned') } satisfies Record<Outlook, Endpoint>
