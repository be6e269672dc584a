/** Where logs go is not always there: on a full disk, or behind a reader that has died, a sale in hand must end as ever. */
import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Logs three lines when it is told to, and says on stdout what became of them. */
const CHILD = `
  import { log } from './lib/log.ts'
  process.stdin.once('data', () => {
    for (let nth = 0; nth < 3; nth += 1) log.error({ nth }, 'a line')
    process.stdout.write('went on')
    process.stdin.destroy()
  })`
const start = (stderr: number | 'pipe') =>
  spawn(process.execPath, ['--input-type=module', '--eval', CHILD], {
    stdio: ['pipe', 'pipe', stderr],
    env: { ...process.env, LOG_LEVEL: 'info' },
  })

test.skipIf(!existsSync('/dev/full'))('a full disk ends nothing', async () => {
  const child = start(openSync('/dev/full', 'w'))
  child.stdin!.write('go')
  expect(await text(child.stdout!)).toBe('went on')
})

test('a reader that died ends nothing', async () => {
  const child = start('pipe')
  child.stderr!.destroy()
  await new Promise((resolve) => child.stderr!.once('close', resolve))
  child.stdin!.write('go')
  expect(await text(child.stdout!)).toBe('went on')
})
