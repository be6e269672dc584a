/**
 * Precision and recall of the trades on notices labelled by hand, by source, with every miss.
 *
 *   node scripts/match-quality.ts [labels.jsonl]
 */
import { readFileSync } from 'node:fs'
import { compileTrades } from '../lib/tenders/match.ts'
import { measure, parseLabels } from '../lib/tenders/match-quality.ts'

const file = process.argv[2] ?? new URL('../lib/tenders/match-labels.jsonl', import.meta.url)
const labels = parseLabels(readFileSync(file, 'utf8'))
const match = compileTrades()

const print = (name: string, rows: typeof labels) => {
  const { notices, precision, recall, anyPrecision } = measure(match, rows)
  console.log(
    `${name}: ${notices} notices, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, precision with any ${anyPrecision.toFixed(3)}`,
  )
}

for (const [source, rows] of Map.groupBy(labels, ({ source }) => source)) print(source, rows)
print('all', labels)
for (const { kind, trade, title, why } of measure(match, labels).misses) console.log(`  ${kind} ${trade} (${why}): ${title}`)
