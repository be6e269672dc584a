/**
 * Every number in every answer of every source, in turn, as something that is no figure: what is sold holds none of it. And every answer cut off,
 * with a part that cannot be read, or with its rows said twice. What damage does to verdicts is tried in scripts/risk-bench, to prices of GPUs beside
 * their readers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Core, createCore } from '../../lib/core.ts'
import { transport } from '../../lib/egress/network.ts'
import type { Transport } from '../../lib/egress/transport.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { tools } from '../../lib/tools/registry.ts'
import { hastyClock, testCore } from '../support/core.ts'
import { type Mutation, mutationsOf } from '../support/upstreams/mutations.ts'
import { OWN_CASES, startUpstreams, type Upstreams } from '../support/upstreams/server.ts'

const questions: Record<string, Record<string, string>[]> = {
  'crypto/price': [{ q: 'bitcoin,eth' }, { q: 'base:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' }],
  'prices/llm': [{ model: 'claude-example', input_tokens: '250000', cached_tokens: '100000', output_tokens: '1000' }, { q: 'example' }],
  'dns/lookup': [{ name: 'example.com', rdap: 'true' }],
  'evm/4byte': [{ selector: '0xa9059cbb' }],
}
const HUGE = 7.77e300
const NEGATIVE = -7.77
const damages = [null, 'held out', HUGE, NEGATIVE, {}, []]
/** A change may be any that goes down. */
const SIGNED = /change/i

let upstreams: Upstreams
let base: Core

beforeAll(async () => {
  upstreams = await startUpstreams({ casesRoot: OWN_CASES })
  base = testCore(upstreams.env, hastyClock())
})
afterAll(() => upstreams.stop())

type Body = { url: string; status: number; type: string; text: string }
type Path = (string | number)[]

/** Where the numbers are, as numbers or as decimal text, in no more than the first three rows of a list. */
function numbersIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))) return [path]
  if (Array.isArray(value)) return value.slice(0, 3).flatMap((inner, index) => numbersIn(inner, [...path, index]))
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, [...path, key]))
    : []
}

const replaced = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? replaced(inner, rest, by) : inner))
  const record = value as Record<string, unknown> // a path leads through lists and objects only
  return { ...record, [key]: replaced(record[key], rest, by) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null // a list in another form: its reader has tests of its own
  }
}

/** The tool's answer, by bodies that were read before, one of them replaced; null when it was refused. */
async function answer(tool: Tool, query: Record<string, string>, bodies: Map<string, Body>, damaged?: Body): Promise<string | null> {
  const network = await transport(base)
  const replay: Transport = async (url, request) => {
    let body = bodies.get(url)
    if (!body) {
      const response = await network(url, request)
      const pieces: Uint8Array[] = []
      for await (const piece of response.body ?? []) pieces.push(piece)
      const type = response.headers.get('content-type') ?? ''
      body = { url, status: response.status, type, text: Buffer.concat(pieces).toString() }
      bodies.set(url, body)
    }
    const { status, type, text } = damaged?.url === url ? damaged : body
    return {
      status,
      headers: new Headers({ 'content-type': type }),
      body: (async function* () {
        yield Buffer.from(text)
      })(),
    }
  }
  const core = createCore(base.env, { ...hastyClock(), transport: replay })
  try {
    const output = await tool.run(tool.input.parse(query), { core, signal: AbortSignal.timeout(20_000), requestId: 'test' })
    return JSON.stringify(tool.output.parse(output))
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    expect(['upstream_failed', 'upstream_unavailable', 'upstream_timeout', 'subject_not_found']).toContain((error as ApiError).code)
    return null
  }
}

/** What an answer claims: all but when it was made and who was asked. */
function claimsOf(sold: string): { claims: unknown; gaps: number } {
  const timeless = (key: string, value: unknown) =>
    /^(fetchedAt|ageSeconds|priceAgeSeconds|as_of|at|cached|sources|unavailable)$/.test(key) ? undefined : value
  return { claims: JSON.parse(JSON.stringify(JSON.parse(sold), timeless)), gaps: JSON.parse(sold).unavailable.length }
}

/** Without the rows of a list of models that have no id: they are a gap, said in every answer, behind which another would not be seen. */
function withoutNameless(text: string): string {
  const body = parsed(text)
  const list = z.object({ data: z.array(z.looseObject({ id: z.string().optional() })) }).safeParse(body)
  return list.success ? JSON.stringify({ data: list.data.data.filter(({ id }) => id !== undefined) }) : text
}

/**
 * Every number and every yes or no in an answer, with its name. How many rows there are changes with each that cannot be read, and how long a model's
 * context is may be told by another source.
 */
function figuresOf(value: unknown, name = ''): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => figuresOf(inner, Array.isArray(value) ? name : key))
  return (typeof value === 'number' || typeof value === 'boolean') && !/^(count|total|context|contextLength)$/.test(name)
    ? [`${name} ${value}`]
    : []
}

const cases = Object.entries(questions).flatMap(([id, queries]) => queries.map((query) => [id, query] as const))

describe.each(cases)('%s %j', (id, query) => {
  const tool = tools.find((candidate) => candidate.id === id)! // named here

  test('no figure that is none is sold, whichever source says it', async () => {
    const bodies = new Map<string, Body>()
    expect(await answer(tool, query, bodies)).not.toBeNull()
    const wrong: string[] = []
    let runs = 0
    for (const body of [...bodies.values()]) {
      const whole = parsed(body.text)
      for (const path of numbersIn(whole)) {
        for (const damage of damages) {
          const sold = await answer(tool, query, bodies, { ...body, text: JSON.stringify(replaced(whole, path, damage)) })
          runs++
          const isSold = sold?.includes(String(HUGE)) || (sold?.includes(String(NEGATIVE)) && !SIGNED.test(path.join('.')))
          if (isSold) wrong.push(`${new URL(body.url).pathname} ${path.join('.')} ${JSON.stringify(damage)}`)
        }
      }
    }
    expect(runs).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  })

  test('an answer that breaks off, or of which a part cannot be read, makes no other claim unsaid; rows said twice are one, or said', async () => {
    const bodies = new Map<string, Body>()
    await answer(tool, query, bodies)
    for (const body of bodies.values()) body.text = withoutNameless(body.text)
    const whole = claimsOf((await answer(tool, query, bodies)) ?? '')
    const known = new Set(figuresOf(whole.claims))
    const wrong: string[] = []
    for (const body of [...bodies.values()].filter(({ status }) => status === 200)) {
      // Prices of models stand in lists within lists, of which a repeated one is another schedule.
      // A number where prices were by size is another price.
      const isPrice = ({ at, what }: Mutation) => what === '7' && /_mtok$/.test(at)
      const damages = [...mutationsOf(body.text)].filter((damage) =>
        damage.kind === 'repeated' ? id !== 'prices/llm' : damage.kind === 'garbled' && !isPrice(damage),
      )
      for (const { at, what, kind, text } of damages) {
        const sold = await answer(tool, query, bodies, { ...body, text })
        if (sold === null) continue
        const { claims, gaps } = claimsOf(sold)
        const isSame = JSON.stringify(claims) === JSON.stringify(whole.claims)
        const other = figuresOf(claims).filter((figure) => !known.has(figure))
        if (gaps <= whole.gaps && (at === '' || kind === 'repeated' ? !isSame : other.length > 0))
          wrong.push(`${new URL(body.url).pathname} ${at} ${kind} ${what}: ${other.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
