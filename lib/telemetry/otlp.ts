/**
 * Spans to an OpenTelemetry collector: OTLP over HTTP in its JSON form (opentelemetry.io/docs/specs/otlp, section OTLP/HTTP). Batched in the
 * background; when the collector is away spans are dropped and counted, and no call ever waits for it.
 */
import { log } from '../log.ts'

export type FinishedSpan = {
  /** 32 and 16 hex digits. */
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  /** SERVER for the call itself, CLIENT for calls of others, INTERNAL for steps. */
  kind: 'server' | 'client' | 'internal'
  /** Unix milliseconds, with fraction. */
  startedAt: number
  endedAt: number
  attributes: Record<string, string | number>
  failed: boolean
}

export type Exporter = {
  add(spans: FinishedSpan[]): void
  /** Sends what is waiting. Never throws. */
  flush(): Promise<void>
  /** Sends what is waiting and stops. */
  stop(): Promise<void>
}

export type ExporterOptions = { endpoint: string; headers: Record<string, string>; serviceName: string; flushMs?: number }

const MAX_WAITING = 2_048
const BATCH = 512
const TIMEOUT_MS = 10_000
const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2

const attribute = ([key, value]: [string, string | number]) => ({
  key,
  value:
    typeof value === 'string' ? { stringValue: value } : Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value },
})

/** Milliseconds as nanoseconds in decimal text, as proto3 JSON writes 64-bit numbers. */
const nanos = (ms: number): string => `${Math.round(ms * 1000)}000`

const toOtlp = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanos(span.startedAt),
  endTimeUnixNano: nanos(span.endedAt),
  attributes: Object.entries(span.attributes).map(attribute),
  status: span.failed ? { code: STATUS_ERROR } : {},
})

/** The body of one export request. */
export const exportRequest = (spans: FinishedSpan[], serviceName: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [attribute(['service.name', serviceName])] },
        scopeSpans: [{ scope: { name: 'paid-agent-tools' }, spans: spans.map(toOtlp) }],
      },
    ],
  })

/** Starts an exporter; its timer keeps no process alive. */
export function startExporter({ endpoint, headers, serviceName, flushMs = 5_000 }: ExporterOptions): Exporter {
  const waiting: FinishedSpan[] = []
  let dropped = 0
  let sending: Promise<void> | undefined

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      try {
        const response = await fetch(`${endpoint}/v1/traces`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: exportRequest(batch, serviceName),
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        await response.body?.cancel()
        if (!response.ok) throw new Error(`the collector answered ${response.status}`)
      } catch (error) {
        dropped += batch.length + waiting.length
        waiting.length = 0
        log.warn({ reason: error instanceof Error ? error.message : String(error), dropped }, 'spans were not delivered')
      }
    }
  }
  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()
  return {
    add(spans) {
      const room = MAX_WAITING - waiting.length
      waiting.push(...spans.slice(0, Math.max(0, room)))
      dropped += Math.max(0, spans.length - room)
      if (waiting.length >= BATCH) void flush()
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}
