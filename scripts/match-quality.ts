/** Prints precision and recall of the trades on notices labelled by hand, by source, with every miss: `npm run match -- --quality`. */
import { readFileSync } from 'node:fs'
import { compileTrades } from '../lib/tenders/match.ts'
import { type Labelled, measure, parseLabels } from '../lib/tenders/match-quality.ts'

const LABELS = new URL('../lib/tenders/match-labels.jsonl', import.meta.url)

/** Measures the labels in `file`, by default the project's own. */
export function printQuality(file: string | URL = LABELS): void {
  const labels = parseLabels(readFileSync(file, 'utf8'))
  const match = compileTrades()
  const print = (name: string, rows: readonly Labelled[]) => {
    const { notices, precision, recall, anyPrecision } = measure(match, rows)
    const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, precision with any ${anyPrecision.toFixed(3)}`
    console.log(`${name}: ${notices} notices, ${figures}`)
  }
  for (const [source, rows] of Map.groupBy(labels, ({ source }) => source)) print(source, rows)
  print('all', labels)
  for (const { kind, trade, title, why } of measure(match, labels).misses) console.log(`  ${kind} ${trade} (${why}): ${title}`)
}
