import { ApiError } from '../errors.ts'
import { problem } from '../http/problem.ts'
import { requestIdOf } from '../http/request-id.ts'
import { log } from '../log.ts'
import { BASIC_CHALLENGE, isOperator } from './basic-auth.ts'

/** Runs `work` for the operator; anybody else gets 401, on which a browser asks for the password. Failures become problem documents. */
export async function forOperator(request: Request, work: () => Promise<Response>): Promise<Response> {
  const requestId = requestIdOf(request)
  if (!isOperator(request))
    return problem(new ApiError('unauthorized', 'Give OPERATOR_TOKEN as the password; any user name will do.'), {
      requestId,
      headers: { 'WWW-Authenticate': BASIC_CHALLENGE, 'Cache-Control': 'no-store' },
    })
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return problem(error, { requestId })
    log.error({ err: error, requestId }, 'a page of the operator could not be made')
    // Nobody else reads it, and at such an hour the reason helps most.
    const reason = error instanceof Error ? error.message : String(error)
    return problem(new ApiError('unavailable', `This could not be read: ${reason}`, { retryAfterSeconds: 5, cause: error }), { requestId })
  }
}
