import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockFolder } from './lock.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  path = join(folder, 'db.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('one holder at a time, who is named to others; given back, it is free', async () => {
  const release = await lockFolder(path)
  await expect(lockFolder(path)).rejects.toThrow(`in use by process ${process.pid} of`)
  release()
  ;(await lockFolder(path))()
  ;(await lockFolder(path))()
})

test('a holder that is gone holds nothing, although its process id is ours again', async () => {
  mkdirSync(path)
  writeFileSync(join(path, '1'), `${process.pid}-0123456789abcdef`)
  writeFileSync(join(path, '2'), '')
  const release = await lockFolder(path)
  await expect(lockFolder(path)).rejects.toThrow('in use')
  release()
})

test('a holder that is killed while it is asked holds nothing; one that lives and stays silent does', async () => {
  mkdirSync(path)
  const token = '7-0123456789abcdef'
  writeFileSync(join(path, '1'), token)
  const silent = createServer((socket) => socket.destroy()).listen(join(path, token))
  await once(silent, 'listening')
  await expect(lockFolder(path)).rejects.toThrow('in use')
  silent.once('connection', () => silent.close())
  ;(await lockFolder(path))()
})

test('the file of an older version: left behind with our own process id it is replaced, of a living process it is respected', async () => {
  writeFileSync(path, String(process.pid))
  ;(await lockFolder(path))()
  rmSync(path, { recursive: true })
  writeFileSync(path, String(process.ppid))
  await expect(lockFolder(path)).rejects.toThrow(`process ${process.ppid}, an older version`)
})

test('a folder whose path is too long for a socket is locked all the same', async () => {
  const deep = join(folder, 'd'.repeat(90), 'e'.repeat(90))
  mkdirSync(deep, { recursive: true })
  const release = await lockFolder(join(deep, 'db.lock'))
  await expect(lockFolder(join(deep, 'db.lock'))).rejects.toThrow('in use')
  release()
})

test('what the dead leave behind does not grow', async () => {
  for (let start = 0; start < 60; start += 1) (await lockFolder(path))()
  expect(readdirSync(path).length).toBeLessThan(40)
})

/** Reads the first number of folder after folder the moment it is there; says how many were without a name. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { readFileSync } = require('node:fs')
  parentPort.postMessage('ready')
  let nameless = 0
  for (let at = 0; at < workerData.folders; at += 1)
    for (let text; text === undefined; )
      try {
        text = readFileSync(workerData.folder + '/' + at + '/1', 'utf8')
        if (text === '') nameless += 1
      } catch (error) {
        if (error.code !== 'ENOENT') throw error
      }
  parentPort.postMessage(nameless)
`

test('a number says at once whose it is: one without a name would be taken for that of a dead starter', async () => {
  const folders = 200
  const reader = new Worker(READER, { eval: true, workerData: { folder, folders } })
  onTestFinished(async () => void (await reader.terminate()))
  await once(reader, 'message')
  const said = once(reader, 'message')
  for (let at = 0; at < folders; at += 1) (await lockFolder(join(folder, String(at))))()
  expect(await said).toEqual([0])
})

/** A starter that waits for the word; ended, it is as dead as a killed process: the kernel closes its socket. */
async function makeStarter(): Promise<{ race: () => Promise<string>; kill: () => Promise<unknown> }> {
  const worker = new Worker(new URL('./lock-starter.ts', import.meta.url), { workerData: path })
  const word = () => new Promise<string>((resolve) => worker.once('message', resolve))
  await word()
  return {
    race: () => {
      const said = word()
      worker.postMessage('go')
      return said
    },
    kill: () => worker.terminate(),
  }
}

test('of many starters at once over a dead holder exactly one gets it, again and again', async () => {
  for (let round = 0; round < 3; round += 1) {
    const starters = await Promise.all(Array.from({ length: 4 }, makeStarter))
    const said = await Promise.all(starters.map(({ race }) => race()))
    expect(said.filter((word) => word === 'held')).toHaveLength(1)
    expect(said.filter((word) => word !== 'held').every((word) => word.includes('in use by'))).toBe(true)
    await Promise.all(starters.map(({ kill }) => kill()))
  }
})
