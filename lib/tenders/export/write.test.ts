import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commit, stage } from './write.ts'

test('what waits for its moment is put in place while other files are compressed, not behind them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tenders-write-'))
  const names = Array.from({ length: 20 }, (_, index) => `trade-${index}.json`)
  const staged = await Promise.all(names.map((name) => stage(dir, name, [Buffer.from(name)], Date.now(), undefined)))
  // A pipe is opened when its other end is: until then each of these holds one of Node's threads, and most of them wait for one.
  const pipes = Array.from({ length: 12 }, (_, index) => join(dir, `pipe-${index}`))
  execFileSync('mkfifo', pipes)
  const held = pipes.map((pipe) => open(pipe, 'r'))
  let placed = false
  const placing = commit(staged).then(() => (placed = true))
  for (let turn = 0; turn < 10 * names.length && !placed; turn += 1) await setImmediate()
  const inTime = placed
  const ends = pipes.map((pipe) => openSync(pipe, constants.O_RDWR))
  for (const one of held) await (await one).close()
  ends.forEach(closeSync)
  await placing
  expect(inTime).toBe(true)
  for (const name of names) expect(await readFile(join(dir, name), 'utf8')).toBe(name)
  await rm(dir, { recursive: true })
})
