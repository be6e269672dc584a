import type { Attributes } from './attributes.ts'
import { LEAVES_SVG } from './nesting.ts'
import type { Drawing } from './signs.ts'

/** An element whose content is passed over, all but what it draws or keeps for scripts. */
export class Skipped {
  readonly tag: string
  readonly type: string
  readonly drawing: Drawing | null
  /** What of its content is wanted all the same. */
  readonly keep: 'json-ld' | 'tex' | null
  /** How often it is open. */
  #depth = 1
  #isForeign = false

  constructor(tag: string, type: string, drawing: Drawing | null) {
    this.tag = tag
    this.type = type
    this.drawing = drawing
    this.keep = tag !== 'script' ? null : /^application\/ld\+json/i.test(type) ? 'json-ld' : /^math\/tex/i.test(type) ? 'tex' : null
  }

  /** Whether a start tag ends it, as it does a drawing that nothing else has. */
  isLeftBy(tag: string): boolean {
    return this.tag === 'svg' && (this.#isForeign ? tag === 'section' : LEAVES_SVG.has(tag))
  }

  start(tag: string, attributes: Attributes, selfClosing: boolean): void {
    // Scripts do not nest: which end tag is theirs is known before it comes here.
    if (tag === this.tag && tag !== 'script' && !selfClosing) this.#depth += 1
    if (tag === 'foreignobject') this.#isForeign = true
    this.drawing?.start(tag, attributes)
  }

  /** Whether nothing of it is open behind an end tag. */
  isEndedBy(name: string): boolean {
    if (name === this.tag) this.#depth -= 1
    return this.#depth === 0
  }
}
