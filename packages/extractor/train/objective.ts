/** The words of the pages whose blocks are rows: what their F1 is counted in. */
export type PageWords = {
  /** The number of each row's page, from zero. */
  readonly of: Int32Array
  /** Words of each row. */
  readonly words: Int32Array
  /** How much a page's F1 counts beside the loss of its blocks. */
  readonly weight: number
}

/**
 * What trees are grown for: the logistic loss of every block and, where pages are given, 1 - F1 of every page, with probabilities taken for
 * the share of a block's words that is kept. Blocks are judged one by one by the loss; what is measured are pages, and a page with little
 * content loses most of its F1 by one long block too many.
 */
export class Objective {
  readonly #labels: Float32Array
  readonly #weights: Float32Array
  readonly #scale: number
  readonly #pages: PageWords | undefined
  /** Of each page: words kept, kept rightly, and in the truth. One word more than there are, so that a page without text has an F1. */
  readonly #kept: Float64Array
  readonly #right: Float64Array
  readonly #known: Float64Array
  /** The log-odds of the whole. */
  readonly bias: number

  constructor(labels: Float32Array, weights: Float32Array, pages?: PageWords) {
    let positive = 0
    let whole = 0
    for (let row = 0; row < labels.length; row += 1) {
      positive += labels[row]! * weights[row]!
      whole += weights[row]!
    }
    this.#labels = labels
    this.#weights = weights
    this.#scale = labels.length / whole
    this.bias = Math.log(positive / (whole - positive))
    this.#pages = pages
    const count = pages === undefined ? 0 : pages.of.at(-1)! + 1
    this.#kept = new Float64Array(count)
    this.#right = new Float64Array(count)
    this.#known = new Float64Array(count).fill(1)
    for (let row = 0; pages !== undefined && row < labels.length; row += 1) this.#known[pages.of[row]!]! += labels[row]! * pages.words[row]!
  }

  /** Tells what the trees so far think of every row. @param scores log-odds */
  update(scores: Float64Array): void {
    if (this.#pages === undefined) return
    const { of, words } = this.#pages
    this.#kept.fill(0)
    this.#right.fill(0)
    for (let row = 0; row < scores.length; row += 1) {
      const kept = words[row]! / (1 + Math.exp(-scores[row]!))
      this.#kept[of[row]!]! += kept
      this.#right[of[row]!]! += kept * this.#labels[row]!
    }
  }

  /** Gradient and curvature of a row at its log-odds. The curvature of F1 is what it would be if the page's sums stood still. */
  at(row: number, score: number): { gradient: number; hessian: number } {
    const probability = 1 / (1 + Math.exp(-score))
    const slope = probability * (1 - probability) * this.#scale
    const weight = this.#weights[row]!
    let gradient = (probability - this.#labels[row]!) * weight * this.#scale
    let hessian = slope * weight
    if (this.#pages !== undefined) {
      const page = this.#pages.of[row]!
      const sum = this.#kept[page]! + this.#known[page]!
      const pull = (this.#pages.weight * slope * this.#pages.words[row]!) / sum
      gradient -= pull * (2 * this.#labels[row]! - (2 * this.#right[page]!) / sum)
      hessian += pull
    }
    return { gradient, hessian: Math.max(1e-6, hessian) }
  }
}
