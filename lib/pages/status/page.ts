/** Whether the service works, by its own records, which equal the ledger. Where there is no record it says so: no data is not "up". */
import { type Core, part } from '../../core.ts'
import { table } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { ALWAYS_ASK } from '../../html/respond.ts'
import type { ToolStats } from '../../payments/books/tool-stats.ts'
import { facilitatorDataAge } from '../../payments/offer/offers.ts'
import { toLondon } from '../../tenders/words/london.ts'
import type { Tool } from '../../tools/define.ts'
import { sourcesState } from '../tenders/sources-state.ts'
import { momentInWords } from '../tenders/time-words.ts'
import { dayBars } from './bars.ts'
import { DAYS } from './figures.ts'
import { type ServiceState, serviceState } from './state.ts'
import type { Level } from './verdict.ts'

const names: Record<Level, string> = { up: 'Working', partly: 'Partly working', down: 'Not working' }

/** `99.5 %`, and `100 %` for the whole alone. */
export const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`
const ms = (value: number | null | undefined): string => (value === null || value === undefined ? 'no data' : `${Math.round(value)} ms`)

/** Settled calls of those that did not fail for the payer's or the target's sake. */
export function successOf(stats: ToolStats | undefined): Html | string {
  const whole = stats ? stats.settled + stats.failed : 0
  return stats && whole > 0 ? html`${percent(stats.settled, whole)} <span class="soft">of ${whole}</span>` : 'no paid calls yet'
}

function toolRow(tool: Tool, { figures, down, days }: ServiceState) {
  const own = figures?.week.find((row) => row.tool === tool.id)
  const reason = down.get(tool.id)
  return [
    html`<a href="/docs/${tool.id}"><code>${tool.id}</code></a>`,
    reason === undefined ? 'can answer' : html`<strong>cannot: ${reason}</strong>`,
    successOf(own),
    ms(own?.p50_ms),
    ms(own?.p95_ms),
    dayBars(
      tool.id,
      (figures?.days ?? []).filter((day) => day.tool === tool.id),
      days,
    ),
  ]
}

const instant = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

const outages = ({ figures }: ServiceState): Html =>
  figures === null || figures.outages.length === 0
    ? html`<p>No outage of a source is on record for the last 90 days.</p>`
    : table(
        'Sources that did not answer, from when their breaker opened until it was last seen open. Tools that need such a source ask for no money meanwhile.',
        [{ name: 'Source' }, { name: 'From' }, { name: 'Last seen' }, { name: 'Reason' }],
        figures.outages.map(({ source, reason, started_at, seen_at }) => [
          html`<code>${source}</code>`,
          instant(started_at),
          instant(seen_at),
          reason ?? 'none given',
        ]),
      )

const sourcesNow = ({ sources }: ServiceState): Html =>
  sources.length === 0
    ? html`<p>No source has been called since this server started.</p>`
    : table(
        'Every source called since this server started.',
        [{ name: 'Source' }, { name: 'State' }, { name: 'Reason' }],
        sources.map(({ source, state, reason, retryInSeconds }) => [
          html`<code>${source}</code>`,
          state === 'closed' ? 'answering' : html`<strong>${state === 'open' ? 'not asked at present' : 'being tried again'}</strong>`,
          reason === null ? 'none' : `${reason}${retryInSeconds === null ? '' : `, next try in ${retryInSeconds} s`}`,
        ]),
      )

const columns = [
  { name: 'Tool' },
  { name: 'Now' },
  { name: `Success, ${DAYS} days`, number: true },
  { name: 'Median', number: true },
  { name: '95 %', number: true },
  { name: '90 days' },
]

const drawn = part((): { of: readonly unknown[]; table: Html | undefined } => ({ of: [], table: undefined }))

/** The table of the tools. Ninety days of each take a millisecond to draw, so they are drawn once for what they show. */
function toolsTable(core: Core, tools: readonly Tool[], state: ServiceState): Html {
  const kept = drawn(core)
  const of = [tools, state.figures, state.days.at(-1), ...[...state.down].flat()]
  if (kept.table && of.length === kept.of.length && of.every((each, at) => each === kept.of[at])) return kept.table
  kept.of = of
  kept.table = table(
    `Paid calls of the last ${DAYS} days. Success: answered and settled, of all that did not fail for the payment’s own sake or because a page that the caller named is dead. In the bars a full height is a day with at least 99 % success, two thirds at least 90 %, one third less, a line no calls.`,
    columns,
    tools.map((tool) => toolRow(tool, state)),
  )
  return kept.table
}

/** Makes the page at `now` (milliseconds). */
export async function statusPage(core: Core, tools: readonly Tool[], now = core.now()): Promise<Page> {
  const state = await serviceState(core, tools, now)
  const { verdict, figures } = state
  const facilitatorAge = facilitatorDataAge(core)
  return {
    product: 'tools',
    path: '/status',
    section: '/status',
    title: 'Status',
    description: 'Whether the service works now; success, latency and 90 days of each paid tool from our own ledger; outages of sources.',
    cacheControl: ALWAYS_ASK,
    body: html`<h1>Status</h1><p class="verdict ${verdict.level}"><strong>${names[verdict.level]}.</strong> ${verdict.words}</p>
<p class="soft">From our own records, as of <time datetime="${toLondon(now)}">${momentInWords(toLondon(now))}</time>. As data: <a href="/status.json">status.json</a>, <a href="/status.csv">status.csv</a>.</p>
<section aria-labelledby="tools-title"><h2 id="tools-title">Paid tools</h2>${
      figures === null &&
      html`<p class="note">The ledger cannot be read at present, so there are no figures. That is not the same as "up".</p>`
    }${toolsTable(core, tools, state)}</section>
<section aria-labelledby="payments-title"><h2 id="payments-title">Payments</h2><p>${
      facilitatorAge === undefined
        ? 'The facilitator has not answered yet: nothing is offered.'
        : `Terms of the facilitator last confirmed ${facilitatorAge} seconds ago.`
    } ${figures && `In the last ${DAYS} days ${figures.totals.settled} calls were settled, and ${figures.totals.failedUncharged} failed and cost nothing.`}</p></section>
<section aria-labelledby="outages-title"><h2 id="outages-title">Incidents</h2>${outages(state)}</section>
<section aria-labelledby="sources-title"><h2 id="sources-title">Sources of the tools, now</h2>${sourcesNow(state)}</section>
<section aria-labelledby="tenders-title"><h2 id="tenders-title">UK public tenders</h2>${sourcesState(core, now)}<p class="small soft">For programs: <a href="/readyz">readyz</a>, <a href="/healthz">healthz</a>, <a href="/api/uk-tenders/status.json">status.json of the feed</a>.</p></section>`,
  }
}
