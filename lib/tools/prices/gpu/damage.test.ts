/**
 * What a source says in a form that nobody can read, twice, or not to its end never makes another price: a price that was stated stays as it was or
 * is not sold. What is left out leaves only prices that are stated.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Mutation, mutationsOf } from '../../../../tests/support/upstreams/mutations.ts'
import { createCore } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { parseEnv } from '../../../env.ts'
import { CATALOGUE, parseCatalogue } from './catalogue.ts'
import { type Known, type Price, toKnown, withMetrics } from './prices.ts'
import { readRunpod } from './runpod.ts'
import type { ReadingSource } from './store.ts'
import { readMetrics, readModels } from './vast.ts'

const observedAt = new Date()
const signal = new AbortController().signal
const answering = (text: string) =>
  createCore(parseEnv({}), { transport: async () => new Response(text, { headers: { 'content-type': 'application/json' } }) })
const known = (source: ReadingSource, data: unknown): Known => {
  const read = toKnown({ source, model: 'lambda', data, observedAt })
  if (read === null) throw new Error('a reading that gave nothing')
  return read
}

const MODELS = ['RTX 4090', 'H100 SXM']
const offer = (machine_id: number, over: object) => ({
  machine_id,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  gpu_ram: 24_564,
  dph_total: 0.8,
  min_bid: 0.5,
  cpu_cores_effective: 16,
  cpu_ram: 65_536,
  is_bid: false,
  rentable: true,
  rented: false,
  verification: 'verified',
  geolocation: 'Sweden, SE',
  ...over,
})
const offered = [
  offer(1, { num_gpus: 1, dph_total: 0.31, min_bid: 0.2 }),
  offer(1, {}),
  offer(2, { gpu_name: 'H100 SXM', gpu_ram: 81_559, dph_total: 4.2, min_bid: 3 }),
  offer(3, { dph_total: '0.9' }),
  offer(4, { dph_total: 1 }),
]
const offers = JSON.stringify({ offers: offered })
const gpuType = (displayName: string, over: object) => ({
  displayName,
  memoryInGb: 24,
  securePrice: 0.69,
  communityPrice: 0.44,
  lowestPrice: { minimumBidPrice: 0.2, uninterruptablePrice: 0.34, minVcpu: 6, minMemory: 30 },
  ...over,
})
const gpuTypes = [
  gpuType('RTX 4090', {}),
  gpuType('MI300X', { memoryInGb: 192, lowestPrice: null }),
  gpuType('unknown', { memoryInGb: 0, securePrice: 0, communityPrice: null, lowestPrice: { uninterruptablePrice: null } }),
]
const metrics = JSON.stringify({
  gpus: MODELS.map((gpu_name) => ({ gpu_name, price_median: 0.42, price_p25: 0.4, price_p75: 0.5, avail_verified: 9 })),
})

type Read = (text: string) => Promise<Known[]>
/** `stated` are the prices of one GPU that the text holds. */
type Source = { name: string; text: string; read: Read; stated: number[] }
const readOffers: Read = async (text) => (await readModels(answering(text), MODELS, signal)).map((reading) => known('vast', reading))
const perGpu = offered.flatMap(({ dph_total, min_bid, num_gpus }) => [Number(dph_total) / num_gpus, min_bid / num_gpus])
const sources: Source[] = [
  { name: 'offers', text: offers, read: readOffers, stated: perGpu },
  {
    name: 'the list of the other marketplace',
    text: JSON.stringify({ data: { gpuTypes } }),
    read: async (text) => [known('runpod', await readRunpod(answering(text), signal))],
    stated: [0.69, 0.44, 0.2, 0.34],
  },
  {
    name: 'medians',
    text: metrics,
    read: async (text) => [...(await readOffers(offers)), known('vast-metrics', await readMetrics(answering(text), signal))],
    stated: perGpu,
  },
]
const list = readFileSync(path.resolve(import.meta.dirname, '../../../../tests/support/upstreams/cases/skypilot-catalog/verda.csv'), 'utf8')
const cloud: Source = {
  name: 'the list of a cloud',
  text: list,
  read: async (text) => [known(CATALOGUE, { listedOn: null, listings: await parseCatalogue(text) })],
  stated: [2.2, 0.9, 2.5],
}

const FIGURES = ['minUsdPerGpuHour', 'medianUsdPerGpuHour', 'p25UsdPerGpuHour', 'p75UsdPerGpuHour', 'machines', 'offers'] as const
const say = (row: Price): string => [row.gpu, row.vramGb, row.spot, ...FIGURES.map((figure) => row[figure])].join(' ')
const rowsOf = (all: readonly Known[]): Price[] =>
  withMetrics(
    all.flatMap(({ rows }) => rows),
    all,
  )
