import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findSecrets, paymentSecrets } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const header = Buffer.from(
  JSON.stringify({ payload: { signature: `0x${'ab'.repeat(65)}`, authorization: { nonce: `0x${'1'.repeat(64)}` } } }),
).toString('base64')

test('a planted payment header, signature or key is found, and a clean log is clean', () => {
  const path = join(folder, 'server.log')
  const secrets = [...paymentSecrets(header), { name: 'operator token', text: 'token-of-the-operator' }]
  writeFileSync(path, '{"msg":"paid call","tool":"util/ping"}\n')
  expect(findSecrets([path], secrets)).toEqual({ found: 0, kinds: [] })
  writeFileSync(path, `{"headers":{"payment-signature":"${header}"}}\n{"authorization":"Bearer token-of-the-operator"}\n`)
  expect(findSecrets([path], secrets)).toEqual({ found: 2, kinds: ['payment header', 'operator token'] })
  writeFileSync(path, `{"payload":{"signature":"0x${'ab'.repeat(65)}"}}\n`)
  expect(findSecrets([path], secrets).kinds).toEqual(['payment signature'])
})
