import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseGfm, plainTextOf } from '../src/testing/gfm.ts'
import { readSamples, type Sample } from '../train/data.ts'
import { inPython, trafilaturaVersion } from './in-python.ts'
import { inWorker } from './in-worker.ts'
import { comparePitfalls } from './pitfalls.ts'
import { OURS, READER_NAMES } from './readers.ts'
import { LIMITS, type PageReader } from './reading.ts'
import { Scores } from './scores.ts'
import { quantile } from './time.ts'
import { QUICK_EVERY, unseenMarkdown } from './unseen.ts'

/** One column of the report. */
type Column = { name: string; scores: Scores; cpuMs: number[]; failed: { threw: number; late: number; 'too big': number } }

const column = (name: string): Column => ({ name, scores: new Scores(), cpuMs: [], failed: { threw: 0, late: 0, 'too big': 0 } })

/**
 * Prints scores, time and safety of other extractors and of this one on the same pages, one page at a time, each within a deadline and a limit
 * of memory. A page that a reader does not answer counts as empty. Our own scores are given twice: by models that have not seen the page, and
 * by the shipped one, which has.
 */
export async function comparePeers(data: string, folds: readonly number[], quick: boolean): Promise<void> {
  const samples: Sample[] = []
  for (const fold of folds) {
    let number = 0
    for await (const sample of readSamples(data)) {
      if (sample.fold !== fold) continue
      number += 1
      if (!quick || number % QUICK_EVERY === 0) samples.push(sample)
    }
  }
  const unseen = column(`${OURS}, model has not seen the page`)
  for await (const { sample, markdown } of unseenMarkdown(data, folds, quick)) unseen.scores.add(sample, textOf(markdown))
  const python = trafilaturaVersion()
  const readers = [...READER_NAMES.map(inWorker), ...(python === null ? [] : [inPython(python)])]
  const columns = [unseen]
  for (const reader of readers) columns.push(await readAll(reader, samples))
  printScores(columns, samples.length, quick)
  if (python === null)
    console.log("\nTrafilatura was not run, so it has no column: `python3 -c 'import trafilatura'` fails on this machine.")
  await comparePitfalls(readers)
  for (const reader of readers) await reader.close()
}

const textOf = (markdown: string): string => plainTextOf(parseGfm(markdown))

async function readAll(reader: PageReader, samples: readonly Sample[]): Promise<Column> {
  const result = column(reader.name === OURS ? `${OURS} as shipped, trained on these pages` : reader.name)
  for (const sample of samples) {
    const reading = await reader.read(sample.html, sample.url)
    if (reading.status === 'read') result.cpuMs.push(reading.cpuMs)
    else result.failed[reading.status] += 1
    result.scores.add(sample, reading.status === 'read' ? textOf(reading.markdown) : '')
  }
  return result
}

/** Versions of the packages compared, as the repository installs them. */
function versions(): string {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  return ['@mozilla/readability', 'turndown', 'defuddle', 'jsdom'].map((name) => `${name} ${manifest.devDependencies[name]}`).join(', ')
}

function printScores(columns: readonly Column[], pages: number, quick: boolean): void {
  console.log(`\nOther extractors on the same ${pages} pages${quick ? ' (quick: far from the figures of a full run)' : ''}; ${versions()}`)
  console.log(
    `One page at a time, at most ${LIMITS.cpuMs / 1_000} s of CPU and ${LIMITS.heapMb} MB each; all give Markdown, whose text is scored.`,
  )
  for (const [index, { name }] of columns.entries()) console.log(`  ${index + 1}  ${name}`)
  const row = (label: string, cell: (column: Column) => string): void =>
    console.log(label.padEnd(34) + columns.map((one) => cell(one).padStart(10)).join(''))
  row('', (one) => `${columns.indexOf(one) + 1}`)
  for (const { type, pages: count } of columns[0]!.scores.types)
    row(`WCXB word F1, ${type} (${count})`, ({ scores }) => (scores.types.find((one) => one.type === type)?.f1 ?? 0).toFixed(3))
  row('WCXB, wanted snippets found', ({ scores }) => scores.snippets.found.toFixed(3))
  row('WCXB, unwanted snippets absent', ({ scores }) => scores.snippets.absent.toFixed(3))
  row(`AEB, four-word runs (${columns[0]!.scores.aeb.pages})`, ({ scores }) => scores.aeb.f1.toFixed(3))
  const time = (share: number) => (one: Column) => (one.cpuMs.length === 0 ? '' : quantile(one.cpuMs, share).toFixed(1))
  row('CPU ms of a page, median', time(0.5))
  row('CPU ms of a page, p95', time(0.95))
  for (const reason of ['threw', 'late', 'too big'] as const)
    row(`Pages without an answer, ${reason}`, (one) => (one.cpuMs.length === 0 ? '' : `${one.failed[reason]}`))
}
