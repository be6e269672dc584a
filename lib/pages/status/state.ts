/** The state of the service at a moment, for the page and its export alike. */
import type { Core } from '../../core.ts'
import { breakerStates } from '../../egress/breaker.ts'
import { missingPaymentSettings } from '../../env.ts'
import { currentOffers } from '../../payments/offer/offers.ts'
import { railList } from '../../payments/protocol/networks.ts'
import { refusalOf, type Tool } from '../../tools/define.ts'
import { networkName } from '../payees.ts'
import { lastDays } from './bars.ts'
import { type Figures, serviceFigures } from './figures.ts'
import { type Verdict, verdictOf } from './verdict.ts'

export type ServiceState = {
  now: number
  /** The days of which there is a history, oldest first. */
  days: readonly string[]
  verdict: Verdict
  /** Why each tool that refuses to sell does so. */
  down: Map<string, string>
  figures: Figures | null
  sources: ReturnType<typeof breakerStates>
}

/** What can be bought now, and how it went lately; without figures while the ledger cannot be read. */
export async function serviceState(core: Core, tools: readonly Tool[], now = core.now()): Promise<ServiceState> {
  const figures = await serviceFigures(core, now)
  const offers = missingPaymentSettings(core.env).length === 0 ? currentOffers(core) : undefined
  const networks = railList.filter(({ name }) => offers?.liveRails.includes(name)).map(({ network }) => networkName(network(core.env)))
  const down = new Map<string, string>()
  for (const tool of tools) {
    const reason = refusalOf(core, tool)
    if (reason !== undefined) down.set(tool.id, reason)
  }
  const days = lastDays(now)
  const today = days.at(-1)
  const verdict = verdictOf({
    networks,
    toolCount: tools.length,
    toolsDown: [...down.keys()],
    today: figures?.days.filter((one) => one.day === today) ?? null,
  })
  return { now, days, verdict, down, figures, sources: breakerStates(core) }
}

/** The state as `/status.json`: figures of the ledger, nothing of any buyer. */
export function exportState({ now, verdict, down, figures, sources }: ServiceState, tools: readonly Tool[]): object {
  return {
    generated_at: new Date(now).toISOString(),
    verdict,
    ledger_readable: figures !== null,
    last_7_days: figures && { settled: figures.totals.settled, failed_uncharged: figures.totals.failedUncharged },
    last_settled: figures?.last
      ? { tool: figures.last.tool, network: figures.last.network, transaction: figures.last.transaction, at: figures.last.at.toISOString() }
      : null,
    tools: tools.map(({ id }) => ({
      tool: id,
      can_be_bought: !down.has(id),
      reason: down.get(id) ?? null,
      last_7_days: withoutTool(figures?.week.find(({ tool }) => tool === id)),
      days: (figures?.days ?? []).filter(({ tool }) => tool === id).map(withoutTool),
    })),
    sources: sources.map(({ source, state, reason }) => ({ source, state, reason })),
    outages: (figures?.outages ?? []).map(({ source, reason, started_at, seen_at }) => ({
      source,
      reason,
      started_at: started_at.toISOString(),
      last_seen_at: seen_at.toISOString(),
    })),
  }
}

function withoutTool<Row extends { tool: string }>(row: Row | undefined): Omit<Row, 'tool'> | null {
  if (!row) return null
  const { tool: _, ...rest } = row
  return rest
}

/** The history as `/status.csv`: a row per tool and UTC day. */
export const exportDays = (figures: Figures | null): string =>
  [
    'day,tool,settled,failed,declined,p50_ms,p95_ms',
    ...(figures?.days ?? []).map(({ day, tool, settled, failed, declined, p50_ms, p95_ms }) =>
      [day, tool, settled, failed, declined, p50_ms ?? '', p95_ms ?? ''].join(','),
    ),
    '',
  ].join('\r\n')
