/** The OpenAPI 3.1 description, made from the registry. Pure. */

import type { Env } from '../core.ts'
import { type OperatorSettings, operatorOf, termsUrl } from '../operator.ts'
import { MAX_LENGTH } from '../payments/protocol/wire.ts'
import type { Tool } from '../tools/define.ts'
import { inputSchema, type JsonSchema, outputSchema } from '../tools/schema.ts'

import { inWords } from './in-words.ts'
import { anyObject, paymentRequiredSchema, problemSchema } from './openapi-schemas.ts'
import { tendersPaths } from './openapi-tenders.ts'

type Settings = Pick<Env, 'BASE_URL' | 'TOOLS_URL' | 'NETWORK_BASE' | 'NETWORK_SOLANA'> & OperatorSettings

/** A tool under a name of letters, digits and `_`: in OpenAPI, MCP and the typed client. */
export const operationId = (tool: Tool): string => tool.id.replace(/[/-]/g, '_')

const header = (description: string): object => ({ description, schema: { type: 'string' } })

/** A parameter's schema with its example inside, where registries look for it. */
const withExample = (schema: JsonSchema, example: string | undefined): JsonSchema =>
  example === undefined || schema.example !== undefined ? schema : { ...schema, example }

const parametersOf = (tool: Tool): object[] => {
  const { properties = {}, required = [] } = inputSchema(tool)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: withExample(schema, tool.examples.find(({ query }) => query[name] !== undefined)?.query[name]),
  }))
}

/** Taken by every paid operation. A tool without query parameters has an input to show for it, which registries ask for. */
const requestIdParameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Your own id of this call, echoed in the answer and kept in logs and ledger. Default: one of ours.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$', example: 'my-call-1' },
}

/** How a call is paid for, and named. They are optional: without them a call is free to ask and answers 402. */
const paymentParameters = [
  {
    name: 'PAYMENT-SIGNATURE',
    in: 'header',
    required: false,
    description:
      'Base64 of the JSON of a signed x402 version 2 payment for one entry of accepts. Without it the answer is 402 with the terms.',
    schema: { type: 'string', maxLength: MAX_LENGTH },
  },
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Names a paid call, as the payment-identifier extension does: under one name nothing is sold twice to a payer.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,128}$' },
  },
]

const requestIdHeader = { 'X-Request-Id': header('Id of this call, in logs and ledger.') }
const retryHeader = {
  'Retry-After': { description: 'Seconds after which the same call may do better.', schema: { type: 'integer', minimum: 1 } },
}

/** `waits`: its answers may say when to come again. */
const problemResponse = (description: string, { waits = false } = {}): object => ({
  description,
  headers: { ...requestIdHeader, ...(waits ? retryHeader : {}) },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const paidOperation = (tool: Tool): object => {
  const { $schema: _, ...schema } = outputSchema(tool)
  return {
    operationId: operationId(tool),
    summary: tool.summary,
    description: tool.description,
    tags: [tool.id.split('/')[0]],
    ...(tool.retirement ? { deprecated: true } : {}),
    parameters: [...parametersOf(tool), ...paymentParameters, requestIdParameter],
    'x-payment-info': {
      price: { mode: 'fixed', currency: 'USD', amount: tool.price },
      protocols: [{ x402: {} }],
    },
    security: [{ x402: [] }],
    responses: {
      200: {
        description: 'The answer. Only now is the payment settled.',
        headers: {
          'PAYMENT-RESPONSE': header('Base64 of the settlement: transaction, network, payer.'),
          ...requestIdHeader,
        },
        content: { 'application/json': { schema: { ...schema, example: tool.examples[0].output } } },
      },
      400: problemResponse('Invalid input, found before any payment. Never charged.'),
      402: {
        description: 'Payment required, or the payment was not accepted. Never charged.',
        headers: {
          'PAYMENT-REQUIRED': header('Base64 of the x402 version 2 terms: amount, network and payTo of every offer.'),
          'PAYMENT-RESPONSE': header('Only after a settlement that was refused: base64 of what was said of it.'),
          ...requestIdHeader,
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/PaymentRequired' } } },
      },
      404: problemResponse('The subject of the question does not exist. Never charged.'),
      409: problemResponse('The payment is in progress, or was used before.', { waits: true }),
      410: problemResponse('This tool has ended. Never charged.'),
      422: problemResponse('The target cannot be processed. Never charged.'),
      429: problemResponse('Too many calls that were not paid, from one address or by one payer. Never charged.', { waits: true }),
      431: { description: 'Address and headers have more than 16 kB together. Answered before anything is read, without a body.' },
      500: problemResponse('A fault of ours. Never charged.'),
      502: problemResponse('A source failed. Never charged.', { waits: true }),
      503: problemResponse('Temporarily unavailable; with `settlement_unknown` resend the same payment header.', { waits: true }),
      504: problemResponse('A source was too slow. Never charged.', { waits: true }),
    },
  }
}

const freeOperation = (id: string, summary: string, content: Record<string, object>): object => ({
  get: {
    operationId: id,
    summary,
    description: `${summary} Free of charge, no key.`,
    tags: ['free'],
    security: [],
    responses: {
      200: { description: 'OK', content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])) },
      '4XX': problemResponse('A request this document does not describe.'),
    },
  },
})

