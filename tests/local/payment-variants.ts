/** Other spellings of one payment: each still verifies and settles, so each must count as the same payment. */
import { secp256k1 } from '@noble/curves/secp256k1'

type Json = Record<string, unknown>
type Envelope = { x402Version: number; resource?: Json; accepted: Json; payload: Json; extensions?: Json }

/** The decoded header. */
export function readPayment(header: string): Envelope {
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Envelope
}

function write(envelope: unknown, indent?: number): string {
  return Buffer.from(JSON.stringify(envelope, null, indent)).toString('base64')
}

/** The same payment after an edit of its decoded form. */
export function editPayment(header: string, edit: (envelope: Envelope) => void): string {
  const envelope = readPayment(header)
  edit(envelope)
  return write(envelope)
}

function authorizationOf({ payload }: Envelope): Json {
  if (typeof payload.authorization !== 'object' || payload.authorization === null) throw new Error('This payment is not on Base.')
  return payload.authorization as Json
}

function transactionOf({ payload }: Envelope): Buffer {
  if (typeof payload.transaction !== 'string') throw new Error('This payment is not on Solana.')
  return Buffer.from(payload.transaction, 'base64')
}

/** Base64 of the header without its padding; when it has none, the JSON first grows by spaces so that it would. */
export function withoutPadding(header: string): string {
  const text = Buffer.from(header, 'base64').toString('utf8')
  return Buffer.from(text.length % 3 === 0 ? `${text} ` : text)
    .toString('base64')
    .replace(/=+$/, '')
}

/** The same JSON, indented. */
export function withWhitespace(header: string): string {
  return write(readPayment(header), 2)
}

/** Members in the opposite order. */
export function reordered(header: string): string {
  return write(Object.fromEntries(Object.entries(readPayment(header)).reverse()))
}

/** Unknown members at every level. */
export function withExtraFields(header: string): string {
  return editPayment(header, (envelope) => {
    Object.assign(envelope, { note: 'hello' })
    envelope.payload.note = ['hello']
    if (envelope.payload.authorization) authorizationOf(envelope).note = { hello: true }
  })
}

/** Another `resource.url`: the signature does not cover it. */
export function withResourceUrl(header: string, url: string): string {
  return editPayment(header, (envelope) => {
    envelope.resource = { ...envelope.resource, url }
  })
}

/** Base: addresses in lower case, nonce and signature in upper case. */
export function withHexCase(header: string): string {
  const upper = (hex: unknown) => `0x${String(hex).slice(2).toUpperCase()}`
  return editPayment(header, (envelope) => {
    const authorization = authorizationOf(envelope)
    authorization.from = String(authorization.from).toLowerCase()
    authorization.to = String(authorization.to).toLowerCase()
    authorization.nonce = upper(authorization.nonce)
    envelope.payload.signature = upper(envelope.payload.signature)
  })
}

/** Base: the other valid ECDSA signature of the same message, s' = n - s with the parity flipped. The token refuses it, recovery does not. */
export function withHighS(header: string): string {
  return editPayment(header, (envelope) => {
    const bytes = Buffer.from(String(envelope.payload.signature).slice(2), 'hex')
    const s = secp256k1.CURVE.n - BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`)
    const v = bytes[64] === 28 || bytes[64] === 1 ? 27 : 28
    envelope.payload.signature = `0x${bytes.subarray(0, 32).toString('hex')}${s.toString(16).padStart(64, '0')}${v.toString(16)}`
  })
}

/** Solana: bytes in the fee payer's empty signature slot. */
export function withFeePayerJunk(header: string, byte = 7): string {
  return editPayment(header, (envelope) => {
    const wire = transactionOf(envelope)
    wire.fill(byte, 1, 65)
    envelope.payload.transaction = wire.toString('base64')
  })
}

/** Solana: the transaction's own base64 without padding (the same text when it has none). */
export function withoutTransactionPadding(header: string): string {
  return editPayment(header, (envelope) => {
    envelope.payload.transaction = String(envelope.payload.transaction).replace(/=+$/, '')
  })
}
