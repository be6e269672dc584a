/**
 * skypilot-org/skypilot-catalog: price lists of clouds, a file for each, made anew daily or by hand. They carry no date, so the date of the
 * file's last commit is asked for. No licence is stated: they are read live and never shipped (docs/sources.md).
 * Columns are found by their headings, since their order differs; prices are for a whole machine; rows repeat for every zone.
 */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { amount, toAmount } from '../../../upstreams/values.ts'
import { cleanUpstreamText } from '../../text.ts'
import { isGpuPrice, Listing } from './listing.ts'
import { toGpuModel } from './models.ts'

export const CATALOGUE = 'skypilot-catalog'

/**
 * Clouds with prices of their own in US dollars. Left out: those that are marketplaces or brokers, one that prices in euros, and gcp, which
 * splits a machine's price over two rows.
 */
export const clouds = ['lambda', 'verda', 'aws', 'nebius', 'oci', 'hyperstack', 'cudo'] as const
export type Cloud = (typeof clouds)[number]

export const CatalogueReading = z.object({ listedOn: z.iso.date().nullable(), listings: z.array(Listing) })
export type CatalogueReading = z.output<typeof CatalogueReading>

/** A longer list is refused: files go by machine, so a cut would lose the newest GPUs. */
const MAX_LISTINGS = 10_000
const PIECE = 65_536

/** GPU memory in MiB, of one and of all, from a Python or JSON literal; 0 when it does not say. */
function memoryOf(info: string): { one: number; all: number } {
  const one = /["']SizeInMiB["']\s*:\s*(\d+)/.exec(info)?.[1]
  const all = /["']TotalGpuMemoryInMiB["']\s*:\s*(\d+)/.exec(info)?.[1]
  return { one: Number(one ?? 0), all: Number(all ?? 0) }
}

type Row = Record<string, string | undefined>

/** What makes a price is read or fails its list; the rest describes the machine. */
const Figures = z.object({ acceleratorcount: amount, price: amount, spotprice: amount })

/** @throws ZodError when a figure is stated in a form that cannot be read: it may be the lowest price */
function toListings(row: Row): Listing[] {
  const name = cleanUpstreamText(row.acceleratorname ?? '', 80)
  // A machine without GPUs.
  if (!name) return []
  const { acceleratorcount: gpus, price, spotprice: bid } = Figures.parse(row)
  if (gpus === null || gpus < 1 || !Number.isInteger(gpus)) return []
  const { one, all } = memoryOf(row.gpuinfo ?? '')
  // Per GPU, of all GPUs, or in GB where MiB is meant: only a size that exists is believed.
  const model = toGpuModel(name, row.instancetype ?? '', [one / 1024, all / 1024 / gpus, one < 1024 ? one : 0])
  if (!model) return []
  const of = (spot: boolean, total: number | null): Listing[] => {
    const usd = (total ?? 0) / gpus
    if (!isGpuPrice(usd)) return []
    const region = cleanUpstreamText(row.region ?? '', 60) || null
    return [{ ...model, region, spot, usd, gpus, vcpus: toAmount(row.vcpus), memoryGb: toAmount(row.memorygib), offers: 1 }]
  }
  // A spot price that is the other price is none.
  return [...of(false, price), ...of(true, bid === price ? null : bid)]
}

/** @throws UpstreamError when a column has the name of another: nobody knows which one is meant */
function toColumns(headings: string[]): string[] {
  const columns = headings.map((heading) => heading.trim().toLowerCase())
  if (new Set(columns).size < columns.length) throw new UpstreamError(CATALOGUE, 'bad_body', 'two columns of one name')
  return columns
}

/** A large file must not hold up the event loop. */
async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE)
    await setImmediate()
  }
}

/**
 * Prices of one cloud's file; one for a machine in a region, whatever its zones.
 * @throws UpstreamError when it is no such list, or a row of it has fewer or more values than columns, or figures that cannot be read
 */
export async function parseCatalogue(text: string): Promise<Listing[]> {
  const found = new Map<string, Listing>()
  const parser = parse({
    bom: true,
    columns: toColumns,
    skip_empty_lines: true,
    max_record_size: 10_000,
  })
  try {
    for await (const row of Readable.from(pieces(text)).pipe(parser) as AsyncIterable<Row>) {
      if (!('acceleratorname' in row && 'price' in row && 'acceleratorcount' in row))
        throw new UpstreamError(CATALOGUE, 'bad_body', 'headings missing')
      for (const listing of toListings(row)) {
        const key = `${row.instancetype}|${listing.region}|${listing.gpu}|${listing.spot}`
        const before = found.get(key)
        if (!before || listing.usd < before.usd) found.set(key, listing)
        if (found.size > MAX_LISTINGS) throw new UpstreamError(CATALOGUE, 'bad_body', 'too many prices')
      }
    }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError(CATALOGUE, 'bad_body', 'not a list of prices', { cause: error })
  }
  if (found.size === 0) throw new UpstreamError(CATALOGUE, 'bad_body', 'no readable price')
  return [...found.values()]
}

const Commits = z.array(z.object({ commit: z.object({ committer: z.object({ date: z.iso.datetime() }) }) })).min(1)

/** Date of a file's last change, YYYY-MM-DD; null when it cannot be had: the prices are good without it. */
async function listedOn(core: Core, path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const commits = await callUpstream({
      core,
      source: 'github',
      url: `${core.env.GITHUB_API_URL}/repos/skypilot-org/skypilot-catalog/commits?path=${path}&per_page=1`,
      schema: Commits,
      timeoutMs: 5_000,
      signal,
    })
    return commits[0]?.commit.committer.date.slice(0, 10) ?? null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return null
  }
}

/** One cloud's list. @throws UpstreamError */
export async function readCatalogue(core: Core, cloud: Cloud, signal: AbortSignal): Promise<CatalogueReading> {
  const path = `catalogs/v8/${cloud}/vms.csv`
  const [text, date] = await Promise.all([
    callUpstream({
      core,
      source: CATALOGUE,
      url: `${core.env.SKYPILOT_CATALOG_URL}/skypilot-org/skypilot-catalog/master/${path}`,
      form: 'text',
      schema: z.string(),
      timeoutMs: 10_000,
      signal,
    }),
    listedOn(core, path, signal),
  ])
  return { listedOn: date, listings: await parseCatalogue(text) }
}
