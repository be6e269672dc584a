/**
 * `npm run samples`: records the samples of every tool, or of those named. Without --live the sources are stand-ins with made-up data.
 *
 *   npm run samples -- --live            from the real sources, as the environment names them
 *   npm run samples -- evm/4byte         only this tool
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BASE_URL_MARK, PRICE_MARK, type SampleKind, sampleFile } from '../lib/catalogue/samples.ts'
import { type Core, createCore } from '../lib/core.ts'
import { openDatabase } from '../lib/db/index.ts'
import { parseEnv } from '../lib/env.ts'
import { ApiError } from '../lib/errors.ts'
import { problemReply, toApiError } from '../lib/http/problem.ts'
import { log } from '../lib/log.ts'
import { runTool } from '../lib/payments/sale/run-tool.ts'
import type { Tool } from '../lib/tools/define.ts'
import { parseInput, toRequest } from '../lib/tools/parse.ts'
import { refreshGpuPrices } from '../lib/tools/prices/gpu/refresh.ts'
import { loadGpuPrices } from '../lib/tools/prices/gpu/snapshot.ts'
import { tools } from '../lib/tools/registry.ts'
import { startStandInSite } from '../tests/support/stand-in-site.ts'
import { startUpstreams } from '../tests/support/upstreams/server.ts'
import { misused, readOptions } from './steps/options.ts'

const { values, positionals: wanted } = readOptions(import.meta.url, { options: { live: { type: 'boolean' } }, allowPositionals: true })
const live = values.live === true
const unknown = wanted.filter((id) => !tools.some((tool) => tool.id === id))
if (unknown.length > 0) misused(`There is no tool ${unknown.join(', ')}`)

/** Never asked, since nothing in a recording is fetched from it; replaced by the mark. */
const BASE_URL = 'http://base-url.invalid'
// Sources are told whom to write to: never the placeholder.
const contact = process.env.CONTACT_URL ?? (process.env.BASE_URL ? `${process.env.BASE_URL}/docs` : undefined)
process.env.BASE_URL = BASE_URL
log.level = 'silent'

const upstreams = live ? undefined : await startUpstreams()
const site = live ? undefined : await startStandInSite()
const settings = parseEnv({
  ...process.env,
  BASE_URL,
  ...(contact === undefined ? {} : { CONTACT_URL: contact }),
  ...upstreams?.env,
  ...(site ? { FETCH_ALLOW_TARGETS: site.target } : {}),
})
const database = openDatabase({})
/** A program that has asked nobody anything yet. */
const fresh = (): Core => createCore(settings, { openDatabase: () => database })

/** A page that exists, one that does not: the stand-in site has both. */
const page = site?.url ?? 'https://example.com/'
const missingPage = site ? new URL('/no-such-page', site.url).href : 'https://example.com/no-such-page'

let collected = false

type Call = { title: string; query: Record<string, string>; sourcesDown?: boolean }

const exampleOf = (tool: Tool): Call => {
  const { title, query } = tool.examples[0]
  return query.url === undefined || live ? { title, query } : { title: 'A short article', query: { url: page } }
}

/** Subjects that do not exist or cannot be judged, for the tools that tell so by an error. */
const declined: Record<string, Call[]> = {
  'solana/token-risk': [{ title: 'An address that is no mint', query: { mint: '6d1UU5UUwTtumZn28uHioDWDcctLPzwgx2CtANDzMgLB' } }],
  'base/token-risk': [{ title: 'An address without a contract', query: { address: '0x7d36d8de1b144b09050482ad18a5598d233380cd' } }],
  'web/markdown': [{ title: 'A page that its server does not have', query: { url: missingPage } }],
  'crypto/price': [{ title: 'A name that no asset has', query: { q: 'no-such-coin' } }],
}

