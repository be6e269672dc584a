/** Settings that are keys. No message repeats one. */
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

/** A PEM whose line ends may be written as `\\n`, as one-line settings have them. */
export const ed25519Key = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => {
    try {
      return createPrivateKey(text).asymmetricKeyType === 'ed25519'
    } catch {
      return false
    }
  }, 'must be an Ed25519 private key, PKCS#8 PEM')

/** Public halves: the `x` of an Ed25519 JWK each. */
export const publicKeys = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a comma list of Ed25519 public keys, the x of each JWK')))
