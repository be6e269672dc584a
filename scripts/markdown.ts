/**
 * Converts recorded pages by the code path of /v1/web/markdown behind the fetch, workers included.
 *
 *   npm run --silent markdown -- pages.jsonl
 *
 * Pages come as JSON lines {"id", "url", "contentType", "bodyBase64"}, not as HTML; a line of another kind makes the exit code 1. On stdout, in
 * the same order: {"id", "result": {…}} with the tool's body, or {"id", "problem": {…}}. Logs go to stderr.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { PAGE_LIMITS } from '../lib/egress/safe-fetch/index.ts'
import { readEnv } from '../lib/env.ts'
import { ApiError } from '../lib/errors.ts'
import { problemReply } from '../lib/http/problem.ts'
import { answered, toTail } from '../lib/tools/tail.ts'
import { convertInSteps } from '../lib/tools/web/markdown/convert-in-steps.ts'
import { makeConvertPool } from '../lib/tools/web/markdown/pool.ts'
import { toConvertError, toPage } from '../lib/tools/web/markdown/read-page.ts'
import { viewPage } from '../lib/tools/web/markdown/view-page.ts'
import { misused, readOptions } from './steps/options.ts'

const Line = z.object({
  id: z.union([z.string(), z.number()]),
  url: z.string(),
  contentType: z.string().nullish(),
  bodyBase64: z.string(),
})

/** Pages under way at once; more would only wait in memory. */
const AHEAD = 8

const settings = readEnv()
const pool = makeConvertPool({ waitMs: 600_000 })

async function convert({ url, contentType, bodyBase64 }: z.output<typeof Line>): Promise<object> {
  const target = URL.parse(url)
  if (!target) throw new ApiError('invalid_input', 'The url is not an absolute URL.', { param: 'url' })
  target.hash = ''
  const fetchedAt = new Date().toISOString()
  const body = Uint8Array.from(Buffer.from(bodyBase64, 'base64'))
  const truncated = body.length > PAGE_LIMITS.decodedBytes
  const bytes = truncated ? body.slice(0, PAGE_LIMITS.decodedBytes) : body
  const input = { bytes, url: target.href, contentType: contentType ?? null, contentLanguage: null, truncated }
  const result = await convertInSteps(pool, input).catch((error: unknown) => {
    throw toConvertError(error, null)
  })
  const page = viewPage(toPage(result, null))
  return { url, ...page, finalUrl: target.href, untrusted: true, ...toTail([answered('target', { fetchedAt, cached: false })], Date.now()) }
}

async function answer(text: string): Promise<string> {
  let id: unknown = null
  try {
    const value = parseJson(text)
    id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
    const line = Line.safeParse(value)
    if (!line.success) throw malformed(line.error)
    return JSON.stringify({ id, result: await convert(line.data) })
  } catch (error) {
    return JSON.stringify({ id, problem: JSON.parse(String(problemReply(settings, error, { requestId: randomUUID() }).body)) })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(error)
  }
}

/** Such a file is not what this command reads (a page itself, perhaps), which its exit code must say. */
function malformed(cause: unknown): ApiError {
  process.exitCode = 1
  return new ApiError('invalid_input', 'The line is not a JSON object with id, url, contentType and bodyBase64.', { cause })
}

async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

const [path = misused('Name a file of pages: npm run --silent markdown -- pages.jsonl')] = readOptions(import.meta.url, {
  allowPositionals: true,
}).positionals
const underWay: Promise<string>[] = []
for await (const text of createInterface({
  input: path === '-' ? process.stdin : createReadStream(path),
  crlfDelay: Number.POSITIVE_INFINITY,
})) {
  if (text.trim() === '') continue
  underWay.push(answer(text))
  if (underWay.length >= AHEAD) await print((await underWay.shift()) ?? '')
}
for (const line of underWay) await print(await line)
await pool.close()
