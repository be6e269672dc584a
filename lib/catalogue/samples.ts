/**
 * Recorded answers and errors of every paid tool, so that a buyer can see their form before paying. They lie under `samples/` as JSON, are
 * written by `npm run samples`, and are served as `/samples/<tool>.json` and `/samples/<tool>.errors.json`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../core.ts'
import type { Tool } from '../tools/define.ts'

export const sampleKinds = ['answer', 'errors'] as const
export type SampleKind = (typeof sampleKinds)[number]

/** One recorded call. The body is what the call answered, untouched; all words about the recording stand beside it. */
export const Sample = z.object({
  sample: z.literal(true).describe('This is a recording, not an answer.'),
  tool: z.string().describe('Id of the tool.'),
  title: z.string().describe('What it shows.'),
  recordedAt: z.iso.datetime().describe('When it was recorded, ISO 8601 UTC.'),
  source: z.enum(['live', 'stand-in']).describe('live: the real sources answered. stand-in: made-up data in the form of the real sources.'),
  label: z.string().describe('The same in words.'),
  request: z
    .object({ method: z.literal('GET'), path: z.string(), query: z.record(z.string(), z.string()) })
    .describe('The call that was recorded.'),
  status: z.int().describe('HTTP status.'),
  body: z.record(z.string(), z.unknown()).describe('The body of the answer.'),
})
export type Sample = z.output<typeof Sample>

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What a sample is, in words for whoever may take it for an answer of today. */
export const sampleLabel = ({ source, recordedAt }: Pick<Sample, 'source' | 'recordedAt'>): string =>
  source === 'live' ? `Recorded on ${day.format(new Date(recordedAt))} from the live service` : 'Example, from test data'

/** What stands in recorded files for this server's address, and for the price of their tool in USD, six decimals. */
export const BASE_URL_MARK = '{base_url}'
export const PRICE_MARK = '{price}'

/** Path within the repository, and on the server. */
export const sampleFile = (tool: Pick<Tool, 'id'>, kind: SampleKind): string =>
  `samples/${tool.id}${kind === 'errors' ? '.errors' : ''}.json`

/** Where the samples of a tool are served. */
export const sampleLinks = (tool: Pick<Tool, 'id'>, settings: Pick<Env, 'BASE_URL'>) => ({
  sample: `${settings.BASE_URL}/${sampleFile(tool, 'answer')}`,
  sampleErrors: `${settings.BASE_URL}/${sampleFile(tool, 'errors')}`,
})

const recorded = new Map<string, string>()

/** The text of a file below `samples/`, each sample with its label. @throws when it was never recorded: the contract test names it */
function readRecorded(name: string): string {
  // `samples` stands here in full, so that bundlers take along this folder and no other.
  const known = recorded.get(name)
  if (known !== undefined) return known
  const json: unknown = JSON.parse(readFileSync(join(process.cwd(), 'samples', name), 'utf8'))
  const labelled = (Array.isArray(json) ? json : [json]).map((one: unknown) => {
    const { sample, tool, title, recordedAt, source, ...rest } = Sample.omit({ label: true }).parse(one)
    return { sample, tool, title, recordedAt, source, label: sampleLabel({ source, recordedAt }), ...rest }
  })
  const text = `${JSON.stringify(Array.isArray(json) ? labelled : labelled[0], null, 2)}\n`
  recorded.set(name, text)
  return text
}

/** The document of a tool: one sample for `answer`, a list for `errors`, with this server's own address and today's price filled in. */
export const sampleText = (tool: Pick<Tool, 'id' | 'price'>, kind: SampleKind, settings: Pick<Env, 'BASE_URL'>): string =>
  readRecorded(sampleFile(tool, kind).slice('samples/'.length))
    .replaceAll(BASE_URL_MARK, settings.BASE_URL)
    .replaceAll(PRICE_MARK, tool.price)

/** The samples of a tool. */
export function findSample(tool: Pick<Tool, 'id' | 'price'>, kind: SampleKind, settings: Pick<Env, 'BASE_URL'>): Sample[] {
  const json: unknown = JSON.parse(sampleText(tool, kind, settings))
  return z.array(Sample).parse(Array.isArray(json) ? json : [json])
}

/** What the samples of a tool are, in words; those of a kind are recorded together. Undefined where there is no file. */
export function labelOf(tool: Pick<Tool, 'id' | 'price'>, kind: SampleKind, settings: Pick<Env, 'BASE_URL'>): string | undefined {
  try {
    return findSample(tool, kind, settings)[0]?.label
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
