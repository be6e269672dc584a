/** The command line against sellers that lie: caps hold over calls, every end has a name, and no text of theirs commands the terminal. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, ask402, encode, offer, problem, SETTLED, sold } from './trick-parts.ts'

/** A Node that runs TypeScript: this one, or the one among the packages. */
const node = process.features.typescript ? process.execPath : join(import.meta.dirname, '../../node_modules/node/bin/node')
const main = join(import.meta.dirname, '../../clients/typescript/src/cli/main.ts')
const COMMANDS = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202ecod\u2066x'

let folder: string
let seller: Server
let answer: (isPaid: boolean) => Answer
const payments = new Set<string>()
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'))
  payments.clear()
  seller = createServer((request, response) => {
    const header = request.headers['payment-signature']
    if (typeof header === 'string') payments.add(header)
    const { status, headers, body } = answer(header !== undefined)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof body === 'string' ? body : '')
  }).listen(0, '127.0.0.1')
  await once(seller, 'listening')
})
afterEach(() => {
  seller.closeAllConnections()
  seller.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(...words: string[]) {
  const url = `http://127.0.0.1:${(seller.address() as AddressInfo).port}`
  const store = join(folder, 'payments.jsonl')
  const args = ['--no-warnings', main, '--server', url, '--store', store, '--max-per-session', '0.0025', ...words]
  const env = { NODE_ENV: 'test', HOME: folder, EVM_PRIVATE_KEY: `0x${'1'.repeat(64)}`, BASE_RPC_URL: 'http://127.0.0.1:9' } as const
  return new Promise<{ stdout: string; stderr: string }>((resolve) =>
    execFile(node, args, { env, encoding: 'utf8' }, (_, stdout, stderr) => resolve({ stdout, stderr })),
  )
}

// Everything a terminal acts upon, but line breaks; all of it is what this looks for.
const acts = (text: string): boolean => /(?!\n)[\p{Cc}\p{Cf}]/u.test(text)

test.each<[string, (isPaid: boolean) => Answer, RegExp]>([
  ['a refusal', (isPaid) => ask402([offer], isPaid ? { error: COMMANDS } : {}), /PaymentRefusedError/],
  [
    'a problem',
    (isPaid) =>
      isPaid
        ? { ...problem(404, COMMANDS, false), body: JSON.stringify({ code: COMMANDS, detail: COMMANDS, charged: false }) }
        : ask402([offer]),
    /u009b31m/,
  ],
  ['a network', () => ask402([{ ...offer, network: COMMANDS }]), /NoOfferError/],
  [
    'an answer',
    (isPaid) =>
      isPaid
        ? {
            status: 200,
            headers: { 'PAYMENT-RESPONSE': encode({ ...SETTLED, transaction: COMMANDS }) },
            body: JSON.stringify({ message: COMMANDS }),
          }
        : ask402([offer]),
    /Paid \$0\.001000/,
  ],
])('%s full of commands for a terminal is text', async (_, says, expected) => {
  answer = says
  const { stdout, stderr } = await run('call', 'util/ping')
  expect(stderr).toMatch(expected)
  expect([acts(stdout), acts(stderr)]).toEqual([false, false])
  if (stdout !== '') expect(JSON.parse(stdout)).toEqual({ message: COMMANDS })
  const listed = await run('receipts')
  expect([acts(listed.stdout), acts(listed.stderr)]).toEqual([false, false])
})

test('a bridge over several sellers serves those that are there, and says who is not; over nobody it does not start', async () => {
  answer = () => ask402([offer])
  const url = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/thing`
  const away = 'http://127.0.0.1:9'
  const start = async (servers: string) => {
    const args = ['--no-warnings', main, '--store', join(folder, 'payments.jsonl'), 'mcp', '--server', servers]
    const env = { NODE_ENV: 'test', HOME: folder, EVM_PRIVATE_KEY: `0x${'1'.repeat(64)}` } as const
    return new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile(node, args, { env, encoding: 'utf8' }, (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr })).stdin!.end(),
    )
  }
  for (const servers of [`${url},${away}`, `${away},${url}`]) {
    const { code, stderr } = await start(servers)
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${away} tells of nothing to buy`)])
    expect(stderr).toContain('1 tools of')
  }
  expect(await start(away)).toEqual({ code: 1, stderr: expect.stringContaining('UnreachableError') })
})

test('it says which version it is', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../clients/typescript/package.json'), 'utf8')) as Record<
    string,
    string
  >
  expect(await run('--version')).toEqual({ stdout: `${version}\n`, stderr: '' })
})

test('a seller that keeps what it is handed gets no more than the cap, call after call; budget says what it holds', async () => {
  answer = () => ask402([offer], { error: 'again' })
  const names = []
  for (let nth = 0; nth < 4; nth += 1) names.push(/^(\w+):/.exec((await run('call', 'util/ping')).stderr)?.[1])
  expect(names).toEqual(['PaymentRefusedError', 'PaymentRefusedError', 'SpendCapError', 'SpendCapError'])
  expect(payments.size).toBe(2)
  const rows = JSON.parse((await run('--max-per-host', '0.5', 'budget')).stdout) as { scope: string; atRiskUsd: string }[]
  expect(rows[0]).toMatchObject({ scope: 'session default', atRiskUsd: '0.002000' })
  // The caps as well, those that nobody set among them.
  expect(rows.map((row) => [row.scope, (row as { capUsd?: string }).capUsd])).toEqual([
    ['session default', '0.002500'],
    ['24 hours', '5.000000'],
    [expect.stringMatching(/^127\.0\.0\.1:/), '0.500000'],
    ['one call', '0.020000'],
  ])
  answer = (isPaid) => (isPaid ? sold : ask402([offer]))
  expect(JSON.parse((await run('--session', 'next', 'call', 'util/ping')).stdout)).toEqual({ message: 'pong' })
})
