import { KINDS } from '../src/choice/kind/kind.ts'
import { Forest, type Trees } from '../src/choice/scorer/forest.ts'
import { beside, type Model } from '../src/choice/scorer/score.ts'
import { CONTEXT_COLUMNS, contextRows } from '../src/features/context.ts'
import { DICTIONARY_COLUMNS, type Dictionaries, dictionaryRows } from '../src/features/dictionary.ts'
import { type BoostOptions, binEdges, boost, randomFrom, toBins } from './boost.ts'
import { type DictionaryOptions, learnDictionaries } from './learn-words.ts'
import { Objective, type PageWords } from './objective.ts'
import type { TrainingPage } from './pages.ts'

export type TrainOptions = {
  readonly first: BoostOptions
  /** `f1`: how much a page's F1 counts beside the loss of its blocks. */
  readonly second: BoostOptions & { readonly f1: number }
  readonly kind: BoostOptions
  readonly dictionary: DictionaryOptions
}

export const OPTIONS: TrainOptions = {
  first: { trees: 90, leaves: 31, rate: 0.12, columnShare: 0.25, rowShare: 0.4, minHessian: 10, lambda: 4, seed: 7 },
  second: { trees: 220, leaves: 31, rate: 0.06, columnShare: 0.25, rowShare: 0.4, minHessian: 10, lambda: 4, seed: 11, f1: 2 },
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

function growForest(pages: readonly TrainingPage[], rows: readonly Row[], options: BoostOptions, f1 = 0): Trees {
  const { values, columns } = stack(rows)
  const edges = binEdges(values, columns, randomFrom(options.seed))
  const bins = toBins(values, columns, edges)
  const labels = join(pages.map((page) => page.labels))
  const weights = join(pages.map((page) => page.weights))
  return boost(bins, columns, edges, new Objective(labels, weights, f1 === 0 ? undefined : wordsOf(pages, f1)), options)
}

function wordsOf(pages: readonly TrainingPage[], weight: number): PageWords {
  const sizes = pages.map((page) => page.sizes)
  return {
    of: Int32Array.from(sizes.flatMap((own, page) => Array.from(own, () => page))),
    words: Int32Array.from(sizes.flatMap((own) => [...own])),
    weight,
  }
}

/**
 * What is grown for F1 is surer of itself than it is right. These make probabilities of it again, which the rules of the choice ask for; they
 * are those of logistic regression on pages not seen.
 */
const CALIBRATION = { slope: 0.79, shift: -0.23 }

const calibrated = (trees: Trees): Trees => ({
  ...trees,
  leaves: trees.leaves.map((leaf) => leaf * CALIBRATION.slope),
  bias: trees.bias * CALIBRATION.slope + CALIBRATION.shift,
})

/** A forest for each kind of page, on the pages of WCXB: the other set has but one kind. */
export function trainKinds(pages: readonly Pick<TrainingPage, 'sample' | 'kind'>[], options: BoostOptions): Forest[] {
  const known = pages.filter(({ sample }) => sample.set === 'wcxb')
  const { values, columns } = stack(known.map(({ kind }) => ({ values: kind, columns: kind.length })))
  const edges = binEdges(values, columns, randomFrom(options.seed))
  const bins = toBins(values, columns, edges)
  const weights = new Float32Array(known.length).fill(1)
  return KINDS.map((kind) => {
    const labels = Float32Array.from(known, ({ sample }) => Number(sample.pageType === kind))
    return new Forest(boost(bins, columns, edges, new Objective(labels, weights), options))
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
      return new Forest(growForest([...rows.keys()], [...rows.values()], options.first))
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
    return new Forest(calibrated(growForest(seen, rows, options.second, options.second.f1)))
  })
  return { dictionaries: dictionariesOf(folds), first: firstOf(folds), second, kinds: trainKinds(pages, options.kind) }
}
