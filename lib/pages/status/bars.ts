/** Ninety days of a tool as bars: a drawing without script or style attribute, and the same in words. Pure. */
import { type Html, html } from '../../html/html.ts'
import { HISTORY_DAYS, type ToolDay } from '../../payments/books/tool-stats.ts'

const DAY_MS = 86_400_000
const STEP = 4
const HEIGHT = 24
/** Height says what colour says: a good day is full, one without calls hardly there. */
const heights = { good: 24, fair: 16, bad: 9, none: 3 } as const
type Kind = keyof typeof heights

function kindOf(day: ToolDay | undefined): Kind {
  const whole = day ? day.settled + day.failed : 0
  if (!day || whole === 0) return 'none'
  const share = day.settled / whole
  return share >= 0.99 ? 'good' : share >= 0.9 ? 'fair' : 'bad'
}

/** The days up to today, oldest first, as YYYY-MM-DD. */
export const lastDays = (now: number): string[] =>
  Array.from({ length: HISTORY_DAYS }, (_, at) => new Date(now - (HISTORY_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10))

/** `days`: those of one tool. `shown`: the days that are drawn (`lastDays`), which a page makes once for all tools. */
export function dayBars(tool: string, days: readonly ToolDay[], shown: readonly string[]): Html {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const paths: Record<Kind, string> = { good: '', fair: '', bad: '', none: '' }
  const counts: Record<Kind, number> = { good: 0, fair: 0, bad: 0, none: 0 }
  for (const [at, day] of shown.entries()) {
    const kind = kindOf(byDay.get(day))
    counts[kind] += 1
    paths[kind] += `M${at * STEP} ${HEIGHT}v-${heights[kind]}h3v${heights[kind]}z`
  }
  const words = `${tool}, ${HISTORY_DAYS} days: ${counts.good} good, ${counts.fair} with some failures, ${counts.bad} bad, ${counts.none} without calls`
  return html`<svg class="bars" viewBox="0 0 ${HISTORY_DAYS * STEP} ${HEIGHT}" role="img" aria-label="${words}">${(
    Object.keys(paths) as Kind[]
  ).map((kind) => paths[kind] !== '' && html`<path class="${kind}" d="${paths[kind]}"/>`)}</svg>`
}
