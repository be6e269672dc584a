/** Settings that say who runs the service, shown to everybody. */
import { z } from 'zod'
import { shownUrl } from './urls.ts'

/** One line of words. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line of text')
    .regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit')
    .regex(/^[^\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]*$/, 'must not hide or turn around its characters')

const EMAIL = /^(?:mailto:)?([\w.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)$/iu
/** A `mailto:` or web address; a bare e-mail address becomes a `mailto:`. */
export const contact = z.string().transform((text, context) => {
  const [, email] = EMAIL.exec(text.trim()) ?? []
  if (email !== undefined) return `mailto:${email}`
  if (!/[\s"<>]/.test(text) && shownUrl.safeParse(text).success) return text
  context.addIssue('must be a mailto: address, or an http or https URL without user name or password')
  return z.NEVER
})
