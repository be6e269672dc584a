import type { InngestFunction } from 'inngest'
import { serve } from 'inngest/next'
import { env } from '../lib/env.ts'
import { ApiError } from '../lib/errors.ts'
import { problem } from '../lib/http/problem.ts'
import { requestIdOf } from '../lib/http/request-id.ts'
import { readBody } from '../lib/jobs/parse-request.ts'
import { signingKey } from '../lib/jobs/signing-key.ts'
import { inngest } from './client.ts'

/** A run's state may travel in the body; Inngest's own limit is 32 MB. */
const MAX_BODY_BYTES = 32 * 1024 * 1024
const METHODS = ['GET', 'POST', 'PUT'] as const

/**
 * The endpoint that Inngest, or the built-in executor, calls. In front of the SDK's handler: what is not signed is refused before its body is
 * read, and the SDK's 500 for a missing key or an unreadable body becomes a 401 that says why.
 */
export function createServe(functions: InngestFunction.Any[]): (request: Request) => Promise<Response> {
  let handler: ReturnType<typeof serve> | undefined

  const handle = async (request: Request): Promise<Response> => {
    const method = METHODS.find((name) => name === request.method)
    if (!method) throw new ApiError('method_not_allowed', `Use ${METHODS.join(', ')}.`, { extra: { allowed: METHODS } })
    const unsignedSync = method === 'PUT' && env().INNGEST_ENABLE_UNAUTHED_SYNC
    if (inngest.mode === 'cloud') {
      if (!signingKey())
        throw refused('This server has no INNGEST_SIGNING_KEY, so no call can be checked. Its jobs are driven from inside.')
      if (!request.headers.get('x-inngest-signature') && !unsignedSync) throw refused('Calls to this endpoint are signed by Inngest.')
    }
    handler ??= serve({ client: inngest, functions, enableUnauthedSync: env().INNGEST_ENABLE_UNAUTHED_SYNC })
    const body = method === 'GET' ? undefined : await readSigned(request)
    const { url, headers } = request
    const response = await handler[method](new Request(url, { method, headers, ...(body ? { body } : {}) }) as never, undefined)
    if (response.status === 401) throw refused('The signature does not match the body, or is older than five minutes.')
    return response
  }
  return async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      return problem(error, { requestId: requestIdOf(request) })
    }
  }
}

const refused = (detail: string): ApiError => new ApiError('unauthorized', detail)

async function readSigned(request: Request): Promise<string> {
  const text = await readBody(request, MAX_BODY_BYTES)
  try {
    if (text) JSON.parse(text)
    return text
  } catch (error) {
    throw new ApiError('unauthorized', 'The body is not JSON, so its signature cannot be checked.', { cause: error })
  }
}
