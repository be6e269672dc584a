/** `npm start` sells to strangers only where somebody stands behind it. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { childEnv } from '../support/child-env.ts'

const start = (variables: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['server.ts'], {
    env: { ...childEnv(), NODE_ENV: 'production', JOBS_DRIVER: 'off', ...variables },
    timeout: 250_000,
  }).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
  )

test('at a public address without a name and a contact it ends, and says which settings it needs', async () => {
  const { code, stderr } = await start({ BASE_URL: 'https://tools.acme.co' })
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('OPERATOR_NAME and OPERATOR_CONTACT')
  expect((await start({ BASE_URL: 'https://tools.acme.co', OPERATOR_NAME: 'Acme' })).stderr).toContain('needs OPERATOR_CONTACT:')
})

test('a reserved name is no public address: it gets past that, to the next setting that is wrong', async () => {
  const { code, stderr } = await start({ BASE_URL: 'https://tools.example.com', PORT: '99999999' })
  expect(code).toBe(1)
  expect(stderr).not.toContain('OPERATOR')
})

test('settings come from the environment alone: a .env beside it is not read by one part and left by another, and it says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dot-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'public'))
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgres://live\n')
  const tell = `data:text/javascript,process.on('exit',()=>console.error('database',process.env.DATABASE_URL))`
  // There is no build here: it ends when Next has read what it reads of the folder.
  const ended = promisify(execFile)(process.execPath, ['--import', tell, resolve('server.ts')], {
    cwd: folder,
    env: { ...childEnv(), NODE_ENV: 'production', JOBS_DRIVER: 'off' },
    timeout: 250_000,
  })
  const { stderr } = await ended.catch((error: { stderr: string }) => error)
  expect(stderr).toContain('Could not find a production build')
  expect(stderr).toContain('database undefined')
  expect(stderr).toContain('node --env-file=.env server.ts')
})
