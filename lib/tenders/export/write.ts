/**
 * Files that a reader sees whole or not at all: written beside their place with their compressed twins, and put there by renaming. A file whose
 * bytes are the same stays as it is, and one that changes gets a later time than it had, so that the entity tag a web server makes of time and
 * size stands for the content.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/** Half the time of the best, and nearly its size. */
const BROTLI_QUALITY = 5

const TWINS: Readonly<Record<string, () => Transform>> = {
  '.br': () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  '.gz': () => createGzip(),
}

/** What stands in a place: a hash of its bytes, and its time in whole seconds. */
export type Standing = { hash: string; seconds: number }

/** Written and on the disk, not yet in place. No moves: what stands there is the same already. */
export type Staged = { standing: Standing; moves: readonly { from: string; to: string }[] }

let serial = 0

/** Makes sure of the disk what was written. */
async function flush(path: string, seconds: number): Promise<void> {
  await utimes(path, seconds, seconds)
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('base64url')
}

/** What was read of files; undefined where one of them is not there. */
const unlessGone = <Read>(reading: Promise<Read>): Promise<Read | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)))

/** What stands at a place; undefined: nothing, or not with all its twins. */
export async function standingAt(dir: string, name: string): Promise<Standing | undefined> {
  const path = join(dir, name)
  const stands = async (): Promise<Standing> => {
    const { mtimeMs } = await stat(path)
    for (const suffix of Object.keys(TWINS)) await stat(`${path}${suffix}`)
    return { hash: await hashOf(createReadStream(path)), seconds: Math.floor(mtimeMs / 1000) }
  }
  return unlessGone(stands())
}

/** Writes a file and its twins (`.gz`, `.br`) beside where they belong. `before`: what stands there, or will by then. */
export async function stage(
  dir: string,
  name: string,
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  lastModified: number,
  before: Standing | undefined,
): Promise<Staged> {
  const to = join(dir, name)
  serial += 1
  const from = join(dirname(to), `.${to.slice(dirname(to).length + 1)}.${process.pid}-${serial}.new`)
  await mkdir(dirname(to), { recursive: true })
  const hash = createHash('sha256')
  await pipeline(
    Readable.from(pieces, { objectMode: false }),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(from),
  )
  const standing = { hash: hash.digest('base64url'), seconds: Math.max(Math.floor(lastModified / 1000), before ? before.seconds + 1 : 0) }
  if (standing.hash === before?.hash) {
    await rm(from)
    return { standing: before, moves: [] }
  }
  const twins = Object.entries(TWINS).map(async ([suffix, coder]) => {
    await pipeline(createReadStream(from), coder(), createWriteStream(`${from}${suffix}`))
    await flush(`${from}${suffix}`, standing.seconds)
    return { from: `${from}${suffix}`, to: `${to}${suffix}` }
  })
  const moves = await Promise.all(twins)
  await flush(from, standing.seconds)
  // The plain file last: a server prefers a twin and must not find an older one beside it.
  return { standing, moves: [...moves, { from, to }] }
}

/**
 * Puts what was written in place. A rename takes microseconds, and one that is handed to Node's threads waits behind the compression of other
 * files: it is done here and now, with a breath between files.
 */
export async function commit(staged: readonly Staged[]): Promise<void> {
  for (const { moves } of staged) {
    for (const { from, to } of moves) renameSync(from, to)
    await setImmediate()
  }
}

/** Takes a file and its twins away. */
export async function remove(dir: string, name: string): Promise<void> {
  for (const suffix of ['', ...Object.keys(TWINS)]) await rm(join(dir, `${name}${suffix}`), { force: true })
}

const ABANDONED_MS = 600_000

/** Takes days of changes away that are not among `names`, and what was begun long ago and never put in place. */
export async function tidy(dir: string, names: { has(name: string): boolean }): Promise<void> {
  for (const name of await readdir(dir, { recursive: true })) {
    const isOldDay = /\/changes\/\d{4}-\d{2}-\d{2}\.json$/.test(name) && !names.has(name)
    if (isOldDay) await remove(dir, name)
    if (!/(^|\/)\.[^/]*\.new(\.br|\.gz)?$/.test(name)) continue
    const begun = await unlessGone(stat(join(dir, name)))
    if (begun && Date.now() - begun.mtimeMs > ABANDONED_MS) await rm(join(dir, name), { force: true })
  }
}
