/** Files that a reader sees whole or not at all: written beside their place with their compressed twins, and put there by renaming. */
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
/** Half the time of the best, and nearly its size. */
const BROTLI_QUALITY = 5

/** Written and on the disk, not yet in place. */
export type Staged = { from: string; to: string }[]

async function writeThrough(path: string, body: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w')
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a file and its twins (`.gz`, `.br`) beside where they belong. */
export async function stage(dir: string, name: string, body: Buffer): Promise<Staged> {
  const twins: [suffix: string, body: Uint8Array][] = [
    ['', body],
    ['.gz', await toGzip(body)],
    ['.br', await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })],
  ]
  return Promise.all(
    twins.map(async ([suffix, bytes]) => {
      const to = join(dir, `${name}${suffix}`)
      const from = join(dirname(to), `.${to.slice(dirname(to).length + 1)}.new`)
      await writeThrough(from, bytes)
      return { from, to }
    }),
  )
}

/** Puts what was written in place, the plain file last: a server prefers a twin and must not find an older one beside it. */
export async function commit(staged: Staged): Promise<void> {
  for (const { from, to } of staged.toReversed()) await rename(from, to)
}
