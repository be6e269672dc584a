/** HTTP Basic for the operator's pages in a browser: any user name, OPERATOR_TOKEN as the password (RFC 7617). */
import { hasToken } from '../http/operator.ts'

/** Also accepts the Bearer form, for programs. An unset OPERATOR_TOKEN lets nobody in. */
export function isOperator(request: Request): boolean {
  if (hasToken(request)) return true
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return false
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return false
  const password = pair.slice(colon + 1)
  // One comparison in constant time for both forms; a token holds no white space and no control characters.
  if (!/^[\x21-\x7e]+$/.test(password)) return false
  return hasToken(new Request('http://operator', { headers: { authorization: `Bearer ${password}` } }))
}

export const BASIC_CHALLENGE = 'Basic realm="operator", charset="UTF-8"'
