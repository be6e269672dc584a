/** What goes wrong in one round of the soak, drawn from a seeded sequence. */
import { type FacilitatorControl, settleModes, verifyModes } from '../../tests/local/facilitator-modes.ts'
import { type Fault, plainFaults } from '../../tests/support/upstreams/faults.ts'

export type Misfortune = {
  facilitator: FacilitatorControl
  /** A source name, or `*` for all. */
  upstream: { source: string; fault: Fault } | null
  postgres: 'restart' | 'crash' | null
  redis: 'gone' | null
  /** What the first server gets in the middle of the round. */
  server: 'SIGTERM' | 'SIGKILL' | null
}

const settleFaults = settleModes.filter((mode) => mode !== 'ok')
const verifyFaults = verifyModes.filter((mode) => mode !== 'ok')

const healthy: FacilitatorControl = { verify: 'ok', settle: 'ok', svmDuplicateCache: true, landingDelayMs: 0, slowMs: 300 }

/** The kinds take turns, so that a short run meets each; a round has one of them, or two. */
export function nextMisfortune(round: number, random: () => number): Misfortune {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const found: Misfortune = {
    facilitator: { ...healthy, landingDelayMs: random() < 0.3 ? 400 : 0 },
    upstream: null,
    postgres: null,
    redis: null,
    server: null,
  }
  const strike = (kind: number) => {
    if (kind === 0) found.facilitator.settle = { mode: pick(settleFaults), times: 1 + Math.floor(random() * 6) }
    else if (kind === 1) found.server = random() < 0.75 ? 'SIGTERM' : 'SIGKILL'
    else if (kind === 2)
      found.upstream = {
        source: pick(['*', 'sourcify-4byte', 'coingecko', 'doh-cloudflare', 'dexscreener']),
        fault: { mode: pick(plainFaults) },
      }
    else if (kind === 3) found.postgres = random() < 0.6 ? 'restart' : 'crash'
    else if (kind === 4) found.redis = 'gone'
    else if (kind === 5) found.facilitator.verify = { mode: pick(verifyFaults), times: 1 + Math.floor(random() * 4) }
  }
  // Every seventh round nothing is wrong: recovery is part of the promise.
  const kind = round % 7
  strike(kind)
  if (kind < 6 && random() < 0.35) strike(Math.floor(random() * 6))
  return found
}

export const describeMisfortune = ({ facilitator, upstream, postgres, redis, server }: Misfortune): string => {
  const mode = (name: string, value: unknown) =>
    typeof value === 'object' && value !== null ? [`${name} ${(value as { mode: string }).mode}`] : []
  const parts = [
    ...mode('verify', facilitator.verify),
    ...mode('settle', facilitator.settle),
    ...(upstream ? [`${upstream.source} ${upstream.fault.mode}`] : []),
    ...(postgres ? [`PostgreSQL ${postgres}`] : []),
    ...(redis ? ['Redis gone'] : []),
    ...(server ? [server] : []),
  ]
  return parts.join(', ') || 'nothing wrong'
}
