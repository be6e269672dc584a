/** The paid tools over MCP: the same registry, the same order of steps and the same till as over HTTP. */

import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/server'
import { operationId } from '../catalogue/openapi.ts'
import type { Core, Env } from '../core.ts'
import { ApiError } from '../errors.ts'
import { boundBad, isBadCall } from '../http/admission.ts'
import { refuseAfterSunset } from '../http/deprecation.ts'
import { log } from '../log.ts'
import { serverTiming, type Timings, tellPaidCall } from '../observe.ts'
import { admitUnpaid, termsOf, termsToOffer } from '../payments/offer/ask.ts'
import { withReceipt } from '../payments/offer/attest.ts'
import { offersOrThrow } from '../payments/offer/offers.ts'
import { toolLinks } from '../payments/offer/terms.ts'
import { parsePayment } from '../payments/protocol/wire.ts'
import type { Outcome } from '../payments/sale/outcome.ts'
import { sell } from '../payments/sale/sale.ts'
import type { Tool } from '../tools/define.ts'
import { parseValues, toRequest } from '../tools/parse.ts'
import { tools } from '../tools/registry.ts'
import { inputSchema, outputSchema } from '../tools/schema.ts'
import { answerResult, PAYMENT_META, problemResult, termsResult } from './result.ts'

/** Who calls, as far as anyone knows, and what the message costs where it is counted. */
export type Caller = { clientIp: string; requestId: string; cost?: number }

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
function describe(tool: Tool, settings: Pick<Env, 'BASE_URL'>): McpTool {
  const { $schema: _, ...input } = inputSchema(tool)
  return {
    name: operationId(tool),
    title: tool.summary,
    description: tool.description,
    // Both are JSON Schema; theirs spells out JSON to a depth where the types no longer meet.
    inputSchema: { ...input, type: 'object' } as McpTool['inputSchema'],
    outputSchema: resultSchema(tool),
    annotations: {
      title: tool.summary,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: (tool.sources ?? []).length > 0,
    },
    _meta: { path: tool.path, price: { amount: tool.price, currency: 'USD' }, links: toolLinks(tool, settings) },
  }
}

const toolByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [operationId(tool), tool]))

export const findPaidTool = (name: string): Tool | undefined => toolByName.get(name)
export const listPaidTools = (settings: Pick<Env, 'BASE_URL'>): McpTool[] => tools.map((tool) => describe(tool, settings))

async function toResult(outcome: Outcome, core: Core, tool: Tool, requestId: string): Promise<CallToolResult> {
  if (outcome.kind === 'failed') return problemResult(core.env, outcome.error, requestId)
  if (outcome.kind === 'refused') return termsResult(termsOf(core, tool, await offersOrThrow(core)), outcome.code, outcome.settlement)
  return answerResult(outcome.body, withReceipt(core, `${core.env.BASE_URL}${tool.path}`, outcome.settlement))
}

/** Calls a paid tool: invalid arguments first, then the terms or, with a payment, the answer. Never throws. */
export async function callPaidTool(
  core: Core,
  tool: Tool,
  values: Record<string, unknown>,
  payment: unknown,
  caller: Caller,
): Promise<CallToolResult> {
  const { clientIp, requestId, cost = 1 } = caller
  try {
    // What was paid before the end is still answered.
    if (tool.retirement && payment === undefined) refuseAfterSunset(tool.retirement)
    const request = toRequest(tool, parseValues(core, tool, values))
    if (payment === undefined) {
      admitUnpaid(core, tool)
      return termsResult(termsToOffer(core, tool, await offersOrThrow(core)), unpaidError)
    }
    const received = parsePayment(payment, `The payment in _meta["${PAYMENT_META}"]`)
    const timings: Timings = new Map()
    const [startedAt, start] = [core.now(), performance.now()]
    const outcome = await sell({ core, request, received, idempotencyKey: undefined, clientIp, requestId, timings })
    const facts = { requestId, tool: tool.id, ...spoken(outcome), ms: Math.round(performance.now() - start) }
    log.info({ ...facts, transport: 'mcp', steps: serverTiming(timings) }, 'paid call')
    tellPaidCall(core, { ...facts, startedAt, traceparent: undefined })
    if (outcome.kind === 'failed' && isBadCall(outcome.error)) throw outcome.error
    return await toResult(outcome, core, tool, requestId)
  } catch (error) {
    // Without a payment the call was counted already.
    const told = payment !== undefined && error instanceof ApiError ? boundBad(core, clientIp, error, cost) : error
    return problemResult(core.env, told, requestId)
  }
}

/** Whether a message is a call of a paid tool with a payment: who pays is not counted by address. */
export const carriesPayment = ({ method, params }: { method?: unknown; params?: unknown }): boolean => {
  const { name, _meta } = (params ?? {}) as { name?: unknown; _meta?: Record<string, unknown> | null }
  return method === 'tools/call' && typeof name === 'string' && toolByName.has(name) && _meta?.[PAYMENT_META] !== undefined
}

/** An outcome in the words of the log, the same as over HTTP. */
function spoken(outcome: Outcome): { status: number; outcome: string } {
  if (outcome.kind === 'paid') return { status: 200, outcome: outcome.replayed ? 'replayed' : 'settled' }
  return outcome.kind === 'refused' ? { status: 402, outcome: 'refused' } : { status: outcome.error.status, outcome: outcome.error.code }
}