const saidOf = (all: readonly Known[]): Set<string> => new Set([...rowsOf(all), ...all.flatMap(({ rows }) => rows)].map(say))

/** The rows that are wrong; none when the answer was refused. */
async function wrongRows({ read, stated }: Source, { kind, text }: Pick<Mutation, 'kind' | 'text'>, whole: readonly Known[]) {
  let damaged: Known[]
  try {
    damaged = await read(text)
  } catch (error) {
    expect(error).toBeInstanceOf(UpstreamError)
    return []
  }
  const said = saidOf(whole)
  const isStated = ({ gpu, minUsdPerGpuHour: min }: Price) =>
    rowsOf(whole).some((row) => row.gpu.startsWith(gpu)) && (min === null || stated.some((usd) => Math.abs(usd - min) < 1e-4))
  return rowsOf(damaged)
    .filter((row) => !said.has(say(row)) && !(kind === 'gone' && isStated(row)))
    .map(say)
}

test.each(sources)('no damage to $name makes another price', async (source) => {
  const whole = await source.read(source.text)
  expect(rowsOf(whole).length).toBeGreaterThan(1)
  // Another text is another machine.
  const mutations = [...mutationsOf(source.text)].filter(({ at, what }) => !(at.endsWith('machine_id') && what.startsWith('"')))
  expect(mutations.length).toBeGreaterThan(50)
  const found: string[] = []
  for (const mutation of mutations)
    for (const row of await wrongRows(source, mutation, whole)) found.push(`${mutation.at} = ${mutation.what}: ${row}`)
  expect(found).toEqual([])
})

/** Each value of a list without quotation marks left out, in a form that nobody can read, one too many or too few; each heading another, or twice. */
function* listDamages(): Generator<Pick<Mutation, 'kind' | 'text'> & { what: string }> {
  const [headings = '', ...lines] = list.trimEnd().split('\n')
  const names = headings.split(',')
  const cells = (line: string): string[] =>
    line.match(/"(?:[^"]|"")*"|[^,]*(?=,|$)/g)?.filter((cell, at, all) => cell !== '' || all[at - 1] !== cell) ?? []
  const whole = (lineAt: number, line: string) => [headings, ...lines.map((one, at) => (at === lineAt ? line : one))].join('\n')
  for (const [lineAt, line] of lines.entries()) {
    const values = cells(line)
    for (const [at, value] of values.entries()) {
      const by = (other: string) => whole(lineAt, values.with(at, other).join(','))
      yield { kind: 'gone', what: `${lineAt} ${names[at]} left out`, text: by('') }
      if (/^(acceleratorcount|price|spotprice)$/i.test(names[at] ?? '') && value !== '')
        for (const other of [`${value}%`, `$${value}`, 'n/a', `"1,5"`])
          yield { kind: 'garbled', what: `${lineAt} ${names[at]} ${other}`, text: by(other) }
      yield { kind: 'garbled', what: `${lineAt} one too few at ${at}`, text: whole(lineAt, values.toSpliced(at, 1).join(',')) }
      yield { kind: 'garbled', what: `${lineAt} one too many at ${at}`, text: whole(lineAt, values.toSpliced(at, 0, '9').join(',')) }
    }
    yield { kind: 'garbled', what: `${lineAt} without quotes`, text: whole(lineAt, line.replaceAll('"', '')) }
  }
  for (const [at, name] of names.entries()) {
    yield { kind: 'gone', what: `heading ${name} another`, text: [names.with(at, 'x').join(','), ...lines].join('\n') }
    yield {
      kind: 'garbled',
      what: `heading ${name} twice`,
      text: [names.with(at, names[(at + 1) % names.length] ?? '').join(','), ...lines].join('\n'),
    }
  }
  yield { kind: 'repeated', what: 'twice', text: [headings, ...lines, ...lines].join('\n') }
  for (let at = 1; at < list.length; at += 7) yield { kind: 'garbled', what: `cut at ${at}`, text: list.slice(0, at) }
}

test('no damage to a list of a cloud makes another price', async () => {
  const whole = await cloud.read(list)
  const found: string[] = []
  let tried = 0
  for (const { what, ...damage } of listDamages()) {
    tried++
    for (const row of await wrongRows(cloud, damage, whole)) found.push(`${what}: ${row}`)
  }
  expect(tried).toBeGreaterThan(100)
  expect(found).toEqual([])
})
