/** The running server, asked by commands that do the same by themselves where none runs. */
import type { Env } from '../../lib/core.ts'

/** Before a connection stood: nobody has heard us. */
const NOBODY_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * What the server at BASE_URL answers its operator; undefined where none listens. `json`: sent with POST.
 * @throws Error where one was asked and did not answer: what it may be doing is not done a second time
 */
export async function askServer(env: Env, url: URL, json?: string): Promise<Response | undefined> {
  const authorization = `Bearer ${env.OPERATOR_TOKEN ?? ''}`
  try {
    return await (json === undefined
      ? fetch(url, { headers: { authorization } })
      : fetch(url, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: json }))
  } catch (error) {
    const { code = '', message = '' } = ((error as Error).cause ?? {}) as { code?: string; message?: string }
    if (NOBODY_THERE.has(code)) return undefined
    throw new Error(`The server at ${url.origin} was asked and did not answer: ${[code, message].filter(Boolean).join(' ')}`, {
      cause: error,
    })
  }
}
