/**
 * A seller that wants more than its price: a loopback server whose every path is another trick. It keeps each signature it is handed, so that a
 * test can add up what the wallet stands to lose.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

export const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '1000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: PAY_TO,
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
}
const solanaOffer = {
  ...offer,
  network: SOLANA,
  asset: SOLANA_USDC,
  payTo: 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5',
  extra: { feePayer: 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd' },
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const required = (accepts: unknown, more: object = {}) => ({
  x402Version: 2,
  error: 'Payment required',
  resource: { url: 'http://seller.test/', description: '', mimeType: 'application/json' },
  accepts,
  ...more,
})
const SETTLED = { success: true, transaction: '0xabc', network: 'eip155:8453', payer: '0xdef' }

type Answer = { status: number; headers?: Record<string, string>; body?: string | ((response: ServerResponse) => void) }
/** `paid`: the payment this request carries, decoded. `nth`: which request of this trick it is, from 0. */
type Trick = (ask: { paid: Record<string, unknown> | undefined; nth: number; request: IncomingMessage }) => Answer | 'drop' | 'hang'

const ask402 = (accepts: unknown, more: object = {}): Answer => ({
  status: 402,
  headers: { 'PAYMENT-REQUIRED': encode(required(accepts, more)) },
  body: '{}',
})
const sold: Answer = { status: 200, headers: { 'PAYMENT-RESPONSE': encode(SETTLED) }, body: '{"message":"pong"}' }
const problem = (status: number, code: string, charged: boolean | null, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify({ code, title: code, status, detail: code, retryable: true, charged, requestId: 'x' }),
})
/** Asks in this way and sells when it gets a signature all the same. */
const asks =
  (accepts: unknown, more: object = {}): Trick =>
  ({ paid }) =>
    paid ? sold : ask402(accepts, more)
/** Asks honestly and answers payments in this way. */
const answers =
  (answer: (nth: number) => Answer | 'drop' | 'hang'): Trick =>
  ({ paid, nth }) =>
    paid ? answer(nth) : ask402([offer])