function errorCalls(tool: Tool): Call[] {
  const [name] = Object.keys(tool.input.shape)
  const working = exampleOf(tool).query
  const wrong: Call = { title: 'A parameter that does not exist', query: { ...working, colour: 'blue' } }
  const malformed = ['not-a-value', '', '\u0007']
    .map((value): Call => ({ title: `A value that ${name} does not take`, query: { ...working, [name ?? '']: value } }))
    .filter((call) => name !== undefined && refuses(tool, call))
    .slice(0, 1)
  const fetches = 'url' in working
  const down: Call[] =
    (tool.sources ?? []).length === 0 || live || fetches || tool.id === 'prices/gpu'
      ? []
      : [{ title: 'No source answers', query: working, sourcesDown: true }]
  return [wrong, ...malformed, ...(declined[tool.id] ?? []), ...down]
}

const search = ({ query }: Call): string => (Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '')

function refuses(tool: Tool, call: Call): boolean {
  try {
    parseInput(fresh(), tool, search(call))
    return false
  } catch (error) {
    return error instanceof ApiError
  }
}

/** Makes the call as the server would, without its till. */
async function record(tool: Tool, call: Call): Promise<object> {
  const core = fresh()
  if (collected) await loadGpuPrices(core)
  upstreams?.reset()
  if (call.sourcesDown) upstreams?.setFault('*', { mode: 'down' })
  const requestId = `sample-${tool.id.replace('/', '-')}`
  let status = 200
  let body: string
  try {
    body = await runTool(core, toRequest(tool, parseInput(core, tool, search(call))), requestId)
  } catch (error) {
    const failure = toApiError(error, requestId)
    if (failure.extra?.price) failure.extra.price = { ...(failure.extra.price as object), amount: PRICE_MARK }
    const reply = problemReply({ BASE_URL }, failure, { requestId })
    status = reply.status
    body = String(reply.body)
  }
  return {
    sample: true,
    tool: tool.id,
    title: call.title,
    recordedAt: new Date().toISOString(),
    source: live ? 'live' : 'stand-in',
    request: { method: 'GET', path: tool.path, query: call.query },
    status,
    body: JSON.parse(body),
  }
}

function write(tool: Tool, kind: SampleKind, value: object): void {
  const file = sampleFile(tool, kind)
  mkdirSync(dirname(file), { recursive: true })
  const text = `${JSON.stringify(value, null, 2)}\n`.replaceAll(BASE_URL, BASE_URL_MARK)
  writeFileSync(
    file,
    site ? text.replaceAll(new URL(site.url).origin, 'http://stand-in.example').replaceAll(site.target, 'stand-in.example') : text,
  )
  console.log(file)
}

/** GPU prices are sold from memory alone: one run of the job that collects them. */
async function collectGpuPrices(): Promise<void> {
  await refreshGpuPrices(fresh(), { step: (_, work) => work(), signal: AbortSignal.timeout(60_000), progress: () => undefined })
  collected = true
}

const gpu = tools.find(({ id }) => id === 'prices/gpu')
/** Errors that only exist before something happens. */
const early = new Map<string, object[]>()
if (gpu && (wanted.length === 0 || wanted.includes(gpu.id))) {
  early.set(gpu.id, [await record(gpu, { title: 'Right after a start, before prices were collected', query: {} })])
  await collectGpuPrices()
}

let failed = false
for (const tool of tools) {
  if (wanted.length > 0 && !wanted.includes(tool.id)) continue
  const answer = (await record(tool, exampleOf(tool))) as { status: number; body: unknown }
  if (answer.status !== 200) {
    failed = true
    console.error(`${tool.id} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    continue
  }
  write(tool, 'answer', answer)
  const errors = early.get(tool.id) ?? []
  for (const call of errorCalls(tool)) errors.push(await record(tool, call))
  const good = errors.filter((error) => (error as { status: number }).status < 400)
  if (good.length > 0) console.error(`${tool.id}: ${good.length} call(s) meant to fail did not, and are left out`)
  write(
    tool,
    'errors',
    errors.filter((error) => !good.includes(error)),
  )
}
await upstreams?.stop()
await site?.stop()
process.exit(failed ? 1 : 0)
