/** How the service has been doing, by its own records. Where there is no record it says so: no data is not "up". */
import { type Core, part } from '../core.ts'
import { breakerStates } from '../egress/breaker.ts'
import { table } from '../html/blocks.ts'
import type { Page } from '../html/document.ts'
import { type Html, html } from '../html/html.ts'
import { ALWAYS_ASK } from '../html/respond.ts'
import { log } from '../log.ts'
import { type ToolStats, toolStats } from '../payments/books/tool-stats.ts'
import { facilitatorDataAge } from '../payments/offer/offers.ts'
import { currentSnapshot, feedStatus } from '../tenders/snapshot/snapshot.ts'
import { toLondon } from '../tenders/words/london.ts'
import type { Tool } from '../tools/define.ts'
import { dayInWords, deadlineAbsolute } from './tenders/time-words.ts'

const DAYS = 7
/** The ledger is asked at most this often, however many look. */
const KEEP_MS = 15_000

type Kept = { at: number; stats: ToolStats[] | null }

const keptStats = part((): { value: Kept | undefined } => ({ value: undefined }))

/** `null`: the ledger cannot be read. */
async function recentStats(core: Core, now: number): Promise<ToolStats[] | null> {
  const kept = keptStats(core)
  if (kept.value && now - kept.value.at < KEEP_MS) return kept.value.stats
  try {
    kept.value = { at: now, stats: await toolStats(await core.database(), DAYS) }
  } catch (error) {
    log.warn({ err: error }, 'the ledger cannot be read for the status page')
    kept.value = { at: now, stats: null }
  }
  return kept.value.stats
}

/** "answers", or why it would refuse to sell now. */
function readiness(core: Core, tool: Tool): Html {
  try {
    tool.ready?.(core)
    return html`can answer`
  } catch (error) {
    return html`<strong>cannot: ${(error as { code?: string }).code ?? 'internal_error'}</strong>`
  }
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`
const ms = (value: number | null): string => (value === null ? 'no data' : `${Math.round(value)} ms`)

function toolRow(core: Core, tool: Tool, stats: ToolStats[] | null) {
  const own = stats?.find((row) => row.tool === tool.id)
  const whole = own ? own.settled + own.failed : 0
  return [
    html`<a href="/docs/${tool.id}"><code>${tool.id}</code></a>`,
    readiness(core, tool),
    own && whole > 0 ? html`${percent(own.settled, whole)} <span class="soft">of ${whole}</span>` : 'no paid calls yet',
    ms(own?.p50_ms ?? null),
    ms(own?.p95_ms ?? null),
  ]
}

/** Makes the page at `now` (milliseconds). */
export async function statusPage(core: Core, tools: readonly Tool[], now = core.now()): Promise<Page> {
  const stats = await recentStats(core, now)
  const breakers = breakerStates(core)
  const snapshot = currentSnapshot(core, now)
  const tenders = snapshot && feedStatus(snapshot, now)
  const facilitatorAge = facilitatorDataAge(core)
  return {
    product: 'tools',
    path: '/status',
    section: '/status',
    title: 'Status',
    description: 'Success and latency of each paid tool from our own ledger, the state of every source, and how fresh the tenders are.',
    cacheControl: ALWAYS_ASK,
    body: html`<h1>Status</h1><p class="lede">From our own records, as of <time datetime="${toLondon(now)}">${deadlineAbsolute(toLondon(now))}</time>. Self-reported: the counts stand beside the figures so that you can judge them.</p>
<section aria-labelledby="tools-title"><h2 id="tools-title">Paid tools</h2>${
      stats === null
        ? html`<p class="note">The ledger cannot be read at present, so there are no figures. That is not the same as "up".</p>`
        : ''
    }${table(
      `Paid calls of the last ${DAYS} days. Success: answered and settled, of all that did not fail for the payment's own sake.`,
      [
        { name: 'Tool' },
        { name: 'Now' },
        { name: 'Success', number: true },
        { name: 'Median', number: true },
        { name: '95 %', number: true },
      ],
      tools.map((tool) => toolRow(core, tool, stats)),
    )}</section>
<section aria-labelledby="payments-title"><h2 id="payments-title">Payments</h2><p>${
      facilitatorAge === undefined
        ? 'The facilitator has not answered yet: nothing is offered.'
        : `Terms of the facilitator last confirmed ${facilitatorAge} seconds ago.`
    }</p></section>
<section aria-labelledby="sources-title"><h2 id="sources-title">Sources of the tools</h2>${
      breakers.length === 0
        ? html`<p>No source has been called since this server started.</p>`
        : table(
            'Every source called since this server started.',
            [{ name: 'Source' }, { name: 'State' }, { name: 'Reason' }],
            breakers.map(({ source, state, reason, retryInSeconds }) => [
              html`<code>${source}</code>`,
              state === 'closed' ? 'answering' : html`<strong>${state === 'open' ? 'not asked at present' : 'being tried again'}</strong>`,
              reason === null ? 'none' : `${reason}${retryInSeconds === null ? '' : `, next try in ${retryInSeconds} s`}`,
            ]),
          )
    }</section>
<section aria-labelledby="tenders-title"><h2 id="tenders-title">UK public tenders</h2>${
      tenders
        ? table(
            'The sources of the tenders feed, read once a day.',
            [{ name: 'Source' }, { name: 'State' }, { name: 'Last full day' }],
            tenders.sources.map(({ name, stale, data_through }) => [
              name,
              stale ? html`<strong>behind</strong>` : 'up to date',
              data_through === null ? 'none yet' : dayInWords(data_through),
            ]),
          )
        : html`<p>No notices have been read yet.</p>`
    }<p class="small soft">For programs: <a href="/readyz">readyz</a>, <a href="/healthz">healthz</a>, <a href="/api/uk-tenders/status.json">status.json</a>.</p></section>`,
  }
}
