import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runCommand } from '../tests/support/command.ts'

type Seen = { method: string; path: string; authorization: string | undefined; body: string }

/** A job API that answers with these states in turn. */
async function jobServer(states: string[], status = 202) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', path: request.url ?? '', authorization: request.headers.authorization, body })
      if (request.method === 'POST') {
        response.writeHead(status, status === 202 ? { location: 'https://public.example.org/api/jobs/77' } : {}).end('{}')
        return
      }
      const state = states.length > 1 ? states.shift() : states[0]
      response.writeHead(200).end(JSON.stringify({ state, counts: { releases: 7 }, dataThrough: '2026-11-19', error: null }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const ingest = (url: string, args: string[]) =>
  runCommand(['scripts/ingest.ts', ...args], { ...process.env, BASE_URL: url, OPERATOR_TOKEN: 'made-up-for-tests', VITEST: '' })

test('asks the server that listens, follows the job and prints its end', async () => {
  const server = await jobServer(['running', 'succeeded'])
  const { code, out, error } = await ingest(server.url, ['--from', '2026-11-01', '--to', '2026-11-02'])
  server.close()
  expect(JSON.parse(out)).toEqual({ outcome: 'succeeded', counts: { releases: 7 }, dataThrough: '2026-11-19' })
  expect(error).toContain('releases 7')
  expect(code).toBe(0)
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/api/jobs', authorization: 'Bearer made-up-for-tests' })
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ type: 'ingest-tenders', params: { from: '2026-11-01', to: '2026-11-02' } })
  // The job is asked for at the server that took it, whatever its public name.
  expect(server.seen.slice(1).map(({ path }) => path)).toEqual(['/api/jobs/77', '/api/jobs/77'])
})

test('says what is wrong: the token, the days', async () => {
  const server = await jobServer([], 401)
  const refused = await ingest(server.url, [])
  server.close()
  expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringContaining('OPERATOR_TOKEN') })
  expect(await ingest(server.url, ['--from', '2026-02-30'])).toMatchObject({ code: 1, error: expect.stringContaining('must be a day') })
  expect(await ingest(server.url, ['--from', '2026-02-03', '--to', '2026-02-01'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('from must not be after to'),
  })
})
