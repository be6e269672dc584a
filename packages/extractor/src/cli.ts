#!/usr/bin/env node
/**
 * One page as Markdown: `page-extractor [--url U] [--type T] [--json] [file]`. Without a file the page is read from stdin. `--json` prints the
 * whole document. Exit codes: 0 read, 1 nothing readable or another type of file, 2 wrong usage.
 */
import { readFileSync } from 'node:fs'
import { isPdf, readDocument, readPdf } from './index.ts'
import { readArguments } from './usage.ts'

const USAGE = 'Usage: page-extractor [--url <address of the page>] [--type <content type>] [--json] [file]'

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: { url: { type: 'string', default: 'http://localhost/' }, type: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  if (positionals.length > 1 || !URL.canParse(values.url)) return fail(USAGE, 2)
  const body = readFileSync(positionals[0] ?? 0)
  const result = isPdf(body) ? await readPdf(body, values.url) : readDocument(body, values.url, { contentType: values.type ?? null })
  if (!result.ok) return fail(result.reason, 1)
  process.stdout.write(`${values.json ? JSON.stringify(result.document, null, 2) : result.document.markdown}\n`)
  return 0
}

function fail(message: string, code: number): number {
  process.stderr.write(`${message}\n`)
  return code
}

try {
  process.exitCode = await main()
} catch (error) {
  process.exitCode = fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, 2)
}
