import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import { beginUpstream, span, tellPaidCall } from '../observe.ts'
import { startExporter } from './otlp.ts'
import { parseTraceparent, startTraces, toSpans } from './traces.ts'

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; kind: number; status: { code?: number } }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function startCollector(status = 200) {
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    bodies.push(`${request.url} ${body}`)
    headers.push(request.headers)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const spans = (): Span[] =>
    bodies.flatMap((text) => {
      const { resourceSpans } = JSON.parse(text.slice(text.indexOf(' '))) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, headers, spans }
}

const call = (extra = {}) => ({
  requestId: 'r-1',
  tool: 'util/ping',
  status: 200,
  outcome: 'settled',
  startedAt: Date.now(),
  ms: 50,
  traceparent: undefined,
  ...extra,
})

test('a paid call arrives at the collector as one trace: validate, steps, and sources below the handler', async () => {
  const collector = await startCollector()
  const core = testCore({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b,authorization=Bearer%20k' })
  const exporter = startTraces(core)!
  const timings = new Map()
  const startedAt = Date.now()
  await span('claim', { core, requestId: 'r-1', timings }, async () => undefined)
  await span('handler', { core, requestId: 'r-1', timings }, async () => {
    const end = beginUpstream(core, 'dexscreener')
    await Promise.resolve()
    end(new Error('down'))
  })
  const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  tellPaidCall(core, call({ startedAt, traceparent: caller }))
  await exporter.flush()
  const spans = collector.spans()
  const named = (name: string) => spans.find((one) => one.name === name)!
  expect(spans.map(({ name }) => name)).toEqual(['GET /v1/util/ping', 'validate', 'claim', 'handler', 'upstream dexscreener'])
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['0af7651916cd43dd8448eb211c80319c']))
  expect(named('GET /v1/util/ping').parentSpanId).toBe('b7ad6b7169203331')
  expect(named('claim').parentSpanId).toBe(named('GET /v1/util/ping').spanId)
  expect(named('upstream dexscreener')).toMatchObject({ parentSpanId: named('handler').spanId, kind: 3, status: { code: 2 } })
  expect(collector.bodies[0]).toMatch(/^\/v1\/traces /)
  expect(collector.headers[0]).toMatchObject({ 'x-team': 'a b', authorization: 'Bearer k' })
  await exporter.stop()
})

test('without a collector nothing is started', () => {
  expect(startTraces(testCore())).toBeUndefined()
})

test('a collector that refuses costs spans, never an error', async () => {
  const collector = await startCollector(503)
  const exporter = startExporter({ endpoint: collector.url, headers: {}, serviceName: 's' })
  exporter.add(toSpans(call(), []))
  await exporter.flush()
  exporter.add(toSpans(call(), []))
  await exporter.stop()
  expect(collector.bodies).toHaveLength(2)
})

test.each([
  undefined,
  '',
  'x',
  '01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
  '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
])("a caller's trace is joined only in the form of the specification: %s is not", (header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})
