/** One question, one answer worth selling: the second resolver is asked when the first fails or cannot resolve. */
import type { Cached } from '../../../http/cached.ts'
import { UpstreamError } from '../../../http/upstream-types.ts'
import { answered, missing, type TailPart, toApiError } from '../../tail.ts'
import { toDnssecError } from './extended-errors.ts'
import { type Answer, ask, isServfail, type Question, type Resolver } from './resolvers.ts'

export type Resolution = { answer: Answer; agree: boolean | null; parts: TailPart[] }

const sameAnswer = (one: Answer, other: Answer): boolean => {
  const dataOf = (answer: Answer) =>
    answer.answer
      .map(({ type, data }) => `${type} ${data}`)
      .sort()
      .join('\n')
  return one.status === other.status && dataOf(one) === dataOf(other)
}

/**
 * Cloudflare, then Google. A SERVFAIL that no DNSSEC failure explains is put to the other resolver too: `agree` says whether both gave the
 * same answer, and one that resolves is preferred; null = only one was asked or answered.
 * @throws ApiError 502, 503 or 504 when neither answers
 */
export async function resolve(question: Question, signal: AbortSignal): Promise<Resolution> {
  const first = await tryAsk('cloudflare', question, signal)
  if (!(first instanceof UpstreamError) && !(isServfail(first.value) && !toDnssecError(first.value.remarks)))
    return { answer: first.value, agree: null, parts: [answered('cloudflare', first)] }
  const second = await tryAsk('google', question, signal)
  if (first instanceof UpstreamError) {
    if (second instanceof UpstreamError) throw toApiError([first, second])
    return { answer: second.value, agree: null, parts: [missing('agree', first), answered('google', second)] }
  }
  if (second instanceof UpstreamError)
    return { answer: first.value, agree: null, parts: [answered('cloudflare', first), missing('agree', second)] }
  const better = isServfail(second.value) && !toDnssecError(second.value.remarks) ? first : second
  return {
    answer: better.value,
    agree: sameAnswer(first.value, second.value),
    parts: [answered('cloudflare', first), answered('google', second)],
  }
}

const tryAsk = async (resolver: Resolver, question: Question, signal: AbortSignal): Promise<Cached<Answer> | UpstreamError> => {
  try {
    return await ask(resolver, question, signal)
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}
