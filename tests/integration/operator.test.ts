/** `npm start` sells to strangers only where somebody stands behind it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inheritedEnv } from '../../scripts/demo/app-server.ts'

const start = (variables: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['server.ts'], {
    env: { ...inheritedEnv(), NODE_ENV: 'production', JOBS_DRIVER: 'off', ...variables },
    timeout: 60_000,
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
}, 120_000)

test('a reserved name is no public address: it gets past that, to the next setting that is wrong', async () => {
  const { code, stderr } = await start({ BASE_URL: 'https://tools.example.com', PORT: '99999999' })
  expect(code).toBe(1)
  expect(stderr).not.toContain('OPERATOR')
}, 120_000)
