/** Which kind of page one is: a forest of trees for each kind, one against the rest. */
import type { Forest } from '../scorer/forest.ts'

/** In the order of the model's forests. */
export const KINDS = ['article', 'product', 'collection', 'listing', 'forum', 'documentation', 'service'] as const

export type PageKind = (typeof KINDS)[number] | 'other'

/** A kind that is less likely than this is none. */
const LEAST = 0.2

/** How likely a page is of each of `KINDS`, 0 to 1 each. */
export const kindScores = (forests: readonly Forest[], row: Float32Array): Float32Array =>
  Float32Array.from(forests, (forest) => forest.predict(row, row.length)[0]!)

/** How likely a page is of one of some kinds. */
export const likely = (scores: Float32Array, ...kinds: readonly (typeof KINDS)[number][]): number =>
  kinds.reduce((sum, kind) => sum + scores[KINDS.indexOf(kind)]!, 0)

/** The likeliest kind; `other` where none is likely. */
export function kindOf(scores: Float32Array): PageKind {
  let best = 0
  for (let at = 1; at < scores.length; at += 1) if (scores[at]! > scores[best]!) best = at
  return (scores[best] ?? 0) < LEAST ? 'other' : KINDS[best]!
}

/** What is likelier than this is no product, whatever it sells. */
const SURE = 0.5

/** The same for a page that sells one thing, unless it is surely something else. */
export function asProduct(scores: Float32Array): Float32Array {
  if (kindOf(scores) === 'product' || Math.max(...scores) > SURE) return scores
  return Float32Array.from(scores, (score, at) => (KINDS[at] === 'product' ? 1 : /^(?:collection|listing)$/.test(KINDS[at]!) ? 0 : score))
}

/** Kinds that a page is surely of, and is read in the manner of. */
export type Manner = {
  readonly product: boolean
  readonly list: boolean
  readonly documentation: boolean
  readonly forum: boolean
  readonly article: boolean
  /** Read from its beginning to its end. */
  readonly prose: boolean
}

/** In whose manner a page is read: a list is none that is surely a manual. */
export function mannerOf(scores: Float32Array): Manner {
  const documentation = likely(scores, 'documentation') > 0.6
  return {
    product: likely(scores, 'product') > 0.6,
    list: !documentation && likely(scores, 'collection', 'listing') > 0.5,
    documentation,
    forum: likely(scores, 'forum') > 0.6,
    article: likely(scores, 'article') > 0.6,
    prose: likely(scores, 'documentation', 'article') > 0.6,
  }
}
