/**
 * `FACILITATORS`: who verifies and settles, in order of preference, and how each wants to be asked. Read here and nowhere else; no message
 * of it repeats a secret.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { holdsNoSecret, url } from './urls.ts'

const operationHeaders = z
  .object({
    verify: z.record(z.string(), z.string()).optional(),
    settle: z.record(z.string(), z.string()).optional(),
    supported: z.record(z.string(), z.string()).optional(),
  })
  .strict()

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Coinbase's form of an Ed25519 key: base64 of seed and public key, 32 bytes each. */
function ed25519Of(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text) || bytes.length !== 64) return undefined
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' })
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return own.equals(bytes.subarray(32)) ? key : undefined
}

function p256Of(text: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(text)
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined // not a key, and the reason could quote it
  }
}

/** The private key of a CDP secret: Ed25519 as base64 of 64 bytes, or P-256 as PEM. Undefined for anything else. */
export const cdpKeyOf = (secret: string): KeyObject | undefined => ed25519Of(secret.trim()) ?? p256Of(secret)

const auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('headers'), headers: operationHeaders }),
  z.strictObject({
    type: z.literal('cdp'),
    keyId: z.string().min(1),
    secret: z.string().refine((text) => cdpKeyOf(text) !== undefined, 'must be an Ed25519 key (base64 of 64 bytes) or a P-256 key (PEM)'),
  }),
])

const Row = z.strictObject({
  url: url.refine(holdsNoSecret, 'must hold no user name or password'),
  /** CAIP-2 ids it is to be used for; absent: all of ours that it supports. */
  networks: z
    .array(z.string().regex(/^[a-z0-9-]{3,8}:[A-Za-z0-9_-]{1,32}$/, 'must be a CAIP-2 id'))
    .min(1)
    .optional(),
  auth: auth.default({ type: 'none' }),
  /** What one settlement costs us there, beyond the free ones of a month (UTC). */
  feeUsd: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,6})?$/, 'must be US dollars as text, at most six decimals')
    .optional(),
  freePerMonth: z.int().nonnegative().default(0),
})

export type FacilitatorRow = z.output<typeof Row>
export type OperationHeaders = z.output<typeof operationHeaders>

const parsed = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue('must be JSON')
    return z.NEVER
  }
}

/** Headers of each operation, as JSON. */
export const headersSetting = z.string().transform(parsed).pipe(operationHeaders)

/** The rows, as a JSON list. Each URL once. */
export const facilitatorsSetting = z
  .string()
  .transform(parsed)
  .pipe(
    z
      .array(Row)
      .min(1)
      .refine((rows) => new Set(rows.map((row) => row.url)).size === rows.length, 'must name each URL once'),
  )

/** The one row that the older variables make. */
export const oneFacilitator = (address: string, headers: OperationHeaders): FacilitatorRow => ({
  url: address,
  auth: Object.keys(headers).length > 0 ? { type: 'headers', headers } : { type: 'none' },
  freePerMonth: 0,
})
