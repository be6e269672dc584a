/** What an export is made of: groups of files, each of which knows its names and how a file of it is made. */
import type { Core } from '../../core.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

export type ExportedFile = {
  /** The body, one after the other; never all of a large one at once. */
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>
  /** Milliseconds: since when it says what it says. */
  lastModified: number
  /** Milliseconds: from this moment it may say something else, although nothing is published. */
  changesAt: number
}

export type ExportSection = {
  /** The paths of its files below the export's folder at `now`, without a slash before them. */
  names(now: number): readonly string[]
  /** A file as it is at `at`, which may lie ahead: pure but for what it reads from the database. */
  read(core: Core, name: string, snapshot: Snapshot, at: number): Promise<ExportedFile>
}
