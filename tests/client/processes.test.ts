/** One store, many processes: together they hold to the caps that each of them was given, also when some are killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Book } from '../../clients/typescript/src/guard/book.ts'
import { fileStore } from '../../clients/typescript/src/guard/stores.ts'
import { type DishonestSeller, startDishonestSeller, type TrickName } from './dishonest-seller.ts'

/** A Node that runs TypeScript: this one, or the one among the packages. */
const node = process.features.typescript ? process.execPath : join(import.meta.dirname, '../../node_modules/node/bin/node')
const child = join(import.meta.dirname, 'buy-often.child.ts')

let seller: DishonestSeller
let folder: string
let file: string
beforeAll(async () => {
  seller = await startDishonestSeller()
})
afterAll(() => seller.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'))
  file = join(folder, 'deep', 'payments.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(url: string, calls: number) {
  const running = spawn(node, ['--no-warnings', child, url, file, String(calls)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  running.stdout.on('data', (chunk: Buffer) => {
    out += chunk
  })
  const end = once(running, 'close').then(() => (out === '' ? undefined : (JSON.parse(out) as { answered: number; names: string[] })))
  return { running, end }
}

const signatures = (since: number) => seller.got().length - since

test.each<[string, string]>([
  ['an honest seller', '/honest'],
  ['one that refuses what it was handed', '402 for every payment'],
])('five processes at once at %s sign for three calls together, as the cap says', async (_, where) => {
  const since = seller.got().length
  const url = where.startsWith('/') ? `${seller.url}${where}` : seller.urlOf(where as TrickName)
  const ends = await Promise.all(Array.from({ length: 5 }, () => start(url, 6).end))
  expect(ends.reduce((sum, end) => sum + end!.answered, 0)).toBe(3)
  expect(new Set(ends.flatMap((end) => end!.names))).toEqual(new Set(['SpendCapError']))
  expect(signatures(since)).toBe(3)
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('processes that are killed with payments in hand leave them counted', async () => {
  const since = seller.got().length
  const killed = Array.from({ length: 3 }, () => start(seller.urlOf('no answer to any payment'), 2))
  await expect.poll(() => signatures(since)).toBe(3)
  for (const { running } of killed) running.kill('SIGKILL')
  await Promise.all(killed.map(({ end }) => end))
  const next = await start(`${seller.url}/honest`, 3).end
  expect([next!.answered, next!.names, signatures(since)]).toEqual([0, ['SpendCapError'], 3])
})

test('five processes killed at any moment, and a file torn between their lines, never sign for more than the cap', async () => {
  const since = seller.got().length
  for (const delayMs of [250, 450, 700]) {
    const running = Array.from({ length: 5 }, (_, nth) =>
      start(nth % 2 ? `${seller.url}/honest` : seller.urlOf('no answer to any payment'), 3),
    )
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    for (const { running: child } of running) child.kill('SIGKILL')
    if (existsSync(file)) appendFileSync(file, '\n{"event":"void","id":"')
    await Promise.all(running.map(({ end }) => end))
  }
  const last = await start(`${seller.url}/honest`, 6).end
  expect(last!.names).toEqual(['SpendCapError'])
  expect(signatures(since)).toBeLessThanOrEqual(3)
})

test('a line that a crash cut short costs that line alone; a line that is no payment stops everything', async () => {
  await start(`${seller.url}/honest`, 1).end
  appendFileSync(file, '\n{"event":"settled","id":"0123')
  await start(`${seller.url}/honest`, 1).end
  const book = new Book()
  for (const entry of (await fileStore(file).read(0)).entries) book.apply(entry)
  expect(book.held('default', Date.now()).session.spentUsd).toBe('0.002000')
  const good = readFileSync(file, 'utf8')
  for (const line of ['{"event":"reserved","id":"x","at":1,"amount":"-500000"}', '{"hello":1}', '[1]', '7']) {
    writeFileSync(file, `${good}\n${line}\n`)
    expect(await start(`${seller.url}/honest`, 1).end).toEqual({ answered: 0, names: ['StoreError'] })
  }
})

test('a folder that cannot be written is no place to pay from', async () => {
  writeFileSync(join(folder, 'deep'), 'a file')
  const since = seller.got().length
  expect(await start(`${seller.url}/honest`, 1).end).toEqual({ answered: 0, names: ['StoreError'] })
  expect(signatures(since)).toBe(0)
})
