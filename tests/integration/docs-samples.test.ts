/** Every sample of every page of the documentation, cut out of the page and run as it stands, on both rails, against local chains. */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operationId } from '../../lib/catalogue/openapi.ts'
import { fromRequest, toResponse } from '../../lib/http/reply.ts'
import { createSite } from '../../lib/site/table.ts'
import { tools } from '../../lib/tools/registry.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { childEnv } from '../support/child-env.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { installPackedClient } from '../support/packed-client.ts'
import { atomicPrice } from '../support/price.ts'
import { type StandIns, startStandIns } from '../support/stand-ins.ts'

const root = join(import.meta.dirname, '../..')
const PAGES = ['/', '/docs', '/docs/payments', ...tools.map(({ id }) => `/docs/${id}`)]
/** Against hanging, as the limit of a test is. */
const RUN_MS = 250_000

let world: LocalWorld
let standIns: StandIns
let app: TestGate
let server: HttpServer
let folder: string
/** Where most samples run: to load the client costs ten times what a purchase does. */
let shared: ChildProcess
let answer: (request: Request) => Promise<Response>

beforeAll(async () => {
  folder = installPackedClient()
  // As npm leaves it.
  chmodSync(join(folder, 'node_modules/paid-agent-tools-client/dist/cli/main.js'), 0o755)
  for (const name of ['zod', 'ajv', 'ajv-formats', 'eventsource', 'pkce-challenge'])
    try {
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    } catch {
      // Already there, or not needed by this version.
    }
  server = await serveHttp((request) => answer(request))
  ;[world, standIns] = await Promise.all([startLocalWorld(), startStandIns()])
  app = await startGate(world.appEnv({ ...standIns.env, BASE_URL: server.url, TOOLS_URL: server.url }))
  const site = createSite(app.core)
  answer = async (request) => toResponse(await site(await fromRequest(request)))
  await vi.waitFor(async () => expect((await app.fetch('/v1/util/ping')).status).toBe(402), { timeout: 30_000, interval: 250 })
  const { refreshGpuPrices } = await import('../../lib/tools/prices/gpu/refresh.ts')
  await refreshGpuPrices(app.core, { step: (_, work) => work(), signal: AbortSignal.timeout(60_000), progress: () => undefined })
  shared = fork(join(import.meta.dirname, 'docs-samples.child.ts'), { cwd: folder, env: env(), execArgv: [] })
})
afterAll(async () => {
  shared?.kill()
  await server?.stop()
  await app?.close()
  await standIns?.stop()
  await world?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const textOf = (text: string) =>
  text
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name]!)

type Sample = { label: string; code: string }

const textAt = async (url: string, accept = 'text/html') => (await fetch(url, { headers: { accept } })).text()

const samplesIn = (page: string): Sample[] =>
  [...page.matchAll(/<figcaption><strong>(.*?)<\/strong>.*?<pre[^>]*><code>(.*?)<\/code>/gs)].map(([, label = '', code = '']) => ({
    label: textOf(label),
    code: textOf(code),
  }))

/** Those of the tabs. */
async function samplesOf(path: string): Promise<Sample[]> {
  const [, block = ''] = (await textAt(`${server.url}${path}`)).split('<fieldset class="tabs">')
  return samplesIn(block.split('</fieldset>')[0]!)
}

const sampleOf = async (path: string, label: string) => (await samplesOf(path)).find((one) => one.label === label)!.code

const env = () => ({
  ...childEnv(),
  HOME: folder,
  NODE_ENV: 'production' as const,
  npm_config_offline: 'true',
  EVM_PRIVATE_KEY: world.buyer.base.privateKey,
  SOLANA_PRIVATE_KEY: world.buyer.solana.secretKeyBase58,
  SOLANA_RPC_URL: world.solana.rpcUrl,
})

type Place = 'shared' | 'its own process'

let count = 0
/** Runs it; the tools that read pages read that of the stand-in, since there is no other web here. */
async function run(code: string, ending: 'ts' | 'sh', place: Place): Promise<string> {
  count += 1
  const file = join(folder, `sample-${count}.${ending}`)
  writeFileSync(
    file,
    code
      .replaceAll('https://example.com/', standIns.pageUrl)
      .replaceAll('https%3A%2F%2Fexample.com%2F', encodeURIComponent(standIns.pageUrl)),
  )
  if (place === 'shared') {
    const ended = once(shared, 'message', { signal: AbortSignal.timeout(RUN_MS) })
    shared.send(file)
    const [{ out, error }] = (await ended) as [{ out?: string; error?: string }]
    if (out === undefined) throw new Error(error)
    return out
  }
  const { stdout } = await promisify(execFile)(ending === 'ts' ? process.execPath : 'bash', [file], {
    cwd: folder,
    env: env(),
    timeout: RUN_MS,
  })
  return stdout
}

type Sums = Record<'base' | 'solana', bigint>
const spent = async (work: () => Promise<unknown>): Promise<Sums> => {
  const before = await world.balances()
  await work()
  const after = await world.balances()
  return { base: after.base - before.base, solana: after.solana - before.solana }
}