const amount = (value: unknown): Trick => asks([{ ...offer, amount: value }])
const extra = (value: object): Trick => asks([{ ...offer, extra: { ...offer.extra, ...value } }])
const endless = (response: ServerResponse) => {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

export const tricks = {
  'a negative amount among good ones': ({ paid, nth }) => (paid ? sold : ask402([{ ...offer, amount: nth === 2 ? '-500000' : '1000' }])),
  'an amount of zero': amount('0'),
  'an amount with leading zeros': amount('0001000'),
  'an amount in hex': amount('0x3e8'),
  'an amount with an exponent': amount('1e3'),
  'an amount with a fraction': amount('1000.5'),
  'an amount with blanks and a sign': amount(' +1000 '),
  'an amount in Arabic digits': amount('١٠٠٠'),
  'an amount as a number': amount(1000),
  'an amount too large for any number': amount('9'.repeat(400)),
  'an amount as a list': amount(['1000']),
  'no amount': amount(undefined),
  'an amount over the cap of a call': amount('20001'),
  'a validity of 31 years': asks([{ ...offer, maxTimeoutSeconds: 1e9 }]),
  'a validity beyond any number': asks([{ ...offer, maxTimeoutSeconds: 1e308 * 10 }]),
  'a validity as text': asks([{ ...offer, maxTimeoutSeconds: '1000000000' }]),
  'a negative validity': asks([{ ...offer, maxTimeoutSeconds: -60 }]),
  'another address with every call': ({ paid, nth }) =>
    paid ? sold : ask402([{ ...offer, payTo: `0x${String(nth + 1).padStart(40, '3')}` }]),
  'another address after the first sale': ({ paid, nth }) => (paid ? sold : ask402([{ ...offer, payTo: nth === 0 ? PAY_TO : OTHER }])),
  'the zero address': asks([{ ...offer, payTo: `0x${'0'.repeat(40)}` }]),
  'an address that is none': asks([{ ...offer, payTo: 'vitalik.eth' }]),
  'a token that is not USDC': asks([{ ...offer, asset: OTHER, extra: { name: 'USD Coin', version: '2' } }]),
  'a network that is not allowed': asks([{ ...offer, network: 'eip155:1' }]),
  'a network as prototype': asks([{ ...offer, network: '__proto__' }]),
  'a scheme without a fixed amount': asks([{ ...offer, scheme: 'upto' }]),
  'an approval instead of a transfer': extra({ assetTransferMethod: 'permit2' }),
  'an approval by extension': asks([offer], { extensions: { eip2612GasSponsoring: { info: {}, schema: {} } } }),
  'the domain of another contract': extra({ name: 'Tether', version: '1', verifyingContract: OTHER, chainId: 1 }),
  'a fee payer that is no address': asks([{ ...solanaOffer, extra: { feePayer: 'x' } }]),
  'no fee payer': asks([{ ...solanaOffer, extra: {} }]),
  'a memo without end': asks([{ ...solanaOffer, extra: { ...solanaOffer.extra, memo: 'x'.repeat(10_000) } }]),
  'offers by the hundred thousand': asks(Array.from({ length: 300 }, () => ({ ...offer, amount: '-1' }))),
  'offers that are none': asks([null, 1, 'x', [], {}]),
  'accepts that is no list': asks({ 0: offer, length: 1 }),
  'terms of version 1': asks([{ ...offer, maxAmountRequired: '1000' }], { x402Version: 1 }),
  'terms that are no JSON': () => ({ status: 402, headers: { 'PAYMENT-REQUIRED': '%%%' }, body: '<h1>Pay' }),
  'terms without end': () => ({ status: 402, body: endless }),
  'terms nested without end': () => ({ status: 402, body: `{"x402Version":2,"accepts":${'['.repeat(50_000)}${']'.repeat(50_000)}}` }),
  'terms elsewhere by redirect': ({ paid, request }) =>
    paid ? sold : { status: 302, headers: { location: `http://localhost:${request.socket.localPort}/honest` } },
  'a sale sent on to somebody else': answers(() => ({ status: 307, headers: { location: '/honest' } })),
  '402 for every payment': answers(() => ask402([offer], { error: 'insufficient_funds' })),
  '402 for every payment, dearer each time': ({ paid, nth }) =>
    ask402([{ ...offer, amount: String(1000 + nth * 200) }], paid ? { error: 'again' } : {}),
  '402 with a settlement that failed': answers(() => ({
    ...ask402([offer], { error: 'settle_failed' }),
    headers: { 'PAYMENT-REQUIRED': encode(required([offer])), 'PAYMENT-RESPONSE': encode({ ...SETTLED, success: false, transaction: '' }) },
  })),
  '404 and not charged': answers(() => problem(404, 'subject_not_found', false)),
  '502 and not charged': answers(() => problem(502, 'upstream_failed', false)),
  '503 and not charged, for ever': answers(() => problem(503, 'facilitator_unavailable', false)),
  'a settlement unknown for ever': answers(() => problem(503, 'settlement_unknown', null)),
  'come again in a million seconds': answers(() => problem(503, 'settlement_unknown', null, { 'Retry-After': '1000000' })),
  'come again before now': answers(() => problem(503, 'settlement_unknown', null, { 'Retry-After': '-5' })),
  'come again at no time': answers(() => problem(429, 'rate_limited', null, { 'Retry-After': 'Tue, 99 Foo' })),
  'a lost connection for every payment': answers(() => 'drop'),
  'no answer to any payment': answers(() => 'hang'),
  'an error without end': answers(() => ({ status: 500, body: endless })),
  'a good answer without a receipt': answers(() => ({ status: 200, body: '{"message":"pong"}' })),
  'a receipt that is no receipt': answers(() => ({ status: 200, headers: { 'PAYMENT-RESPONSE': '%%%' }, body: '{}' })),
  'a receipt for less': answers(() => ({
    status: 200,
    headers: { 'PAYMENT-RESPONSE': encode({ ...SETTLED, amount: '-1000000' }) },
    body: '{}',
  })),
  'a receipt of a stranger’s payment': answers(() => ({
    status: 200,
    headers: { 'PAYMENT-RESPONSE': encode({ success: true, transaction: { toString: 'x' }, payer: ['y'], network: 7 }) },
    body: '{}',
  })),
  'a problem with a prototype': answers(() => ({ status: 409, body: '{"__proto__":{"charged":false},"code":["x"],"detail":{}}' })),
} satisfies Record<string, Trick>

export type TrickName = keyof typeof tricks

type Authorization = { from: string; to: string; value: string; validBefore: string; nonce: string }

export type DishonestSeller = {
  url: string
  urlOf(trick: TrickName): string
  /** Every different payment it was handed. */
  got(): { trick: string; header: string; authorization: Authorization | undefined }[]
  stop(): Promise<void>
}

const names = Object.keys(tricks) as TrickName[]

export async function startDishonestSeller(): Promise<DishonestSeller> {
  const got = new Map<string, { trick: string; header: string; authorization: Authorization | undefined }>()
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const trick = names[Number(/^\/(\d+)/.exec(request.url ?? '')?.[1])]
    const sent = request.headers['payment-signature']
    const header = typeof sent === 'string' ? sent : undefined
    const paid = header === undefined ? undefined : (JSON.parse(Buffer.from(header, 'base64').toString()) as Record<string, unknown>)
    const { authorization } = (paid?.payload ?? {}) as { authorization?: Authorization }
    if (header !== undefined) got.set(header, { trick: trick ?? 'honest', header, authorization })
    const count = `${trick} ${paid !== undefined}`
    const nth = counts.get(count) ?? 0
    counts.set(count, nth + 1)
    const answer = trick === undefined ? (paid ? sold : ask402([offer])) : (tricks[trick] as Trick)({ paid, nth, request })
    if (answer === 'drop') return void response.destroy()
    if (answer === 'hang') return
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    if (typeof answer.body === 'function') answer.body(response)
    else response.end(answer.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    urlOf: (trick) => `${url}/${names.indexOf(trick)}`,
    got: () => [...got.values()],
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
