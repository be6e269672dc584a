/** What the ledger says of the service, read at most every few seconds, however many look at the pages that show it. */
import { type Core, part } from '../../core.ts'
import { lastSale, type Sale, type ToolDay, type ToolStats, toolDays, toolStats, weekTotals } from '../../payments/books/tool-stats.ts'
import { ifInTime } from '../../wait.ts'
import { listOutages, type Outage } from '../../watch/outages.ts'

/** Days of the short figures. */
export const DAYS = 7
const KEEP_MS = 5_000
/** A page does not wait longer for the database; it says that the ledger cannot be read. */
const PATIENCE_MS = 2_000
const OUTAGES = 20

export type Figures = {
  week: ToolStats[]
  totals: { settled: number; failedUncharged: number }
  last: Sale | undefined
  days: ToolDay[]
  outages: Outage[]
}

type Kept = { at: number; figures: Promise<Figures | null> }
const kept = part((): { value: Kept | undefined } => ({ value: undefined }))

async function read(core: Core): Promise<Figures> {
  const db = await core.database()
  const [week, totals, last, days, outages] = [
    await toolStats(db, DAYS),
    await weekTotals(db, DAYS),
    await lastSale(db),
    await toolDays(db),
    await listOutages(db, OUTAGES),
  ]
  return { week, totals, last, days, outages }
}

const readSoon = async (core: Core): Promise<Figures | null> =>
  (await ifInTime(PATIENCE_MS, read(core), 'the ledger cannot be read for a page')) ?? null

/** `null`: the ledger cannot be read. */
export function serviceFigures(core: Core, now = core.now()): Promise<Figures | null> {
  const state = kept(core)
  if (!state.value || now - state.value.at >= KEEP_MS) state.value = { at: now, figures: readSoon(core) }
  return state.value.figures
}
