/**
 * The manners of everything that answers: methods, preflight, HEAD, entity tags and 304, codings, the body of failures. Whoever makes an
 * answer knows none of them: it is a function from a call to a reply, and throws what went wrong.
 */
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import { within } from '../wait.ts'
import { spendAllowance, takePlace, withRoom } from './admission.ts'
import { problemReply, toApiError } from './problem.ts'
import type { Call, Reply } from './reply.ts'
import { represent } from './represent.ts'
import { safeRequestId } from './request-id.ts'

/** What is known of a call beside itself: its id, and the decoded parts of the path that its row of the table names. */
export type Asked = { requestId: string; params: Readonly<Record<string, string>> }

/** Makes the answer to a call of the right method. @throws ApiError for what the caller may be told; anything else is a bug */
export type Make = (core: Core, call: Call, asked: Asked) => Reply | Promise<Reply>

/** Answers any call: at once where nothing has to be waited for. Never throws, never rejects. */
export type Endpoint = (core: Core, call: Call, params?: Asked['params']) => Reply | Promise<Reply>

export type Manners = {
  /** HEAD is GET without the body. OPTIONS and 405 follow from what is here. */
  GET?: Make
  POST?: Make
  /** @throws ApiError where there is nothing at this path, whatever the method */
  exists?: (core: Core, call: Call, asked: Asked) => void
  /** On every answer: failures, 304 and preflight included. */
  headers?: Readonly<Record<string, string>>
  /** Which headers scripts of other origins may send (`allow`) and read (`expose`); without it only our own origin reads answers. */
  cors?: { allow: string; expose: string }
  /** Cache-Control of good answers that name none. */
  cache?: string
  /** On failures, beside or instead of those of a problem document. */
  failureHeaders?: (error: ApiError) => Record<string, string>
  /** The failure in another form than a problem document, e.g. as a page for a browser. */
  failure?: (core: Core, call: Call, error: ApiError, asked: Asked) => Reply | undefined
  /** Free calls that a call costs its client; 1 without it. 0: whoever answers sees to that itself. */
  cost?: number | ((core: Core, call: Call) => number)
  /** Answered from memory and never waiting, so that it needs no place among the free work in hand. */
  fromMemory?: true
  /** An answer that is not there after so long is 503. 0: whoever answers has deadlines of its own. Without it FREE_DEADLINE_MS. */
  deadlineMs?: number
  /** Whether problem documents name the path as their `instance`. */
  instance?: true
  /** Told of every answer before it is coded, with the moment its call began (`performance.now()`). */
  note?: (core: Core, call: Call, reply: Reply, start: number) => void
}

const NO_PARAMS: Asked['params'] = {}

/** Longer than the longest file of the feed takes to write. */
export const FREE_DEADLINE_MS = 60_000

const tooLong = () => new ApiError('unavailable', 'This took too long. Nothing was charged; try again later.', { retryAfterSeconds: 10 })

/** Makes what answers calls of one kind: who may call how, what that costs, what every answer carries, and what a failure becomes. It never throws. */
export function endpoint(manners: Manners): Endpoint {
  const allowed = [...(manners.GET ? ['GET', 'HEAD'] : []), ...(manners.POST ? ['POST'] : []), 'OPTIONS']
  const common: Record<string, string> = { 'X-Content-Type-Options': 'nosniff', ...openTo(manners.cors), ...manners.headers }
  if (manners.cache !== undefined) common['Cache-Control'] = manners.cache
  const preflight: Record<string, string> = {
    ...common,
    Allow: allowed.join(', '),
    ...(manners.cors
      ? {
          'Access-Control-Allow-Methods': allowed.join(', '),
          'Access-Control-Allow-Headers': manners.cors.allow,
          'Access-Control-Max-Age': '86400',
        }
      : {}),
  }

  /** The one place where a throw becomes an answer. */
  function toFailure(core: Core, call: Call, error: unknown, asked: Asked): Reply {
    const known = toApiError(error, asked.requestId)
    const problem = () =>
      problemReply(core.env, known, {
        requestId: asked.requestId,
        headers: { ...manners.headers, ...manners.failureHeaders?.(known) },
        ...(manners.instance ? { instance: call.path } : {}),
      })
    try {
      return manners.failure?.(core, call, known, asked) ?? problem()
    } catch (again) {
      log.error({ err: again, requestId: asked.requestId }, 'the answer to a failure could not be made')
      return problem()
    }
  }

  /** The answer with what all answers here carry. */
  function dressed(reply: Reply, requestId: string): Reply {
    if (reply.lasting) return reply
    return { ...reply, headers: { ...common, 'X-Request-Id': requestId, ...reply.headers } }
  }

  return (core, call, params = NO_PARAMS) => {
    const start = manners.note ? performance.now() : 0
    const asked: Asked = { requestId: safeRequestId(call.header('x-request-id')), params }
    const finish = (reply: Reply): Reply | Promise<Reply> => {
      const whole = dressed(reply, asked.requestId)
      manners.note?.(core, call, whole, start)
      return represent(call, whole)
    }
    const failed = (error: unknown) => finish(toFailure(core, call, error, asked))
    let done: (() => void) | undefined
    try {
      const cost = typeof manners.cost === 'function' ? manners.cost(core, call) : (manners.cost ?? 1)
      if (cost > 0) {
        spendAllowance(core, call.clientIp, cost)
        if (!manners.fromMemory) done = takePlace(core, call.clientIp)
      }
      manners.exists?.(core, call, asked)
      if (call.method === 'OPTIONS') return { status: 204, headers: { ...preflight, 'X-Request-Id': asked.requestId }, body: null }
      const make = call.method === 'GET' || call.method === 'HEAD' ? manners.GET : call.method === 'POST' ? manners.POST : undefined
      if (!make) throw new ApiError('method_not_allowed', `This address answers ${allowed.join(', ')}.`, { extra: { allowed } })
      const made = make(core, call.method === 'POST' ? withRoom(core, call) : call, asked)
      if (!(made instanceof Promise)) return finish(made)
      const free = done
      done = undefined
      const deadlineMs = manners.deadlineMs ?? FREE_DEADLINE_MS
      const finished = (deadlineMs === 0 ? made : within(deadlineMs, made, tooLong)).then(finish).catch(failed)
      return free ? finished.finally(free) : finished
    } catch (error) {
      return failed(error)
    } finally {
      done?.()
    }
  }
}

const openTo = (cors: Manners['cors']): Record<string, string> =>
  cors ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': cors.expose } : {}

/** A reader's way elsewhere (303). */
export const redirect = (location: string): Reply => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store' },
  body: null,
})

const OPEN = { allow: 'If-None-Match, X-Request-Id', expose: 'ETag, Link, X-Request-Id' }

/** A free document: open to every origin, cached for a minute. `make` must be pure and cheap, or memoised. */
export const document = (make: Make, manners: Omit<Manners, 'GET'> = {}): Endpoint =>
  endpoint({ cors: OPEN, cache: 'public, max-age=60', fromMemory: true, ...manners, GET: make })

/** A text as a reply. */
export const text = (contentType: string, body: string, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers: { 'Content-Type': contentType, ...headers },
  body,
})

/** A value as a reply in JSON that people can read too. */
export const json = (value: unknown): Reply => text('application/json; charset=utf-8', JSON.stringify(value, null, 2))
