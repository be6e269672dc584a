/** Settings that are web addresses. */
import { z } from 'zod'

/** An http(s) URL without trailing slash. */
export const url = z
  .string()
  .refine((text) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text), 'must be an http or https URL')
  .transform((text) => text.replace(/\/+$/, ''))

/** Whether a URL holds neither user name nor password. */
export function holdsNoSecret(text: string): boolean {
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** A URL that pages and documents show. */
export const shownUrl = url.refine(holdsNoSecret, 'must not hold a user name or password: everybody sees it')

/** Where we ourselves are, in its one canonical form: addresses are made by putting paths behind it. */
export const ownUrl = shownUrl
  .refine((text) => !/[?#]/.test(text), 'must have no query and no fragment')
  .transform((text) => {
    const { origin, pathname } = new URL(text)
    return `${origin}${pathname.replace(/\/+$/, '')}`
  })
