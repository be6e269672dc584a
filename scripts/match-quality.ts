/** Prints precision and recall of the trades on notices labelled by hand, by source, with every miss: `npm run match -- --quality`. */
import { readFileSync } from 'node:fs'
import { compileTrades, type Matchable } from '../lib/tenders/trades/match.ts'
import { agreement, type Labelled, measure, parseLabels, withoutOwnPhrases } from '../lib/tenders/trades/match-quality.ts'
import { TRADES } from '../lib/tenders/trades/trades.ts'

const LABELS = new URL('../lib/tenders/trades/match-labels.jsonl', import.meta.url)

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
  const unseen = new Map([...withoutOwnPhrases(labels, TRADES)].map(({ label, trades }) => [label as Matchable, compileTrades(trades)]))
  const { precision, recall } = measure((notice) => unseen.get(notice)?.(notice) ?? new Map(), labels)
  console.log(`without the phrases that occur in one title only: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
  const { notices, exact, kappa, contradictions } = agreement(labels, TRADES.length)
  console.log(`labelled twice: ${notices} notices, ${(exact * 100).toFixed(0)} % the same, kappa ${kappa.toFixed(2)}`)
  for (const title of contradictions) console.log(`  contradiction: ${title}`)
  for (const { kind, trade, title, why } of measure(match, labels).misses) console.log(`  ${kind} ${trade} (${why}): ${title}`)
}
