/** The schemas that every paid operation of the OpenAPI document refers to: its failures, and its 402. */
import type { Env } from '../core.ts'
import { maybeCharged, problemCodes } from '../errors.ts'
import { MAX_TIMEOUT_SECONDS } from '../payments/protocol/networks.ts'
import type { Tool } from '../tools/define.ts'

/** The body of every failure. */
export const problemSchema = {
  type: 'object',
  description: 'RFC 9457 problem document.',
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What went wrong and what to do next.' },
    code: { type: 'string', enum: problemCodes },
    param: { type: 'string', description: 'The parameter at fault.' },
    retryable: { type: 'boolean' },
    charged: {
      type: ['boolean', 'null'],
      description: `Always false, except null where this payment may have been charged, by this call or an earlier one: ${maybeCharged.join(', ')}, and any code while the seller's books may have lost an earlier call.`,
    },
    requestId: { type: 'string' },
    docs: { type: 'string', format: 'uri', description: 'The page that explains the code.' },
    reason: { type: 'string', description: 'Of invalid input: what is wrong, without the rest of the detail.' },
    allowed: {
      type: ['string', 'array'],
      description: 'Of invalid input: the values, or the pattern, that the parameter takes, or the parameters there are.',
    },
    example: { type: 'string', format: 'uri', description: 'Of invalid input: a call that works.' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'retryable', 'charged', 'requestId', 'docs'],
}

const text = { type: 'string' }
/** An object of which no more is said. */
export const anyObject = { type: 'object' }

/** The body of a 402: the terms of x402 version 2, and what this service adds to them. */
export const paymentRequiredSchema = (tools: readonly Tool[], settings: Pick<Env, 'NETWORK_BASE' | 'NETWORK_SOLANA'>): object => ({
  type: 'object',
  description: 'x402 version 2 PaymentRequired, with the price and links.',
  properties: {
    x402Version: { const: 2 },
    error: { type: 'string', description: 'Why nothing was sold: that nothing was paid, or the code of what was wrong with a payment.' },
    resource: {
      type: 'object',
      properties: { url: { type: 'string', format: 'uri' }, description: text, mimeType: text },
      required: ['url'],
    },
    accepts: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          scheme: { const: 'exact' },
          network: { enum: [settings.NETWORK_BASE, settings.NETWORK_SOLANA] },
          amount: { enum: [...new Set(tools.map((tool) => tool.amount))], description: 'Millionths of a USDC.' },
          asset: { type: 'string', description: 'The USDC contract or mint.' },
          payTo: text,
          maxTimeoutSeconds: { const: MAX_TIMEOUT_SECONDS },
          extra: {
            type: 'object',
            properties: { ticket: { type: 'string', description: 'New in each 402: goes back unchanged with the payment.' } },
            required: ['ticket'],
          },
        },
        required: ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds', 'extra'],
      },
    },
    extensions: anyObject,
    price: {
      type: 'object',
      properties: { amount: { type: 'string', pattern: String.raw`^\d+\.\d{6}$` }, currency: { const: 'USD' } },
      required: ['amount', 'currency'],
    },
    charged: { const: false },
    links: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
  },
  required: ['x402Version', 'error', 'resource', 'accepts', 'price', 'charged', 'links'],
})
