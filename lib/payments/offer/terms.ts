/**
 * What a paid path asks for, made once per tool and set of live rails: the decoded 402 of x402 v2, its header and its bodies.
 * Nothing here depends on a request, so an unpaid call costs a look-up.
 */
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { declarePaymentIdentifierExtension } from '@x402/extensions/payment-identifier'
import type { Env } from '../../core.ts'
import type { Tool } from '../../tools/define.ts'
import { shortInputSchema, shortOutputSchema } from '../../tools/schema.ts'
import { encodeHeader } from '../protocol/wire.ts'
import { bodyStencil, headerStencil, newTicket, type Stencil, withTicket } from './ticket.ts'

export type Terms = {
  tool: Tool
  accepts: PaymentRequirements[]
  /** The decoded terms, without a ticket. */
  required: PaymentRequired
  /** What of its extensions a facilitator reads, for payments whose buyer sent it back. */
  discovery: Record<string, unknown>
  /** PAYMENT-REQUIRED of a plain unpaid call, for a ticket. */
  header: Stencil
  /** JSON body of the same: the decoded terms plus links, since many clients read the body first. */
  body: Stencil
}

/** Terms as one caller gets them. */
export type IssuedTerms = { header: string; body: string }

/** URL of a working call: the tool's first example. */
export const exampleUrl = (tool: Tool, settings: Pick<Env, 'BASE_URL'>): string => {
  const query = new URLSearchParams(tool.examples[0].query).toString()
  return `${settings.BASE_URL}${tool.path}${query ? `?${query}` : ''}`
}

/** Links of a tool that resolve on this server. */
export const toolLinks = (tool: Tool, settings: Pick<Env, 'BASE_URL'>) => ({
  docs: `${settings.BASE_URL}/docs/${tool.id}`,
  example: exampleUrl(tool, settings),
  sample: `${settings.BASE_URL}/samples/${tool.id}.json`,
  openapi: `${settings.BASE_URL}/openapi.json`,
})

const LIST_ITEMS = 1
const TEXT_LENGTH = 120

/** An example short enough for a header: lists and long texts cut. Full examples stand in OpenAPI and on the docs page. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > TEXT_LENGTH ? `${value.slice(0, TEXT_LENGTH)}…` : value
  if (Array.isArray(value)) return value.slice(0, LIST_ITEMS).map(shorten)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]))
}

/** The bazaar discovery extension of a tool: GET, an example query, and an output example that satisfies its own schema. */
export function discoveryExtension(tool: Tool): Record<string, unknown> {
  const [{ query, output }] = tool.examples
  const declared = declareDiscoveryExtension({
    input: query,
    inputSchema: shortInputSchema(tool),
    output: { example: shorten(output), schema: shortOutputSchema(tool) },
  } as Parameters<typeof declareDiscoveryExtension>[0]) as unknown as {
    bazaar: { info: { input: object }; schema: { properties: { input: { properties: object; required: string[] } } } }
  }
  const { info, schema } = declared.bazaar
  const input = schema.properties.input
  return {
    bazaar: {
      info: { ...info, input: { ...info.input, method: 'GET' } },
      schema: {
        ...schema,
        properties: {
          ...schema.properties,
          input: { ...input, properties: { ...input.properties, method: { type: 'string', enum: ['GET'] } } },
        },
      },
    },
  }
}

const unpaidError = 'Payment required: sign one of accepts and send it in the PAYMENT-SIGNATURE header (x402 version 2).'

/** The terms of a tool for the given requirements, one per live rail. */
export function makeTerms(tool: Tool, accepts: PaymentRequirements[], settings: Env): Terms {
  const required: PaymentRequired = {
    x402Version: 2,
    error: unpaidError,
    resource: {
      url: `${settings.BASE_URL}${tool.path}`,
      description: tool.description,
      mimeType: 'application/json',
      serviceName: 'Paid Agent Tools',
      tags: ['agents', tool.id.split('/')[0]!, 'x402'],
      iconUrl: `${settings.BASE_URL}/icon.svg`,
    },
    accepts,
    extensions: { ...discoveryExtension(tool), 'payment-identifier': declarePaymentIdentifierExtension(false) },
  }
  return toTerms(tool, required, settings)
}

const toTerms = (tool: Tool, required: PaymentRequired, settings: Env): Terms => ({
  tool,
  accepts: required.accepts,
  required,
  discovery: { bazaar: required.extensions?.bazaar },
  header: headerStencil(required),
  body: bodyStencil(required, toBody(tool, settings)),
})

/** The same terms with further extensions. */
export const extendTerms = ({ tool, required }: Terms, extensions: Record<string, unknown>, settings: Env): Terms =>
  toTerms(tool, { ...required, extensions: { ...required.extensions, ...extensions } }, settings)

const toBody = (tool: Tool, settings: Env) => (required: PaymentRequired) =>
  JSON.stringify({ ...required, price: { amount: tool.price, currency: 'USD' }, charged: false, links: toolLinks(tool, settings) })

/** The decoded terms with a new ticket, and with another reason than that nothing was paid when there is one. */
export const issueRequired = ({ required }: Terms, error?: string): PaymentRequired =>
  withTicket(error === undefined ? required : { ...required, error }, newTicket())

/** The terms for one caller, with a new ticket; `error` is why a payment was not accepted, when there was one. */
export function issueTerms(terms: Terms, error: string | undefined, settings: Env): IssuedTerms {
  if (error === undefined) {
    const ticket = newTicket()
    return { header: terms.header(ticket), body: terms.body(ticket) }
  }
  const required = issueRequired(terms, error)
  return { header: encodeHeader(required), body: toBody(terms.tool, settings)(required) }
}
