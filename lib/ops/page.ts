/** The operator's page: what was earned, what broke, what is open. Plain HTML from the database and this process; no script. */
import type { Core } from '../core.ts'
import { breakerStates } from '../egress/breaker.ts'
import { type Column, foreign, list, table } from '../html/blocks.ts'
import type { Page } from '../html/document.ts'
import { type Html, html } from '../html/html.ts'
import { jobsStatus } from '../jobs/status.ts'
import { type FunnelStep, funnel } from '../metrics.ts'
import { belowCost } from '../payments/books/costs.ts'
import { toUsd } from '../payments/books/ledger-report.ts'
import { listOpenSettlements, type OpenSettlement } from '../payments/books/open-settlements.ts'
import { tools } from '../tools/registry.ts'
import { type Figures, readFigures } from './figures.ts'

const DAYS = 30
const SHOWN = 50

const text = (name: string): Column => ({ name })
const figure = (name: string): Column => ({ name, number: true })
const none = (words: string): Html => html`<p class="soft">${words}</p>`
const section = (title: string, body: Html): Html => html`<section><h2>${title}</h2>${body}</section>`
const minute = (instant: string | null): string => (instant === null ? '–' : `${instant.slice(0, 16).replace('T', ' ')} UTC`)

const totals = ({ totals }: Figures): Html =>
  html`<p class="lede"><strong>${toUsd(totals.settled_micro_usd)} USD</strong> in ${totals.settled} sales, of ${totals.rows} attempts in the ledger.</p>${list(
    Object.entries(totals.by_network).map(([network, micro]) => html`<code>${network}</code> ${toUsd(micro)} USD`),
  )}<p><a href="/ops/ledger.csv">The whole ledger as CSV</a>; <code>/ops/ledger.csv?from=2026-01-01&amp;to=2026-01-31&amp;tool=util/ping</code> gives a part of it.</p>`

const costs = ({ costs }: Figures): Html =>
  costs.length === 0
    ? none('No settlement names its facilitator yet.')
    : table(
        'What facilitators charge, by month (UTC), by FACILITATORS as it is now',
        [text('Month'), text('Facilitator'), figure('Settled'), figure('Billed'), figure('Fees, USD')],
        costs.map((row) => [
          row.month,
          row.facilitator,
          row.settlements,
          row.billed,
          row.fee_micro_usd === null ? 'unknown' : toUsd(row.fee_micro_usd),
        ]),
      )

const margins = (core: Core): Html =>
  list(
    belowCost(tools, core.env.FACILITATORS).map(
      ({ facilitator, feeUsd, tools: below }) =>
        html`<code>${facilitator}</code> charges ${feeUsd} USD a settlement: nothing is left of the price of ${below.join(', ')}.`,
    ),
  )

const revenue = ({ days }: Figures): Html =>
  days.length === 0
    ? none(`Nothing was sold in the last ${DAYS} days.`)
    : table(
        `Revenue by day (UTC) and tool, last ${DAYS} days`,
        [text('Day'), text('Tool'), figure('Sales'), figure('USD')],
        days.flatMap(({ day, settled, micro, tools: sold }) => [
          [day, html`<strong>all</strong>`, settled, html`<strong>${toUsd(micro)}</strong>`],
          ...sold.map((row) => [day, row.tool, row.settled, toUsd(row.micro)]),
        ]),
      )

const STEPS: readonly FunnelStep[] = ['probed', 'offered', 'attempted', 'settled', 'replayed', 'refused', 'failed']

function funnelTable(core: Core): Html {
  const counts = new Map(funnel(core).map(({ tool, step, count }) => [`${tool} ${step}`, count]))
  return table(
    'Calls since this process started',
    [text('Tool'), ...STEPS.map((step) => figure(step === 'offered' ? '402' : step))],
    tools.map(({ id }) => [id, ...STEPS.map((step) => counts.get(`${id} ${step}`) ?? 0)]),
  )
}

const outcomes = (figures: Figures): Html =>
  figures.outcomes.length === 0
    ? none('No attempt in these days.')
    : table(
        `Attempts by how they ended, last ${DAYS} days, from the ledger`,
        [text('Tool'), figure('Settled'), figure('Refused at settle'), figure('Invalid'), figure('Failed'), figure('Unknown')],
        figures.outcomes.map((row) => [row.tool, row.settled, row.refused, row.invalid, row.failed, row.unknown]),
      )

const openSettlements = (open: OpenSettlement[]): Html =>
  open.length === 0
    ? none('None: the end of every settlement is known.')
    : table(
        'Settlements nobody knows the end of, oldest first',
        [text('Since'), text('Tool'), text('Network'), figure('USD'), text('Payer'), text('What is known'), text('Payment key')],
        open.map((row) => [
          minute(row.created_at.toISOString()),
          row.tool,
          row.network,
          toUsd(row.amount),
          row.payer ?? '–',
          foreign((row.reason ?? 'its process ended while settling').slice(0, 200)),
          html`<code>${row.payment_key}</code>`,
        ]),
      )

async function jobsTable(core: Core): Promise<Html> {
  const { driver, jobs } = await jobsStatus(core)
  return html`${table(
    `Jobs, driven by ${driver}`,
    [text('Job'), text('Last ended'), text('As'), text('Last success'), text('Next')],
    jobs.map((job) => [job.name, minute(job.lastFinishedAt), job.lastState ?? '–', minute(job.lastSuccessAt), minute(job.nextRunAt)]),
  )}`
}

function sources(core: Core): Html {
  const away = breakerStates(core).filter(({ state }) => state !== 'closed')
  if (away.length === 0) return none('Every source asked so far answers.')
  return table(
    'Sources that do not answer now',
    [text('Source'), text('State'), text('Reason'), figure('Next try in s')],
    away.map(({ source, state, reason, retryInSeconds }) => [source, state.replace('_', ' '), reason ?? '–', retryInSeconds ?? '–']),
  )
}

/** Makes the page. @throws what the database throws */
export async function operatorPage(core: Core): Promise<Page> {
  const database = await core.database()
  const [figures, open, jobs] = [
    await readFigures(database, DAYS, core.env.FACILITATORS),
    await listOpenSettlements(database, SHOWN),
    await jobsTable(core),
  ]
  return {
    title: 'Operations',
    description: 'For the operator.',
    path: '/ops',
    product: 'tools',
    noindex: true,
    cacheControl: 'no-store',
    body: html`<h1>Operations</h1>${totals(figures)}
${section('Unknown settlements', openSettlements(open))}
${section('Revenue', revenue(figures))}
${section('What settling costs', html`${costs(figures)}${margins(core)}`)}
${section('Funnel', html`${funnelTable(core)}${outcomes(figures)}`)}
${section('Jobs', jobs)}
${section('Sources', sources(core))}`,
  }
}
