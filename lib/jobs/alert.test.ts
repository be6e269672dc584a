import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { parseEnv } from '../env.ts'
import { alert } from './alert.ts'

const received: unknown[] = []
let status = 204
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    received.push(JSON.parse(body))
    response.writeHead(status).end()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const core = createCore(parseEnv({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }))
afterAll(() => server.close())

test('an alert is posted as JSON, and not again for the same subject within the hour', async () => {
  const one = { kind: 'job_failed', subject: 'ingest-tenders', detail: 'No source answered.', facts: { job: 'j1' } }
  expect(await alert(core, one)).toBe(true)
  expect(await alert(core, one)).toBe(false)
  expect(await alert(core, { ...one, subject: 'refresh-prices' })).toBe(true)
  expect(received).toEqual([
    expect.objectContaining({
      kind: 'job_failed',
      subject: 'ingest-tenders',
      detail: 'No source answered.',
      job: 'j1',
      at: expect.any(String),
    }),
    expect.objectContaining({ subject: 'refresh-prices' }),
  ])
})

test('a webhook that refuses never breaks the job, and the next occurrence is posted again', async () => {
  received.length = 0
  status = 500
  const one = { kind: 'job_failed', subject: 'publish-tenders', detail: 'x' }
  expect(await alert(core, one)).toBe(false)
  status = 204
  expect(await alert(core, one)).toBe(true)
  expect(received).toHaveLength(2)
})
