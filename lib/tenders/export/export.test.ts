import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { virtualTenders } from '../../../scripts/bench/tenders-rows.ts'
import { type Core, createCore } from '../../core.ts'
import { parseEnv } from '../../env.ts'
import { toCall } from '../../http/reply.ts'
import { feeds } from '../feed/serve.ts'
import { reloadSnapshot, stopSnapshot } from '../snapshot/snapshot.ts'
import { exportOnce, keepExported } from './export.ts'
import { exportedNames } from './files.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
let now = START
let core: Core
let dir = ''
beforeAll(async () => {
  const { database } = virtualTenders(60, START)
  core = createCore(parseEnv({}), { now: () => now, openDatabase: async () => database })
  await reloadSnapshot(core, now)
  dir = await mkdtemp(join(tmpdir(), 'tenders-export-'))
})
afterAll(async () => {
  await stopSnapshot(core)
  await rm(dir, { recursive: true })
})

const overHttp = async (name: string): Promise<Buffer> => {
  const { status, body } = await feeds(
    core,
    toCall('GET', `/api/uk-tenders/${name}`, () => undefined, ''),
  )
  expect(status, name).toBe(200)
  return Buffer.from(body ?? '')
}

test('every file is what the program answers, byte for byte, and so are its twins', { timeout: 120_000 }, async () => {
  expect(await exportOnce(core, dir)).toBe(exportedNames().length)
  for (const name of exportedNames()) {
    const file = await readFile(join(dir, name))
    expect(file.equals(await overHttp(name)), name).toBe(true)
    expect(gunzipSync(await readFile(join(dir, `${name}.gz`))).equals(file)).toBe(true)
    expect(brotliDecompressSync(await readFile(join(dir, `${name}.br`))).equals(file)).toBe(true)
  }
  expect((await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.new'))).toEqual([])
})

test('a notice that closes leaves the files when its second has come', { timeout: 120_000 }, async () => {
  const { notices } = JSON.parse((await readFile(join(dir, 'all.json'))).toString()) as { notices: { id: string; deadline: string }[] }
  const [first] = notices
  if (!first) throw new Error('nothing is open')
  now = Date.parse(first.deadline) - 1_000
  const keeping = keepExported(core, dir)
  try {
    const holds = async () => (await readFile(join(dir, 'all.json'))).toString().includes(first.id)
    while (now < Date.parse(first.deadline)) {
      await sleep(50)
      now += 10
    }
    for (let tries = 0; (await holds()) && tries < 300; tries += 1) await sleep(100)
    expect(await holds()).toBe(false)
    expect((await readFile(join(dir, 'all.json'))).equals(await overHttp('all.json'))).toBe(true)
  } finally {
    await keeping.stop()
  }
})
