/**
 * The target of a request line, before anything else reads it. Next resolves dots, turns backslashes and answers 500 to what it cannot
 * decode; here a path is what it says or does not exist.
 */
import { ApiError } from '../../errors.ts'

/** `.` and `..` as a segment, also encoded. */
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i

export const UNREADABLE = 'There is nothing at this address: it holds dots, backslashes or broken escapes.'

/**
 * Path and query of a target. The absolute form (`http://host/path`, RFC 9112 section 3.2.2) is read as its path: what is served never
 * depends on a host that a client names.
 * @throws ApiError `invalid_input` for what is no path, `not_found` for one that only another path could mean
 */
export function readTarget(target: string): string {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const origin = local === '' || local.startsWith('?') ? `/${local}` : local
  if (!origin.startsWith('/')) throw new ApiError('invalid_input', 'The request target is no path.')
  const mark = origin.indexOf('?')
  const path = mark < 0 ? origin : origin.slice(0, mark)
  if (DOTS.test(path) || path.includes('\\') || !isDecodable(path)) throw new ApiError('not_found', UNREADABLE)
  return origin
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
