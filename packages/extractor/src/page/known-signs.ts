/** What the drawings of a page show, each looked at once: pages draw the same few again and again. */
import { markDrawn } from './drawn.ts'
import { type Mark, markIn, markOf } from './marks.ts'

/** One of the two. */
export type Sign = { readonly mark: Mark; readonly star: null } | { readonly mark: null; readonly star: string }

/** Different ones that are looked at, and characters that a star is called at most. */
const MOST = 200
const LONGEST_STAR = 300

const asMark = (mark: Mark | null): Sign | null => (mark === null ? null : { mark, star: null })

export class KnownSigns {
  readonly #signs = new Map<string, Sign | null>()

  /** The sign that has such a class, or another of its names. */
  named(classes: string | undefined, names: readonly (string | undefined)[]): Sign | null {
    const all = [classes, ...names].filter((name) => name !== undefined).join(' ')
    return this.#once(all, () => {
      const mark = names.reduce<Mark | null>((found, name) => found ?? (name === undefined ? null : markOf(name, true)), markIn(classes))
      return mark === null && all.length <= LONGEST_STAR && /star/i.test(all) ? { mark, star: all } : asMark(mark)
    })
  }

  /** The sign that paths draw. */
  drawn(paths: readonly string[]): Sign | null {
    return paths.length === 0 ? null : this.#once(paths.join(' '), () => asMark(markDrawn(paths)))
  }

  #once(key: string, look: () => Sign | null): Sign | null {
    if (key === '') return null
    const known = this.#signs.get(key)
    if (known !== undefined || this.#signs.size >= MOST) return known ?? null
    const sign = look()
    this.#signs.set(key, sign)
    return sign
  }
}
