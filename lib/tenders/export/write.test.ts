import { pbkdf2 } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, stage } from './write.ts'

test('what waits for its moment is put in place while other files are compressed, not behind them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tenders-write-'))
  const names = Array.from({ length: 20 }, (_, index) => `trade-${index}.json`)
  const staged = await Promise.all(names.map((name) => stage(dir, name, [Buffer.from(name)], Date.now(), undefined)))
  let finished = 0
  // Every one of Node's threads is at work, and more work waits for them.
  const work = Array.from({ length: 12 }, () => new Promise((resolve) => pbkdf2('a', 'b', 300_000, 32, 'sha256', resolve)))
  for (const one of work) void one.then(() => (finished += 1))
  await commit(staged)
  expect(finished).toBe(0)
  await Promise.all(work)
  for (const name of names) expect(await readFile(join(dir, name), 'utf8')).toBe(name)
  await rm(dir, { recursive: true })
})