const tagDescriptions: Record<string, string> = { free: 'Free of charge, without a key.' }

const guidance = (tools: readonly Tool[]): string =>
  [
    'Every /v1 endpoint is a GET that costs a fixed price in USDC, paid per call by x402 version 2 on Base or Solana. No key, no account.',
    'Order of answers: bad input is 400 before any payment (free); a valid unpaid call is 402 with the terms in the PAYMENT-REQUIRED header and in the body; the same request with PAYMENT-SIGNATURE is 200 and settles. A call without its required parameters is therefore 400, not 402: use the example URLs.',
    'Only a 2xx is ever settled. On 503 settlement_unknown resend the same header, do not sign again. A repeated header gets the stored answer for 24 hours.',
    `Endpoints: ${tools.map((tool) => `${tool.path} ($${tool.price}): ${tool.summary}`).join(' ')}`,
  ].join('\n\n')

function contactOf(settings: Settings): object {
  const operator = operatorOf(settings)
  if (!operator?.contact) return { name: operator?.name ?? 'Paid Agent Tools', url: `${settings.BASE_URL}/docs#contact` }
  const { name, contact } = operator
  return contact.email === undefined ? { name, url: contact.href } : { name, email: contact.email }
}

/** Of the service, as the newest entry of the changelog has it. */
export const VERSION = '1.1.0'

/** The whole document. */
export function makeOpenApi(tools: readonly Tool[], settings: Settings): Record<string, unknown> {
  const listing = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      payment: { type: 'string' },
      payTo: anyObject,
      operator: { type: ['object', 'null'] },
      endpoints: { type: 'array', items: anyObject },
    },
    required: ['name', 'payment', 'payTo', 'endpoints'],
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paid Agent Tools',
      version: VERSION,
      summary: 'Read-only tools for software agents, paid per call in USDC by x402.',
      description: `${inWords(tools.length)} read-only endpoints, bought one call at a time by x402 version 2 on Base or Solana. Bad input is never charged, and only a 2xx answer is ever settled.`,
      license: { name: 'MIT', identifier: 'MIT' },
      termsOfService: termsUrl(settings),
      contact: contactOf(settings),
      'x-guidance': guidance(tools),
    },
    servers: [{ url: settings.BASE_URL }],
    tags: [...new Set(tools.map((tool) => tool.id.split('/')[0]!)), 'free'].map((name) => ({
      name,
      description: tagDescriptions[name] ?? `Paid tools: ${name}.`,
    })),
    paths: {
      ...Object.fromEntries(tools.map((tool) => [tool.path, { get: paidOperation(tool) }])),
      '/healthz': freeOperation('healthz', 'Health check.', {
        'application/json': { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] },
      }),
      '/openapi.json': freeOperation('openapi', 'This document.', { 'application/json': anyObject }),
      '/.well-known/x402': freeOperation('well_known_x402', 'List of payable resources.', { 'application/json': anyObject }),
      '/': freeOperation('listing', 'Discovery listing: endpoints, prices and receiving addresses.', { 'application/json': listing }),
      ...tendersPaths(settings, freeOperation),
    },
    components: {
      securitySchemes: {
        x402: {
          type: 'http',
          scheme: 'x402',
          description: 'A signed x402 version 2 payment for the exact price, in the PAYMENT-SIGNATURE header. No key and no account.',
        },
      },
      schemas: {
        Problem: problemSchema,
        PaymentRequired: paymentRequiredSchema(tools, settings),
      },
    },
  }
}
