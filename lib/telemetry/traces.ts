/**
 * One trace for each paid call: the call itself, `validate` (everything before the claim), each step of the till, and the calls of sources.
 * Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set. Attributes are names, statuses and codes: no query, no header, no payment.
 */
import { randomBytes } from 'node:crypto'
import { part } from '../core.ts'
import type { PaidCall } from '../listeners.ts'
import { followUpstreams } from '../observe.ts'
import { type Exporter, type FinishedSpan, startExporter } from './otlp.ts'

type Step = { name: string; startedAt: number; endedAt: number | undefined; failed: boolean; spanId: string; parentId: string | undefined }
type OpenCall = { steps: Step[]; handler: string | undefined }

/** Calls whose end is never told (jobs use the same steps) must not pile up. */
const MAX_OPEN = 1_000

const id = (bytes: number): string => randomBytes(bytes).toString('hex')
const unixNow = (): number => performance.timeOrigin + performance.now()

/** The caller's trace, from a `traceparent` of version 00 (W3C Trace Context section 3.2); undefined for anything else. */
export function parseTraceparent(header: string | undefined): { traceId: string; parentId: string } | undefined {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? '')
  if (!parts || /^0+$/.test(parts[1]!) || /^0+$/.test(parts[2]!)) return undefined
  return { traceId: parts[1]!, parentId: parts[2]! }
}

/** The spans of an answered call. */
export function toSpans(call: PaidCall, steps: Step[]): FinishedSpan[] {
  const caller = parseTraceparent(call.traceparent)
  const traceId = caller?.traceId ?? id(16)
  const rootId = id(8)
  const endedAt = call.startedAt + call.ms
  const root: FinishedSpan = {
    traceId,
    spanId: rootId,
    parentId: caller?.parentId,
    name: `GET /v1/${call.tool}`,
    kind: 'server',
    startedAt: call.startedAt,
    endedAt,
    attributes: {
      'http.request.method': 'GET',
      'http.route': `/v1/${call.tool}`,
      'http.response.status_code': call.status,
      'request.id': call.requestId,
      'payment.outcome': call.outcome,
    },
    failed: call.status >= 500,
  }
  const validated = Math.min(steps[0]?.startedAt ?? endedAt, endedAt)
  const validate = {
    name: 'validate',
    startedAt: call.startedAt,
    endedAt: Math.max(validated, call.startedAt),
    failed: call.status === 400,
  }
  const children = [{ ...validate, spanId: id(8), parentId: undefined }, ...steps].map((step): FinishedSpan => {
    const source = /^upstream (.+)$/.exec(step.name)?.[1]
    return {
      traceId,
      spanId: step.spanId,
      parentId: step.parentId ?? rootId,
      name: step.name,
      kind: source === undefined ? 'internal' : 'client',
      startedAt: step.startedAt,
      endedAt: step.endedAt ?? endedAt,
      attributes: source === undefined ? {} : { 'peer.service': source },
      failed: step.failed,
    }
  })
  return [root, ...children]
}

/** Listens to calls and exports them, once per program; undefined when no collector is configured. */
export const startTraces = part((core): Exporter | undefined => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: serviceName } = core.env
  if (!endpoint) return undefined
  const exporter = startExporter({ endpoint, headers, serviceName })
  const open = new Map<string, OpenCall>()
  followUpstreams(core)
  core.listeners.spans.add((name, requestId) => {
    let call = open.get(requestId)
    if (!call) {
      if (open.size >= MAX_OPEN) open.delete(open.keys().next().value!)
      call = { steps: [], handler: undefined }
      open.set(requestId, call)
    }
    const { handler } = call
    const parentId = name.startsWith('upstream ') ? handler : undefined
    const step: Step = { name, startedAt: unixNow(), endedAt: undefined, failed: false, spanId: id(8), parentId }
    if (name === 'handler') call.handler = step.spanId
    call.steps.push(step)
    return (error) => {
      step.endedAt = unixNow()
      step.failed = error !== undefined
    }
  })
  core.listeners.calls.add((call) => {
    const steps = open.get(call.requestId)?.steps ?? []
    open.delete(call.requestId)
    exporter.add(toSpans(call, steps))
  })
  return exporter
})
