import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'

/** A page with known main content, from either collection. */
export type Sample = {
  readonly id: string
  readonly set: 'wcxb' | 'aeb'
  readonly url: string
  readonly domain: string
  /** 0 to 4; all pages of a domain share it. */
  readonly fold: number
  readonly pageType: string
  readonly truth: string
  /** Snippets that must and must not be in the result. */
  readonly with: readonly string[]
  readonly without: readonly string[]
  readonly title: string | null
  readonly author: string | null
  readonly publishDate: string | null
  readonly html: string
}

const FOLDS = 5
const DATA_FILE = /^(?:wcxb-dev-([1-5])|aeb)\.jsonl\.zst$/

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])
const domainOf = (url: string): string => (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')

function hash(value: string): number {
  let sum = 2_166_136_261
  for (let at = 0; at < value.length; at += 1) sum = Math.imul(sum ^ value.charCodeAt(at), 16_777_619) >>> 0
  return sum
}

/** Streams all pages of a folder. The five WCXB files are the folds; AEB pages join the fold of their domain, else one by its hash. */
export async function* readSamples(folder: string): AsyncGenerator<Sample> {
  const files = readdirSync(folder)
    .filter((file) => DATA_FILE.test(file))
    .sort()
    .reverse()
  if (files.length === 0) throw new Error(`no wcxb-dev-*.jsonl.zst or aeb.jsonl.zst in ${folder}`)
  const foldOf = new Map<string, number>()
  for (const file of files) {
    const number = DATA_FILE.exec(file)?.[1]
    const lines = createInterface({
      input: createReadStream(join(folder, file)).pipe(createZstdDecompress()),
      crlfDelay: Number.POSITIVE_INFINITY,
    })
    for await (const line of lines) {
      if (line === '') continue
      const raw = JSON.parse(line) as Record<string, unknown>
      const url = text(raw.url) ?? 'https://unknown.invalid/'
      const domain = text(raw.domain)?.replace(/^www\./, '') ?? domainOf(url)
      const truth = text(raw.mainContent) ?? text(raw.articleBody)
      const html = text(raw.html)
      if (truth === null || html === null) continue
      const fold = number === undefined ? (foldOf.get(domain) ?? hash(domain) % FOLDS) : Number(number) - 1
      foldOf.set(domain, fold)
      yield {
        id: String(raw.id),
        set: number === undefined ? 'aeb' : 'wcxb',
        url,
        domain,
        fold,
        pageType: text(raw.pageType) ?? 'article',
        truth,
        with: texts(raw.with),
        without: texts(raw.without),
        title: text(raw.title),
        author: text(raw.author),
        publishDate: text(raw.publishDate),
        html,
      }
    }
  }
}
