/**
 * Trades of the notices in a file, one JSON object a line with `title`, `description`, `main_cpv` and `cpvs`. Prints, for each and in order,
 * `{"title": [slugs], "any": [slugs]}`; `any` holds every slug of `title`. Only JSON on stdout.
 *
 *   npm run --silent match -- notices.jsonl
 *
 * With --quality it prints instead how well the trades are told on notices labelled by hand (by default the project's own):
 *
 *   npm run --silent match -- --quality [labels.jsonl]
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { matchNotice } from '../lib/tenders/trades/match.ts'
import { cleanText } from '../lib/tenders/words/text.ts'
import { printQuality } from './match-quality.ts'
import { misused, readOptions } from './steps/options.ts'

const Line = z.object({
  title: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
  main_cpv: z.string().nullish().catch(null),
  cpvs: z.array(z.string()).catch([]),
})

const { values, positionals } = readOptions(import.meta.url, { options: { quality: { type: 'boolean' } }, allowPositionals: true })
const [file] = positionals
if (values.quality) {
  printQuality(file)
  process.exit(0)
}
if (file === undefined) misused('Name a file of notices: npm run --silent match -- notices.jsonl')

let number = 0
for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
  number++
  const content = text.replace(/^\uFEFF/, '').trim()
  if (content === '') continue
  let raw: unknown
  try {
    raw = JSON.parse(content)
  } catch (error) {
    console.error(`line ${number} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
  const line = Line.safeParse(raw)
  if (!line.success) {
    console.error(`line ${number} is no object`)
    process.exit(1)
  }
  const { title, description, main_cpv, cpvs } = line.data
  const trades = matchNotice({ title: cleanText(title), description: cleanText(description), main_cpv: main_cpv ?? cpvs[0] ?? null, cpvs })
  const byTitle = [...trades].filter(([, { match }]) => match === 'title').map(([slug]) => slug)
  process.stdout.write(`${JSON.stringify({ title: byTitle, any: [...trades.keys()] })}\n`)
}
