import { Forest } from '../src/choice/forest.ts'
import { KINDS } from '../src/choice/kind.ts'
import { beside, type Model } from '../src/choice/score.ts'
import { CONTEXT_COLUMNS, contextRows } from '../src/features/context.ts'
import { DICTIONARY_COLUMNS, type Dictionaries, dictionaryRows } from '../src/features/dictionary.ts'
import { type BoostOptions, binEdges, boost, randomFrom, toBins } from './boost.ts'
import { type DictionaryOptions, learnDictionaries } from './learn-words.ts'
import type { TrainingPage } from './pages.ts'

export type TrainOptions = {
  readonly first: BoostOptions
  readonly second: BoostOptions
  readonly kind: BoostOptions
  readonly dictionary: DictionaryOptions
}

export const OPTIONS: TrainOptions = {
  first: { trees: 90, leaves: 31, rate: 0.12, columnShare: 0.25, rowShare: 0.4, minHessian: 10, lambda: 4, seed: 7 },
  second: { trees: 220, leaves: 31, rate: 0.06, columnShare: 0.25, rowShare: 0.4, minHessian: 10, lambda: 4, seed: 11 },
  kind: { trees: 100, leaves: 8, rate: 0.07, columnShare: 0.4, rowShare: 0.7, minHessian: 2, lambda: 3, seed: 6 },
  dictionary: { minPages: 5, caps: { names: 5_000, words: 6_000, headings: 700 } },
}

type Row = { readonly values: Float32Array; readonly columns: number }

const stack = (parts: readonly Row[]): Row => {
  const columns = parts[0]!.columns
  const values = new Float32Array(parts.reduce((sum, part) => sum + part.values.length, 0))
  let offset = 0
  for (const part of parts) {
    values.set(part.values, offset)
    offset += part.values.length
  }
  return { values, columns }
}

const join = (parts: readonly Float32Array[]): Float32Array => stack(parts.map((values) => ({ values, columns: 1 }))).values

const withDictionaries = (page: TrainingPage, dictionaries: Dictionaries): Row =>
  beside(page.blocks.length, [
    { values: page.features.values, columns: page.features.columns },
    { values: dictionaryRows(page.tokens, dictionaries), columns: DICTIONARY_COLUMNS },
  ])

const withContext = (page: TrainingPage, one: Row, first: ArrayLike<number>): Row =>
  beside(page.blocks.length, [one, { values: contextRows(page.blocks, page.features, first), columns: CONTEXT_COLUMNS }])

function growForest(pages: readonly TrainingPage[], rows: readonly Row[], options: BoostOptions): Forest {
  const { values, columns } = stack(rows)
  const edges = binEdges(values, columns, randomFrom(options.seed))
  const bins = toBins(values, columns, edges)
  const labels = join(pages.map((page) => page.labels))
  const weights = join(pages.map((page) => page.weights))
  return new Forest(boost(bins, columns, edges, labels, weights, options))
}

/** A forest for each kind of page, on the pages of WCXB: the other set has but one kind. */
export function trainKinds(pages: readonly Pick<TrainingPage, 'sample' | 'kind'>[], options: BoostOptions): Forest[] {
  const known = pages.filter(({ sample }) => sample.set === 'wcxb')
  const { values, columns } = stack(known.map(({ kind }) => ({ values: kind, columns: kind.length })))
  const edges = binEdges(values, columns, randomFrom(options.seed))
  const bins = toBins(values, columns, edges)
  const weights = new Float32Array(known.length).fill(1)
  return KINDS.map((kind) => {
    const labels = Float32Array.from(known, ({ sample }) => Number(sample.pageType === kind))
    return new Forest(boost(bins, columns, edges, labels, weights, options))
  })
}

/**
 * Trains both stages on some folds. The dictionaries' and the first stage's opinion on a training page come from the other folds, as they
 * would on a page never seen; `share` lets folds of a cross-validation reuse models over the same pages.
 */
export function train(pages: readonly TrainingPage[], options: TrainOptions, share = new Map<string, unknown>()): Model {
  const folds = [...new Set(pages.map((page) => page.sample.fold))].sort((one, two) => one - two)
  const once = <Value>(name: string, members: readonly number[], make: () => Value): Value => {
    const key = `${name} ${members.join(',')}`
    if (!share.has(key)) share.set(key, make())
    return share.get(key) as Value
  }
  const of = (members: readonly number[]) => pages.filter((page) => members.includes(page.sample.fold))
  const dictionariesOf = (members: readonly number[]) =>
    once('dictionaries', members, () => learnDictionaries(of(members), options.dictionary))
  /** Rows of the pages of `members`, each with dictionaries of the others among them. */
  const rowsOf = (members: readonly number[]) =>
    new Map(
      members.flatMap((fold) => {
        const dictionaries = dictionariesOf(members.filter((other) => other !== fold))
        return of([fold]).map((page) => [page, withDictionaries(page, dictionaries)] as const)
      }),
    )
  const firstOf = (members: readonly number[]) =>
    once('first', members, () => {
      const rows = rowsOf(members)
      return growForest([...rows.keys()], [...rows.values()], options.first)
    })
  const second = once('second', folds, () => {
    const seen: TrainingPage[] = []
    const rows: Row[] = []
    for (const fold of folds) {
      const others = folds.filter((other) => other !== fold)
      const forest = firstOf(others)
      const dictionaries = dictionariesOf(others)
      for (const page of of([fold])) {
        const one = withDictionaries(page, dictionaries)
        seen.push(page)
        rows.push(withContext(page, one, forest.predict(one.values, one.columns)))
      }
    }
    return growForest(seen, rows, options.second)
  })
  return { dictionaries: dictionariesOf(folds), first: firstOf(folds), second, kinds: trainKinds(pages, options.kind) }
}
