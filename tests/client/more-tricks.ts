/** More tricks: lies in how terms are written, in what a settlement says, and in the time and room that an answer takes. */
import { gzipSync } from 'node:zlib'
import {
  amount,
  answers,
  ask402,
  asks,
  encode,
  extra,
  OTHER,
  offer,
  problem,
  required,
  SETTLED,
  slowly,
  sold,
  type Trick,
} from './trick-parts.ts'

/** JSON that is deeper than any program's stack. */
const DEPTH = 60_000
const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`
const packed = gzipSync(Buffer.alloc(30_000_000, ' '))
/** Terms that JSON.stringify could not write: the text of one member is put in afterwards. */
const written = (accepts: unknown, more: object, text: string): Trick => {
  const body = JSON.stringify(required(accepts, more)).replaceAll('"PUT-IN"', text)
  return ({ paid }) => (paid ? sold : { status: 402, body })
}
const settledWith = (response: unknown, more: Record<string, string> = {}): Trick =>
  answers(() => ({ status: 200, headers: { 'PAYMENT-RESPONSE': encode(response), ...more }, body: '{"message":"pong"}' }))
const withReceipt = (receipt: unknown) => ({ ...SETTLED, extensions: { 'offer-receipt': { info: { receipt } } } })
const paidWith = (status: number, headers: Record<string, string> = {}): Trick =>
  answers(() => ({ status, headers: { 'PAYMENT-RESPONSE': encode(SETTLED), ...headers } }))
const again = (retryAfter: string): Trick => answers(() => problem(503, 'settlement_unknown', null, { 'Retry-After': retryAfter }))

export const moreTricks = {
  'an amount with a line break': amount('1000\n'),
  'an amount with a separator': amount('1_000'),
  'an amount in full-width digits': amount('１０００'),
  'an amount in mathematical digits': amount('𝟏𝟎𝟎𝟎'),
  'an amount with a digit nobody sees': amount('1\u200b000'),
  'an amount as BigInt is written': amount('1000n'),
  'an amount in octal': amount('0o1750'),
  'an amount that is not a number': amount('NaN'),
  'an amount without end': amount('Infinity'),
  'an amount of minus nothing': amount('-0'),
  'an amount as an object': amount({ value: '1000', toString: '1000' }),
  'an amount as truth': amount(true),
  'an amount as nothing': amount(null),
  'an amount named twice': written([{ ...offer, amount: 'PUT-IN' }], {}, '"1","amount":"900000"'),
  'an amount in the prototype': written([{ ...offer, amount: undefined, extra: 'PUT-IN' }], {}, '{},"__proto__":{"amount":"-1"}'),
  'the price of version 1 beside it': asks([{ ...offer, amount: '900000', maxAmountRequired: '1' }]),
  'two decimals instead of six': extra({ decimals: 2 }),
  'a price in dollars that is another': asks([
    { ...offer, amount: '19000', price: '$0.000001', extra: { ...offer.extra, usd: '0.000001' } },
  ]),
  'a dear offer after a cheap one': asks([offer, { ...offer, amount: '900000' }]),
  'a negative offer after a cheap one': asks([offer, { ...offer, amount: '-900000' }]),
  'two offers to two addresses': asks([offer, { ...offer, payTo: OTHER }]),
  'an address in other letters each time': ({ paid, nth }) =>
    paid ? sold : ask402([{ ...offer, payTo: nth % 2 ? offer.payTo.toLowerCase() : offer.payTo }]),
  'an address with a letter more': asks([{ ...offer, payTo: `${offer.payTo}0` }]),
  'an address as a list': asks([{ ...offer, payTo: [offer.payTo] }]),
  'the network by its short name': asks([{ ...offer, network: 'base' }]),
  'the network in capitals': asks([{ ...offer, network: 'EIP155:8453' }]),
  'the network with a zero more': asks([{ ...offer, network: 'eip155:08453' }]),
  'the network in hex': asks([{ ...offer, network: 'eip155:0x2105' }]),
  'the network with a blank': asks([{ ...offer, network: 'eip155:8453 ' }]),
  'the token in capitals': asks([{ ...offer, asset: offer.asset.toUpperCase() }]),
  'the token by its name': asks([{ ...offer, asset: 'USDC' }]),
  'the token with another letter': asks([{ ...offer, asset: offer.asset.replace('8', 'В') }]),
  'the scheme in capitals': asks([{ ...offer, scheme: 'EXACT' }]),
  'the scheme with a blank': asks([{ ...offer, scheme: 'exact ' }]),
  'a scheme of channels': asks([{ ...offer, scheme: 'batch-settlement', extra: { ...offer.extra, receiverAuthorizer: OTHER } }]),
  'an authorization to be captured later': asks([{ ...offer, scheme: 'auth-capture' }]),
  'an approval in other letters': extra({ assetTransferMethod: 'Permit2' }),
  'an approval as a list': extra({ assetTransferMethod: ['eip3009'] }),
  'a delegation': extra({ assetTransferMethod: 'erc7710' }),
  'a domain with a salt and fields of its own': extra({ salt: `0x${'1'.repeat(64)}`, primaryType: 'Permit', types: { Permit: [] } }),
  'extras that are a list': asks([{ ...offer, extra: ['permit2'] }]),
  'extras that are text': asks([{ ...offer, extra: 'permit2' }]),
  'extras without a name': asks([{ ...offer, extra: {} }]),
  'a validity of almost nothing': asks([{ ...offer, maxTimeoutSeconds: 0.999 }]),
  'a validity in the far exponent': asks([{ ...offer, maxTimeoutSeconds: 1e21 }]),
  'no validity': asks([{ ...offer, maxTimeoutSeconds: null }]),
  'version 2 as text': asks([offer], { x402Version: '2' }),
  'version 3': asks([offer], { x402Version: 3 }),
  'an amount deeper than any stack': written([{ ...offer, amount: 'PUT-IN' }], {}, deep),
  'a scheme deeper than any stack': written([{ ...offer, scheme: 'PUT-IN' }], {}, deep),
  'an address deeper than any stack': written([{ ...offer, payTo: 'PUT-IN' }], {}, deep),
  'extras deeper than any stack': written([{ ...offer, extra: { ...offer.extra, more: 'PUT-IN' } }], {}, deep),
  'extensions deeper than any stack': written([offer], { extensions: { more: 'PUT-IN' } }, deep),
  'extensions that fill the disk': asks([{ ...offer, amount: '1' }], { extensions: { more: 'x'.repeat(9_000) } }),
  'extensions in a body that fill the disk': ({ paid }) =>
    paid ? sold : { status: 402, body: JSON.stringify(required([offer], { extensions: { more: 'x'.repeat(200_000) } })) },
  'terms twice over': ({ paid }) =>
    paid
      ? sold
      : { status: 402, headers: { 'PAYMENT-REQUIRED': [encode(required([offer])), encode(required([{ ...offer, amount: '9' }]))] } },
  'terms in the head, others in the body': ({ paid }) =>
    paid ? sold : { ...ask402([offer]), body: JSON.stringify(required([{ ...offer, amount: '900000', payTo: OTHER }])) },
  'terms packed to a thousandth': ({ paid }) =>
    paid
      ? sold
      : {
          status: 402,
          headers: { 'content-encoding': 'gzip' },
          body: (response) => void response.end(packed),
        },
  'terms in a packing that is none': ({ paid }) =>
    paid ? sold : { status: 402, headers: { 'content-encoding': 'gzip' }, body: 'no gzip at all' },
  'terms letter by letter': ({ paid }) => (paid ? sold : { status: 402, body: slowly }),
  'terms sent round in a circle': ({ paid, request }) => (paid ? sold : { status: 308, headers: { location: request.url ?? '/' } }),
  'terms at a file': ({ paid }) => (paid ? sold : { status: 302, headers: { location: 'file:///etc/passwd' } }),
  'nothing to pay, then a price': ({ paid, nth }) => (paid ? sold : nth % 2 === 0 ? { status: 200, body: '{}' } : ask402([offer])),
  '503 first, then a dearer price': answers((nth) =>
    nth % 2 === 0 ? problem(503, 'settlement_unknown', null) : ask402([{ ...offer, amount: '3000' }], { error: 'dearer' }),
  ),
  '503 first, then another address': answers((nth) =>
    nth % 2 === 0 ? problem(503, 'payment_in_flight', null) : ask402([{ ...offer, payTo: OTHER }]),
  ),
  '409 for ever': answers(() => problem(409, 'payment_in_flight', null)),
  'come again after half a second': again('0.5'),
  'come again at an exponent': again('1e9'),
  'come again at a hex number': again('0x10'),
  'come again at once, many times over': again('0, 0, 0'),
  'come again in the year 9999': again('Fri, 31 Dec 9999 23:59:59 GMT'),
  'come again before the epoch': again('Thu, 01 Jan 1960 00:00:00 GMT'),
  'a settlement by somebody else’s transaction': settledWith({ ...SETTLED, transaction: `0x${'b'.repeat(64)}`, payer: OTHER }),
  'a settlement on another network': settledWith({ ...SETTLED, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
  'a settlement by word only': settledWith({ ...SETTLED, success: 'true' }),
  'a settlement as a list': settledWith([SETTLED]),
  'a settlement with a transaction as a list': settledWith({ ...SETTLED, transaction: [], payer: {} }),
  'a settlement with a transaction without end': settledWith({ ...SETTLED, transaction: 'x'.repeat(8_000) }),
  'a settlement twice over': answers(() => ({
    status: 200,
    headers: { 'PAYMENT-RESPONSE': [encode(SETTLED), encode({ ...SETTLED, success: false })] },
  })),
  'a settlement that gives money back': settledWith({ ...SETTLED, amount: '-1000', refunded: '1000000' }),
  'a settlement beside a refusal': answers(() => ({
    status: 402,
    headers: { 'PAYMENT-REQUIRED': encode(required([offer])), 'PAYMENT-RESPONSE': encode(SETTLED) },
    body: '{}',
  })),
  'a settlement beside a failure': answers(() => ({ status: 500, headers: { 'PAYMENT-RESPONSE': encode(SETTLED) }, body: '{}' })),
  'a settlement without an answer': paidWith(204),
  'a settlement and nothing new': paidWith(304),
  'a settlement of a part': paidWith(206),
  'a settlement with a status of no kind': paidWith(799),
  'a settlement elsewhere': paidWith(302, { location: 'http://localhost:9/' }),
  'a receipt deeper than any stack': answers(() => ({
    status: 200,
    headers: {
      'PAYMENT-RESPONSE': Buffer.from(
        JSON.stringify(withReceipt('PUT-IN')).replace('"PUT-IN"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`),
      ).toString('base64'),
    },
    body: '{}',
  })),
  'a receipt that nobody signed': settledWith(withReceipt({ format: 'jws', signature: 'eyJhbGciOiJub25lIn0.e30.' })),
  'a receipt that is a prototype': settledWith(JSON.parse('{"success":true,"__proto__":{"transaction":"x"},"transaction":"0xabc"}')),
  'an answer letter by letter': answers(() => ({ status: 500, body: slowly })),
  'a problem that says it twice': answers(() => ({ status: 502, body: '{"charged":null,"charged":false,"code":"x"}' })),
  'a problem deeper than any stack': answers(() => ({ status: 500, body: `{"code":${deep}}` })),
  'headers without end': answers(() => ({ status: 200, headers: { 'x-more': 'x'.repeat(40_000) }, body: '{}' })),
  'a reason full of commands for a terminal': answers(() => ask402([offer], { error: '\u001b]0;owned\u0007\u001b[2J\u009b31mpaid\u202e' })),
} satisfies Record<string, Trick>
