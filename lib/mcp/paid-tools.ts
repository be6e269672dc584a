/** The paid tools over MCP: the same registry, the same order of steps and the same till as over HTTP. */
import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/sdk/types.js'
import { operationId } from '../catalogue/openapi.ts'
import { env } from '../env.ts'
import { refuseAfterSunset } from '../http/deprecation.ts'
import { log } from '../log.ts'
import { serverTiming, type Timings, tellPaidCall } from '../observe.ts'
import { offersOrThrow } from '../payments/offers.ts'
import { admitUnpaid, requireConfigured, sell, termsToOffer } from '../payments/sell.ts'
import { toolLinks } from '../payments/terms.ts'
import type { Outcome } from '../payments/till.ts'
import { parsePayment } from '../payments/wire.ts'
import type { Tool } from '../tools/define.ts'
import { parseValues } from '../tools/parse.ts'
import { tools } from '../tools/registry.ts'
import { inputSchema, outputSchema } from '../tools/schema.ts'
import { answerResult, PAYMENT_META, problemResult, termsResult } from './result.ts'

/** Who calls, as far as anyone knows. */
export type Caller = { clientIp: string; requestId: string }

const unpaidError = `Payment required: sign one of accepts and call again with the payment in _meta["${PAYMENT_META}"] (x402 version 2).`

/**
 * What a result may hold: the answer, or the terms of an unpaid call. Clients check structured content against this in both cases, hence the
 * alternative; the members are those of the HTTP answer.
 */
function resultSchema(tool: Tool): McpTool['outputSchema'] {
  const { $schema: _, required = [], ...schema } = outputSchema(tool)
  const answer = { required, description: 'The answer.' }
  const terms = { required: ['x402Version', 'accepts'], description: 'Payment required (isError: true): x402 version 2 terms.' }
  return { ...schema, type: 'object', anyOf: [answer, terms] }
}

/** A tool as `tools/list` shows it. */
function describe(tool: Tool): McpTool {
  const { $schema: _, ...input } = inputSchema(tool)
  return {
    name: operationId(tool),
    title: tool.summary,
    description: tool.description,
    inputSchema: { ...input, type: 'object' },
    outputSchema: resultSchema(tool),
    annotations: {
      title: tool.summary,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: (tool.sources ?? []).length > 0,
    },
    _meta: { path: tool.path, price: { amount: tool.price, currency: 'USD' }, links: toolLinks(tool, env()) },
  }
}

const toolByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [operationId(tool), tool]))

export const findPaidTool = (name: string): Tool | undefined => toolByName.get(name)
export const listPaidTools = (): McpTool[] => tools.map(describe)

function toResult(outcome: Outcome, tool: Tool, offers: Awaited<ReturnType<typeof offersOrThrow>>, requestId: string): CallToolResult {
  if (outcome.kind === 'failed') return problemResult(outcome.error, requestId)
  if (outcome.kind === 'refused') return termsResult(offers.terms.get(tool.id)!, outcome.code, outcome.settlement)
  return answerResult(outcome.body, outcome.settlement)
}

/** Calls a paid tool: invalid arguments first, then the terms or, with a payment, the answer. Never throws. */
export async function callPaidTool(tool: Tool, values: Record<string, unknown>, payment: unknown, caller: Caller): Promise<CallToolResult> {
  const { clientIp, requestId } = caller
  try {
    if (tool.retirement) refuseAfterSunset(tool.retirement)
    const input = parseValues(tool, values, env().BASE_URL)
    if (payment === undefined) {
      admitUnpaid(tool, clientIp)
      return termsResult(termsToOffer(tool, await offersOrThrow()), unpaidError)
    }
    requireConfigured()
    const offers = await offersOrThrow()
    const payload = parsePayment(payment, `The payment in _meta["${PAYMENT_META}"]`)
    const timings: Timings = new Map()
    const [startedAt, start] = [Date.now(), performance.now()]
    const outcome = await sell({ tool, input, payload, idempotencyKey: undefined, offers, clientIp, requestId, timings })
    const facts = { requestId, tool: tool.id, ...spoken(outcome), ms: Math.round(performance.now() - start) }
    log.info({ ...facts, transport: 'mcp', steps: serverTiming(timings) }, 'paid call')
    tellPaidCall({ ...facts, startedAt, traceparent: undefined })
    return toResult(outcome, tool, offers, requestId)
  } catch (error) {
    return problemResult(error, requestId)
  }
}

/** An outcome in the words of the log, the same as over HTTP. */
function spoken(outcome: Outcome): { status: number; outcome: string } {
  if (outcome.kind === 'paid') return { status: 200, outcome: outcome.replayed ? 'replayed' : 'settled' }
  return outcome.kind === 'refused' ? { status: 402, outcome: 'refused' } : { status: outcome.error.status, outcome: outcome.error.code }
}
