import { join } from 'node:path'
import { CONTEXT_COLUMNS } from '../src/features/context.ts'
import { DICTIONARY_COLUMNS } from '../src/features/dictionary.ts'
import { readArguments } from '../src/usage.ts'
import { OPTIONS, train } from './model.ts'
import { loadPages } from './pages.ts'
import { writeWeights } from './write-weights.ts'

const USAGE = 'Usage: npm run train -- [--data <folder of *.jsonl.zst>] [--out data]'

/** Trains the block scorer on all given pages and writes its weights beside the extractor. The same input gives the same file. */
const root = join(import.meta.dirname, '..')
const { values } = readArguments(USAGE, {
  options: {
    data: { type: 'string', default: join(root, '../../../shared/fixtures/web') },
    out: { type: 'string', default: join(root, 'data') },
  },
})
const pages = await loadPages(values.data)
const columns = pages[0]!.features.columns + DICTIONARY_COLUMNS
console.log(`${pages.length} pages, ${pages.reduce((sum, page) => sum + page.blocks.length, 0)} blocks, ${columns} columns`)
const model = train(pages, OPTIONS)
const idsOf = (set: string) => pages.filter((page) => page.sample.set === set).map((page) => page.sample.id)
writeWeights(values.out, model, { first: columns, second: columns + CONTEXT_COLUMNS }, { wcxb: idsOf('wcxb'), aeb: idsOf('aeb') })
console.log(`written to ${values.out}`)
