import type { InngestFunction } from 'inngest'
import { serve } from 'inngest/next'
import { type Core, part } from '../lib/core.ts'
import { ApiError } from '../lib/errors.ts'
import { withRoom } from '../lib/http/admission.ts'
import { problemReply } from '../lib/http/problem.ts'
import { fromRequest, hasManyParts, toResponse } from '../lib/http/reply.ts'
import { requestIdOf } from '../lib/http/request-id.ts'
import { client } from './client.ts'
import { mountAll } from './mount.ts'
import { isSigned, signedAt } from './signature.ts'

/** A run's state travels in the body: ours is small. */
const MAX_BODY_BYTES = 1024 * 1024
/** Its signature is over all of it, in a form that must be made first: what takes long to read is not read. */
const MAX_BODY_PARTS = 20_000
const METHODS = ['GET', 'POST', 'PUT'] as const

/**
 * The endpoint that Inngest calls. In front of the SDK's handler: what carries no fresh signature is refused before its body is read, a body that
 * does not match it before the SDK sees it, and the SDK's 500 for a missing key becomes a 401 that says why.
 */
export function createServe(core: Core, functions: InngestFunction.Any[] = mountAll(core)): (request: Request) => Promise<Response> {
  const { INNGEST_ENABLE_UNAUTHED_SYNC: enableUnauthedSync } = core.env
  const inngest = client(core)
  let handler: ReturnType<typeof serve> | undefined

  const handle = async (request: Request): Promise<Response> => {
    const method = METHODS.find((name) => name === request.method)
    if (!method) throw new ApiError('method_not_allowed', `Use ${METHODS.join(', ')}.`, { extra: { allowed: METHODS } })
    const unsignedSync = method === 'PUT' && enableUnauthedSync
    if (inngest.mode === 'cloud') {
      if (!inngest.signingKey)
        throw refused('This server has no INNGEST_SIGNING_KEY, so no call can be checked. Its jobs are driven from inside.')
      if (!unsignedSync && signedAt(request.headers.get('x-inngest-signature'), core.now()) === undefined)
        throw refused('Calls to this endpoint are signed by Inngest, within the last five minutes.')
    }
    const body = method === 'GET' ? undefined : await readBody(core, request)
    if (inngest.mode === 'cloud' && body !== undefined && !unsignedSync) {
      const keys = [inngest.signingKey, inngest.signingKeyFallback]
      if (!isSigned(body, request.headers.get('x-inngest-signature'), keys, core.now()))
        throw refused('The signature does not match the body, or the body is no JSON.')
    }
    handler ??= serve({ client: inngest, functions, enableUnauthedSync })
    const { url, headers } = request
    const response = await handler[method](new Request(url, { method, headers, ...(body ? { body } : {}) }) as never, undefined)
    if (response.status === 401) throw refused('The signature does not match the body, or is older than five minutes.')
    return response
  }
  return async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      return toResponse(problemReply(core.env, error, { requestId: requestIdOf(request) }))
    }
  }
}

/** The endpoint over the whole registry. */
export const serveInngest = part((core) => createServe(core))

const refused = (detail: string): ApiError => new ApiError('unauthorized', detail)

async function readBody(core: Core, request: Request): Promise<string> {
  const bytes = await withRoom(core, fromRequest(request, 'the queue'))
    .body(MAX_BODY_BYTES)
    .catch((error: unknown) => {
      if (error instanceof ApiError) throw error
      // Who left in the middle is no fault of ours.
      throw new ApiError('invalid_input', 'The body was not sent to its end.', { param: 'body', cause: error })
    })
  if (bytes === undefined) throw new ApiError('invalid_input', `The body may have ${MAX_BODY_BYTES} bytes.`, { param: 'body' })
  if (hasManyParts(bytes, MAX_BODY_PARTS))
    throw new ApiError('invalid_input', `The body may have ${MAX_BODY_PARTS} values and names.`, { param: 'body' })
  return bytes.toString('utf8')
}