const bought = new Map<string, { out: string; sums: Sums }>()
/** What a sample prints and spends. Several pages show the same one to the letter, which is run once. */
async function buy(code: string, ending: 'ts' | 'sh', place: Place = 'its own process'): Promise<{ out: string; sums: Sums }> {
  const known = bought.get(code)
  if (known) return known
  let out = ''
  const sums = await spent(async () => {
    out = await run(code, ending, place)
  })
  bought.set(code, { out, sums })
  return { out, sums }
}

describe.each(PAGES)('%s', (path) => {
  const tool = () => tools.find(({ id }) => path === `/docs/${id}`)

  test('begins with the client that has a cap, and no sample can pay without one', async () => {
    const samples = await samplesOf(path)
    expect(samples.map(({ label }) => label)).toEqual(['TypeScript', 'Solana', 'MCP host', 'MCP agent', '@x402/fetch', 'Python', 'curl'])
    for (const { label, code } of samples)
      if (label !== 'curl') expect(code, label).toMatch(/caps: \{ perCall|maxAmountPerPayment|max_amount\(|--max-usd/)
  })

  test.each([
    ['TypeScript', 'base'],
    ['Solana', 'solana'],
    ['MCP agent', 'base'],
    ['@x402/fetch', 'base'],
  ] as const)('%s settles exactly the price on %s', async (label, rail) => {
    const { out, sums } = await buy(await sampleOf(path, label), 'ts', path === PAGES[0] ? 'its own process' : 'shared')
    const other = rail === 'base' ? 'solana' : 'base'
    expect([sums[other], sums[rail] > 0n], out).toEqual([0n, true])
    const own = tool()
    if (own) expect(sums[rail]).toBe(BigInt(own.amount))
  })

  test('curl shows the terms and costs nothing', async () => {
    const { out, sums } = await buy(await sampleOf(path, 'curl'), 'sh')
    expect(sums).toEqual({ base: 0n, solana: 0n })
    expect(out).toMatch(/^HTTP\/1\.1 402/)
  })
})

test('none of the samples keeps the process that ran it from ending', async () => {
  const ended = once(shared, 'exit', { signal: AbortSignal.timeout(RUN_MS) })
  shared.disconnect()
  expect(await ended).toEqual([0, null])
})

test('what the page of a 402, the Markdown of a page and the text beside the tabs show is one of these samples to the letter', async () => {
  const host = await sampleOf('/docs', 'MCP host')
  for (const path of PAGES) expect(await sampleOf(path, 'MCP host'), path).toBe(host)
  const terms = samplesIn(await textAt(`${server.url}/docs/payments`)).find(({ label }) => label === 'See the terms')
  expect(terms?.code).toBe(await sampleOf('/docs/payments', 'curl'))
  for (const { id, path, examples } of tools) {
    const [typescript, curl] = [await sampleOf(`/docs/${id}`, 'TypeScript'), await sampleOf(`/docs/${id}`, 'curl')]
    const asked = samplesIn(await textAt(`${server.url}${path}?${new URLSearchParams(examples[0].query)}`))
    expect(asked, id).toEqual([{ label: 'TypeScript', code: typescript }])
    const markdown = await textAt(`${server.url}/docs/${id}`, 'text/markdown')
    const fences = [...markdown.matchAll(/```(ts|sh)\n(.*?)\n```/gs)].map(([, language, code]) => [language, code])
    expect(fences, id).toEqual([
      ['ts', typescript.trimEnd()],
      ['sh', expect.stringMatching(/^curl -i '[^']+' {3}# 402 with the terms; free$/)],
    ])
    expect(fences[1]?.[1], id).toContain(curl)
  }
})

test('the samples of the README run as they stand, but for the address', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll('http://localhost:3000', server.url)
  const samples = [...readme.matchAll(/```(ts|sh)\n(.*?)```/gs)].filter(([, , code = '']) => code.includes(server.url))
  expect(samples.map(([, language]) => language)).toEqual(['sh', 'ts'])
  const [asked, bought] = [await buy(samples[0]![2]!, 'sh'), await buy(samples[1]![2]!, 'ts')]
  expect(asked.out).toMatch(/^HTTP\/1\.1 402/)
  expect(bought.sums).toEqual({ base: atomicPrice('evm/4byte'), solana: 0n })
})

test('the configuration for an MCP host starts a bridge that buys on either rail', async () => {
  const { command, args, env: keys } = JSON.parse(await sampleOf('/docs', 'MCP host')).mcpServers['paid-agent-tools']
  expect(Object.keys(keys)).toEqual(['EVM_PRIVATE_KEY'])
  for (const rail of ['base', 'solana'] as const) {
    const wallet = rail === 'base' ? { SOLANA_PRIVATE_KEY: '' } : { EVM_PRIVATE_KEY: '' }
    const host = new Client({ name: 'host', version: '1.0.0' })
    await host.connect(new StdioClientTransport({ command, args, cwd: folder, env: { ...env(), ...wallet } }))
    const listed = await host.listTools()
    const name = listed.tools.find(({ name: one }) => one.includes('util_uuid'))!.name
    const sums = await spent(() => host.callTool({ name, arguments: { n: '1' } }))
    expect(sums[rail]).toBe(atomicPrice('util/uuid'))
    expect(operationId(tools.find(({ id }) => id === 'util/uuid')!)).toBe('util_uuid')
    await host.close()
  }
})
