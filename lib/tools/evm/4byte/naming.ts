/** What is known about a hash. */
import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { answered, missing, type TailPart } from '../../tail.ts'
import { builtinEntries } from './builtin.ts'
import { type Candidate, rank } from './rank.ts'
import { fromDirectory, fromSourcify, isUnread, type Kind } from './sources.ts'

const WHOLE_HASH = '0x'.length + 64

type Named = { candidates: Candidate[]; filteredOut: number; parts: TailPart[]; failures: UpstreamError[] }

/** What is known about a hash, from both databases at once; one of them is enough. */
export async function lookUpHash(core: Core, kind: Kind, selector: string, data: string | null, signal: AbortSignal): Promise<Named> {
  const results = await Promise.allSettled([fromSourcify(core, kind, selector, signal), fromDirectory(core, kind, selector, signal)])
  const failures: UpstreamError[] = []
  const failed = (failure: UpstreamError) => {
    failures.push(failure)
    return missing('matches', failure)
  }
  const parts = results.flatMap((result, index) => {
    const source = index === 0 ? 'sourcify' : '4byte'
    if (result.status === 'fulfilled') {
      const part = answered(source, result.value)
      return result.value.value.some(isUnread) ? [part, failed(new UpstreamError(source, 'bad_body', 'a row that cannot be read'))] : part
    }
    if (!(result.reason instanceof UpstreamError)) throw result.reason
    return failed(result.reason)
  })
  const entries = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.value.filter((entry) => !isUnread(entry)) : []))
  const known = kind === 'function' ? builtinEntries(selector) : []
  return { ...rank(selector, [...entries, ...known], data === null ? null : Buffer.from(data, 'hex')), parts, failures }
}

/**
 * One known signature alone fits. A database that is silent might know another of the same four bytes; 32 bytes leave no room for one.
 * @param hash of which they were asked
 */
export const isProven = ({ candidates, failures }: Pick<Named, 'candidates' | 'failures'>, hash: string): boolean =>
  (failures.length === 0 || hash.length === WHOLE_HASH) &&
  candidates.filter(({ decodes }) => decodes !== false).length === 1 &&
  candidates[0]?.decodes !== false
