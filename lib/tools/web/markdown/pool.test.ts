import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { convertInSteps } from './convert-in-steps.ts'
import { type ConvertInput, type ConvertPool, makeConvertPool, type PoolOptions } from './pool.ts'

/** A worker that does what the URL of its page says. */
const SCRIPT = `
const { parentPort } = require('node:worker_threads')
const page = (input) => ({ ok: true, document: { markdown: input.url, truncated: input.truncated, wordCount: input.bytes.length } })
parentPort.on('message', ({ id, input }) => {
  const kind = new URL(input.url).pathname.slice(1)
  if (kind === 'spin' || (kind === 'spin-when-whole' && !input.truncated)) for (;;);
  if (kind === 'grow') { const all = []; for (;;) all.push(new Array(100000).fill({})) }
  if (kind === 'grow-outside') { const all = []; for (;;) all.push(Buffer.alloc(20_000_000, 1)) }
  if (kind === 'exit') process.exit(3)
  if (kind === 'throw') return parentPort.postMessage({ id, failure: 'boom', tooBig: false, heapBytes: 0 })
  if (kind === 'overflow') return parentPort.postMessage({ id, failure: 'stack', tooBig: true, heapBytes: 0 })
  const reply = { id, result: page(input), heapBytes: kind === 'fat' ? 1e12 : 0 }
  if (kind === 'slow') setTimeout(() => parentPort.postMessage(reply), 150)
  else parentPort.postMessage(reply)
})
parentPort.postMessage({ ready: true })
`

let pool: ConvertPool
let spawned = 0
afterEach(() => pool.close())

function makePool(options: Partial<PoolOptions> = {}, script = SCRIPT): ConvertPool {
  spawned = 0
  pool = makeConvertPool({
    size: 2,
    waitMs: 20_000,
    spawn: () => {
      spawned++
      return new Worker(script, { eval: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 } })
    },
    ...options,
  })
  return pool
}

const input = (kind: string, size = 8): ConvertInput => ({
  bytes: new Uint8Array(size),
  url: `http://zoo.example.com/${kind}`,
  contentType: 'text/html',
  contentLanguage: null,
  truncated: false,
})
const convert = (kind: string, deadlineMs = 20_000) => pool.convert(input(kind), { deadlineMs })
const ordinary = { ok: true, document: { markdown: 'http://zoo.example.com/ordinary' } }

test('a page that never ends is killed, and the next one is converted', async () => {
  makePool({ size: 1 })
  await expect(convert('spin', 200)).rejects.toMatchObject({ reason: 'too_slow' })
  expect(await convert('ordinary')).toMatchObject(ordinary)
  expect(spawned).toBe(2)
})

test('memory outside of the worker’s heap is bounded too, where a call says by how much', async () => {
  makePool({ size: 1 })
  const growing = pool.convert(input('grow-outside'), { deadlineMs: 20_000, growthBytes: 100_000_000 })
  await expect(growing).rejects.toMatchObject({ reason: 'too_big' })
  expect(await convert('ordinary')).toMatchObject(ordinary)
})

test('a page that eats memory costs its worker, not the process', async () => {
  makePool({ size: 1 })
  await expect(convert('grow')).rejects.toMatchObject({ reason: 'too_big' })
  await expect(convert('exit')).rejects.toMatchObject({ reason: 'too_big' })
  expect(await convert('ordinary')).toMatchObject(ordinary)
})

test('a page that overflows the stack costs its own answer', async () => {
  makePool({ size: 1 })
  await expect(convert('overflow')).rejects.toMatchObject({ reason: 'too_big' })
  expect(spawned).toBe(1)
})

test('others are served while one page spins', async () => {
  makePool()
  await convert('ordinary')
  const stuck = convert('spin', 1_500).catch((error: unknown) => error)
  for (let index = 0; index < 20; index++) expect(await convert('ordinary')).toMatchObject(ordinary)
  expect(await stuck).toMatchObject({ reason: 'too_slow' })
})

test('an error inside a worker is ours, and the worker lives on', async () => {
  makePool({ size: 1 })
  await expect(convert('throw')).rejects.toMatchObject({ reason: 'broken' })
  expect(await convert('ordinary')).toMatchObject(ordinary)
  expect(spawned).toBe(1)
})

test('pages wait in line, and not more than may', async () => {
  makePool({ size: 1, maxWaiting: 2 })
  await convert('ordinary')
  const running = [convert('slow'), convert('slow'), convert('slow')]
  await expect(convert('ordinary')).rejects.toMatchObject({ reason: 'busy' })
  expect(await Promise.all(running)).toHaveLength(3)
})

test('a page that waits too long is told that we are busy', async () => {
  makePool({ size: 1 })
  // Its only worker runs: what waits is not waiting for a start.
  await convert('ordinary')
  const running = convert('spin', 1_000).catch((error: unknown) => error)
  await expect(pool.convert(input('ordinary'), { deadlineMs: 20_000, waitMs: 100 })).rejects.toMatchObject({ reason: 'busy' })
  await running
})

test('a worker whose heap has grown is replaced', async () => {
  makePool({ size: 1 })
  await convert('fat')
  expect(await convert('ordinary')).toMatchObject(ordinary)
  expect(spawned).toBe(2)
})

test('two workers stay warm after the first page', async () => {
  makePool()
  await convert('ordinary')
  await convert('ordinary')
  expect(spawned).toBe(2)
})

test('workers that do not start are an error, not an endless loop', async () => {
  makePool({}, 'throw new Error("no start")')
  await expect(convert('ordinary')).rejects.toMatchObject({ reason: 'broken' })
  expect(spawned).toBeLessThanOrEqual(5)
})

test('a page that is too much as a whole gives its beginning, and says so', async () => {
  makePool({ size: 1 })
  const result = await convertInSteps(pool, input('spin-when-whole', 4_000))
  expect(result).toMatchObject({ ok: true, document: { truncated: true, wordCount: 1_000 } })
})

test('a page that is too much in any size fails for itself', async () => {
  makePool({ size: 1 })
  await expect(convertInSteps(pool, input('spin', 4_000))).rejects.toMatchObject({ reason: 'too_slow' })
  expect(await convert('ordinary')).toMatchObject(ordinary)
})

test('real workers convert real pages', async () => {
  pool = makeConvertPool({ size: 1, patience: 10 })
  const bytes = new TextEncoder().encode(`<title>Real</title><article><p>${'Real words in a real page. '.repeat(20)}</p></article>`)
  const result = await pool.convert({ ...input('real'), bytes }, { deadlineMs: 20_000 })
  expect(result).toMatchObject({ ok: true, document: { title: 'Real', truncated: false } })
})
