/** One question, one answer worth selling: the second resolver is asked when the first fails or cannot resolve. */
import type { Core } from '../../../core.ts'
import type { Cached } from '../../../egress/cached.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { answered, missing, type TailPart, toApiError } from '../../tail.ts'
import { toDnssecError } from './extended-errors.ts'
import { type Answer, ask, isUnresolved, type Question, type Resolver, statusText } from './resolvers.ts'

/** `difference` names what the two resolvers said, when they disagree. */
export type Resolution = { answer: Answer; agree: boolean | null; difference: string | null; parts: TailPart[] }

const sameAnswer = (one: Answer, other: Answer): boolean => {
  const dataOf = (answer: Answer) =>
    answer.answer
      .map(({ type, data }) => `${type} ${data}`)
      .sort()
      .join('\n')
  return one.status === other.status && dataOf(one) === dataOf(other)
}

const inWords = ({ status, answer }: Answer): string =>
  `${statusText(status)}, ${
    answer.length === 0
      ? 'no records'
      : answer
          .slice(0, 5)
          .map(({ type, data }) => `${type} ${data}`)
          .join(', ')
  }`.slice(0, 500)

/**
 * Cloudflare, then Google. A SERVFAIL (or REFUSED, or any such code) that no DNSSEC failure explains is put to the other resolver too: `agree` says whether both gave the
 * same answer, and one that resolves is preferred; null = only one was asked or answered.
 * @throws ApiError 502, 503 or 504 when neither answers
 */
export async function resolve(core: Core, question: Question, signal: AbortSignal): Promise<Resolution> {
  const first = await tryAsk(core, 'cloudflare', question, signal)
  if (!(first instanceof UpstreamError) && !(isUnresolved(first.value) && !toDnssecError(first.value.remarks)))
    return { answer: first.value, agree: null, difference: null, parts: [answered('cloudflare', first)] }
  const second = await tryAsk(core, 'google', question, signal)
  if (first instanceof UpstreamError) {
    if (second instanceof UpstreamError) throw toApiError([first, second])
    return { answer: second.value, agree: null, difference: null, parts: [missing('agree', first), answered('google', second)] }
  }
  if (second instanceof UpstreamError)
    return { answer: first.value, agree: null, difference: null, parts: [answered('cloudflare', first), missing('agree', second)] }
  const better = isUnresolved(second.value) && !toDnssecError(second.value.remarks) ? first : second
  const agree = sameAnswer(first.value, second.value)
  return {
    answer: better.value,
    agree,
    difference: agree ? null : `cloudflare: ${inWords(first.value)}; google: ${inWords(second.value)}`,
    parts: [answered('cloudflare', first), answered('google', second)],
  }
}

const tryAsk = async (core: Core, resolver: Resolver, question: Question, signal: AbortSignal): Promise<Cached<Answer> | UpstreamError> => {
  try {
    return await ask(core, resolver, question, signal)
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}
