import { ApiError } from '../errors.ts'
import { type Endpoint, endpoint, type Make } from '../http/endpoint.ts'
import { costUnless } from '../http/operator.ts'
import { BASIC_CHALLENGE, isOperator } from './basic-auth.ts'

/** An endpoint for the operator; anybody else gets 401, on which a browser asks for the password. */
export const forOperator = (make: Make): Endpoint =>
  endpoint({
    cost: costUnless(isOperator),
    GET: async (core, call, asked) => {
      try {
        return await make(core, call, asked)
      } catch (error) {
        if (error instanceof ApiError) throw error
        // Nobody else reads it, and at such an hour the reason helps most.
        const reason = error instanceof Error ? error.message : String(error)
        throw new ApiError('unavailable', `This could not be read: ${reason}`, { retryAfterSeconds: 5, cause: error })
      }
    },
    exists: (core, call) => {
      if (!isOperator(core, call)) throw new ApiError('unauthorized', 'Give OPERATOR_TOKEN as the password; any user name will do.')
    },
    failureHeaders: (error): Record<string, string> => (error.status === 401 ? { 'WWW-Authenticate': BASIC_CHALLENGE } : {}),
  })
