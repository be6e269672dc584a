/** HTTP Basic for the operator's pages in a browser: any user name, OPERATOR_TOKEN as the password (RFC 7617). */
import type { Core } from '../core.ts'
import { bearerOf, isToken } from '../http/operator.ts'
import type { Call } from '../http/reply.ts'

/** Also accepts the Bearer form, for programs. An unset OPERATOR_TOKEN lets nobody in. */
export const isOperator = (core: Core, call: Call): boolean => isToken(core, bearerOf(call) ?? passwordOf(call))

function passwordOf(call: Call): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(call.header('authorization') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon < 0 ? undefined : pair.slice(colon + 1)
}

export const BASIC_CHALLENGE = 'Basic realm="operator", charset="UTF-8"'
