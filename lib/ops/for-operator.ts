import { ApiError } from '../errors.ts'
import { problem } from '../http/problem.ts'
import { requestIdOf } from '../http/request-id.ts'
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
    return problem(error, { requestId })
  }
}
