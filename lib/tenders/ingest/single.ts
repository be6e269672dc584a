/** Releases asked for by their ids. */
import type { Core } from '../../core.ts'
import { SourceError } from '../sources/client.ts'
import type { Source } from '../sources/source.ts'

/** After so many errors in a row a source is left alone until the next run. */
export const ERRORS_MAX = 3

/** @throws SourceError where none is ever asked for singly */
export function singleUrl({ env }: Core, source: Source, releaseId: string): URL {
  if (!source.releasePath) throw new SourceError('single releases cannot be asked for')
  return new URL(source.releasePath(releaseId), env[source.originSetting])
}
