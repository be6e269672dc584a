/** The three answers a caller meets, as the gate would send them: the 400, the 402 and the 200 of a tool. No I/O, nothing made up. */

import { findSample } from '../catalogue/samples.ts'
import { createCore, type Env } from '../core.ts'
import { ApiError } from '../errors.ts'
import { problemReply } from '../http/problem.ts'
import { log } from '../log.ts'
import type { Offers } from '../payments/offer/offers.ts'
import { exampleUrl } from '../payments/offer/terms.ts'
import { EXAMPLE_TICKET, withTicket } from '../payments/offer/ticket.ts'
import type { Tool } from '../tools/define.ts'
import { parseInput } from '../tools/parse.ts'
import { inputSchema } from '../tools/schema.ts'

/** Path and query of a tool's first example. */
export const examplePath = (tool: Tool): string => exampleUrl(tool, { BASE_URL: '' })

/** A call of the tool that is refused before any payment: its required parameter left out, else one that it does not know. */
export function badPath(tool: Tool): string {
  const { required = [] } = inputSchema(tool)
  return required.length > 0 ? tool.path : `${tool.path}?colour=blue`
}

/** A member a line, for the narrow columns in which these stand. */
const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** The 400 of `badPath`, and the code it carries. */
export function refusal(tool: Tool, settings: Env): { path: string; body: string } {
  const path = badPath(tool)
  try {
    parseInput(createCore(settings), tool, new URL(path, 'http://localhost').search)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { path, body: pretty(JSON.parse(String(problemReply(settings, error, { requestId: 'your-request-id' }).body))) }
  }
  throw new Error(`${path} was meant to be refused.`)
}

/** The terms of a 402 as they are decoded from its header; `null` while no facilitator answered yet. */
export function terms(tool: Tool, offers: Offers | undefined): { header: string; decoded: string } | null {
  const known = offers?.terms.get(tool.id)
  if (!known) return null
  const { x402Version, error, resource, accepts } = withTicket(known.required, EXAMPLE_TICKET)
  return {
    header: known.header(EXAMPLE_TICKET),
    decoded: pretty({ x402Version, error, resource: { url: resource.url, mimeType: resource.mimeType }, accepts }),
  }
}

/** The 200 body of a tool's first example. */
export const exampleAnswer = (tool: Tool): string => pretty(tool.examples[0].output)

/** A 200 body of the samples, with what it is; the example of the tool's definition where there is none. */
export function sampleAnswer(tool: Tool, settings: Pick<Env, 'BASE_URL'>): { note: string; body: string } {
  try {
    const [sample] = findSample(tool, 'answer', settings)
    if (sample) return { note: sample.label, body: pretty(sample.body) }
  } catch (error) {
    log.warn({ err: error, tool: tool.id }, 'no sample answer')
  }
  return { note: 'Example, from test data', body: exampleAnswer(tool) }
}
