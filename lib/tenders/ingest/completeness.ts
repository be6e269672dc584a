/** After a source's windows: holes in its numbering, and what fills them. */
import { z } from 'zod'
import { log } from '../../log.ts'
import { fetchFrom, SourceError } from '../sources/client.ts'
import { toPage } from '../sources/package.ts'
import type { Source } from '../sources/source.ts'
import { addDays, fromLondonWallClock } from '../words/london.ts'
import type { Fetching } from './fetch-window.ts'
import { ERRORS_MAX, singleUrl } from './single.ts'
import { storeReleases } from './store.ts'

const SINGLE_MAX = 60

type Single = 'stored' | 'absent' | 'error'

async function fetchSingle({ core, context }: Fetching, source: Source, releaseId: string): Promise<Single> {
  try {
    const fetched = await fetchFrom(core, source, singleUrl(core, source, releaseId), { signal: context.signal, maxBroken: 1 })
    if (!fetched.found) return 'absent'
    const { refused } = await storeReleases(await core.database(), source, toPage(source, fetched.body).releases)
    return refused.length > 0 ? 'error' : 'stored'
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    log.warn({ source: source.prefix, releaseId, error: error.message }, 'single release not fetched')
    return 'error'
  }
}

const Ids = z.array(z.object({ id: z.string() }))
const Numbered = z.array(z.object({ id: z.string(), before: z.boolean() }))
const midnight = (day: string) => fromLondonWallClock(Date.parse(`${day}T00:00:00Z`))

/** Days before one among which its numbers go on: longer than any that nothing is published on. */
const BEFORE_DAYS = 7

/**
 * The releases of a day, and those of the days before if the last of them was read whole: a source that showed nothing of it, or an old state of
 * itself, leaves a hole between days that neither of them has within.
 */
const NUMBERED = `
  select id, date < to_timestamp($2 / 1000.0) as before from tender_releases
  where source = $1 and date < to_timestamp($3 / 1000.0) and date >= to_timestamp(case
    when (select bool_and(state = 'done') from tender_windows where source = $1 and day = $4::date - 1) then $5::float8 else $2 end / 1000.0)`

/** Numbers between the first and the last of a day, and between it and the days before, that are neither stored nor known to be absent, as release ids. */
async function missingNumbers({ core }: Fetching, source: Source, day: string): Promise<string[]> {
  const database = await core.database()
  const { sequence } = source
  if (!sequence) return []
  const rows = await database.query(NUMBERED, [
    source.prefix,
    midnight(day),
    midnight(addDays(day, 1)),
    day,
    midnight(addDays(day, -BEFORE_DAYS)),
  ])
  const numbers = Numbered.parse(rows).flatMap(({ id, before }) => {
    const number = sequence.parse(id)
    return number ? [{ ...number, before }] : []
  })
  const missing: string[] = []
  for (const [year, group] of Map.groupBy(numbers, ({ year }) => year)) {
    const own = group.filter(({ before }) => !before).map(({ number }) => number)
    if (own.length === 0) continue
    const present = new Set(group.map(({ number }) => number))
    const last = own.reduce((most, number) => Math.max(most, number))
    const lowest = own.reduce((least, number) => Math.min(least, number))
    const first = group.reduce((most, { number, before }) => (before && number < lowest ? Math.max(most, number) : most), 0) || lowest
    // A day has some hundreds of notices; a stray number far off is no range of thousands to ask for.
    if (last - first > 20_000) {
      log.warn({ source: source.prefix, day, first, last }, 'release numbers of a day are too far apart to be checked')
      continue
    }
    for (let number = first + 1; number < last; number += 1) if (!present.has(number)) missing.push(sequence.format(year, number))
  }
  const elsewhere = await database.query(
    `select id from tender_releases where source = $1 and id = any($2::text[])
     union all select jsonb_array_elements_text(absent) from tender_days where source = $1 and day = $3::date`,
    [source.prefix, missing, day],
  )
  const known = new Set(Ids.parse(elsewhere).map(({ id }) => id))
  return missing.filter((id) => !known.has(id))
}

/** Looks for holes in a day's numbers, fetches up to 60 of them singly and records how many are still missing. Returns how many were found. */
export async function checkNumbers(fetching: Fetching, source: Source, day: string): Promise<number> {
  if (!source.sequence) return 0
  const { context, core } = fetching
  const database = await core.database()
  const plan = await context.step(`numbers-${source.prefix}-${day}`, async () => {
    const ids = await missingNumbers(fetching, source, day)
    return { missing: ids.length, ask: ids.slice(0, SINGLE_MAX) }
  })
  const outcomes: { id: string; outcome: Single }[] = []
  let errors = 0
  for (const id of plan.ask) {
    if (errors >= ERRORS_MAX) break
    const outcome = await context.step(`single-${source.prefix}-${id}`, () => fetchSingle(fetching, source, id))
    errors = outcome === 'error' ? errors + 1 : 0
    outcomes.push({ id, outcome })
  }
  const absent = outcomes.flatMap(({ id, outcome }) => (outcome === 'absent' ? [id] : []))
  const stored = outcomes.filter(({ outcome }) => outcome === 'stored').length
  await context.step(`numbered-${source.prefix}-${day}`, async () => {
    await database.query(
      `insert into tender_days as d (source, day, missing, absent, checked_at) values ($1, $2::date, $3, $4::jsonb, to_timestamp($5 / 1000.0))
       on conflict (source, day) do update set missing = excluded.missing, checked_at = excluded.checked_at,
         absent = (select coalesce(jsonb_agg(distinct id), '[]') from jsonb_array_elements_text(d.absent || excluded.absent) as ids (id)
           where not exists (select from tender_releases r where r.source = d.source and r.id = ids.id))`,
      [source.prefix, day, plan.missing - stored - absent.length, JSON.stringify(absent), core.now()],
    )
    return null
  })
  return stored
}
