/**
 * The gate as it is watched: the same answers, and for each paid call one log line and a word to the listeners (metrics, traces). Both mounts
 * come through here; the gate itself knows nothing of it.
 */
import type { Core } from '../../core.ts'
import { endpoint } from '../../http/endpoint.ts'
import type { Call, Reply } from '../../http/reply.ts'
import { log } from '../../log.ts'
import { count } from '../../metrics.ts'
import { tellPaidCall } from '../../observe.ts'
import { toolByPath } from '../../tools/registry.ts'
import { PAYMENT_SIGNATURE } from '../protocol/wire.ts'
import { gateManners } from './gate.ts'

export const paid = endpoint({ ...gateManners, note })

function note(core: Core, call: Call, reply: Reply, start: number): void {
  const tool = toolByPath.get(call.path)
  if (!tool) return
  if (call.method !== 'GET' || call.header(PAYMENT_SIGNATURE) === undefined) {
    count(core, 'probed', tool.id)
    return
  }
  const requestId = reply.headers['X-Request-Id'] ?? ''
  const ms = Math.round((performance.now() - start) * 10) / 10
  const facts = { requestId, tool: tool.id, status: reply.status, ...outcomeOf(reply), ms }
  log.info({ ...facts, steps: reply.headers['Server-Timing'] }, 'paid call')
  tellPaidCall(core, { ...facts, startedAt: Date.now() - ms, traceparent: call.header('traceparent') })
}

/** In our own words, from our own answer. */
function outcomeOf({ status, headers, body }: Reply): { outcome: string; reason?: string } {
  if (status === 200) return { outcome: /\b(settle|chain);/.test(headers['Server-Timing'] ?? '') ? 'settled' : 'replayed' }
  const isJson = headers['Content-Type']?.includes('json') === true
  const said = isJson && body !== null ? (JSON.parse(String(body)) as { code?: string; error?: string }) : {}
  if (status === 402) return { outcome: 'refused', ...(said.error === undefined ? {} : { reason: said.error.slice(0, 200) }) }
  return { outcome: said.code ?? `status_${status}` }
}
