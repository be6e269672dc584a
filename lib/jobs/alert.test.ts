import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

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
vi.stubEnv('ALERT_WEBHOOK_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
let alert: typeof import('./alert.ts').alert
beforeAll(async () => {
  ;({ alert } = await import('./alert.ts'))
})
afterAll(() => server.close())

test('an alert is posted as JSON, and not again for the same subject within the hour', async () => {
  const one = { kind: 'job_failed', subject: 'ingest-tenders', detail: 'No source answered.', facts: { job: 'j1' } }
  expect(await alert(one)).toBe(true)
  expect(await alert(one)).toBe(false)
  expect(await alert({ ...one, subject: 'refresh-prices' })).toBe(true)
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
  expect(await alert(one)).toBe(false)
  status = 204
  expect(await alert(one)).toBe(true)
  expect(received).toHaveLength(2)
})
