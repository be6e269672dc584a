/** What the head of a page says about it, wherever on the page it stands. */
import { isOthersItem } from '../metadata/properties.ts'
import { type Attributes, attributeOf, setAttribute } from './attributes.ts'
import { type Lines, linesOf } from './code-lines.ts'
import type { Element } from './dom.ts'
import { type Graph, readJsonLd } from './json-ld.ts'
import { LIMITS } from './limits.ts'
import type { Seen } from './seen.ts'

export class Head {
  title = ''
  baseHref: string | null = null
  htmlLang: string | null = null
  /** The lines of code that the page's maker writes as boxes. */
  lines: Lines | null = null
  readonly metas: { key: string; content: string }[] = []
  readonly links: { rel: string; href: string }[] = []
  readonly #scripts: string[] = []
  #scriptLength = 0
  readonly #seen: Seen
  readonly #body: Element

  constructor(body: Element, seen: Seen) {
    this.#body = body
    this.#seen = seen
  }

  /** Takes what belongs to the head; false for an element of the body. @param open elements around it */
  takes(tag: string, attributes: Attributes, open: readonly Element[]): boolean {
    switch (tag) {
      case 'meta':
        this.#meta(attributes, open)
        // Microdata inside the body is read from the tree.
        return attributes.itemprop === undefined || open.length <= 2
      case 'link':
        if (attributes.href !== undefined && attributes.rel !== undefined && this.links.length < LIMITS.metas)
          this.links.push({ rel: attributes.rel.toLowerCase(), href: attributes.href.trim() })
        return true
      case 'base':
        this.baseHref ??= attributes.href ?? null
        return true
      case 'html':
        this.htmlLang ??= attributes.more.lang ?? null
        return true
      case 'body':
        for (const name of ['class', 'id', 'itemtype', 'lang']) {
          const value = attributeOf(attributes, name)
          if (value !== undefined && attributeOf(this.#body.attributes, name) === undefined)
            setAttribute(this.#body.attributes, name, value)
        }
        return true
      default:
        return tag === 'head' || tag === 'frame'
    }
  }

  /** Takes the text of an `application/ld+json` script. */
  addData(script: string): void {
    if (this.#scriptLength + script.length > LIMITS.jsonLd) return
    this.#scripts.push(script)
    this.#scriptLength += script.length
  }

  readData(): Graph {
    return readJsonLd(this.#scripts)
  }

  #meta({ more, itemprop, content }: Attributes, open: readonly Element[]): void {
    const name = more.property ?? more.name ?? (isOfOthers(itemprop, open) ? undefined : itemprop)
    if (name === undefined || content === undefined || this.metas.length >= LIMITS.metas) return
    const key = name.trim().toLowerCase()
    const meta = {
      key: REFINED.test(key) && ROLE.test(more.scheme ?? '') ? `${key}.${more.scheme!.toLowerCase()}` : key,
      content: this.#seen.of(content).trim(),
    }
    this.metas.push(meta)
    if (meta.key === 'generator') this.lines ??= linesOf(meta.content)
  }
}

/** What libraries of patents say as the scheme of an element of Dublin Core: which of several days or persons it is. */
const REFINED = /^dc\.(?:date|contributor)$/
const ROLE = /^(?:assignee|datesubmitted|inventor|issued?)$/i

/** Whether microdata name the author of a review or a comment, and not that of the page. */
const isOfOthers = (itemprop: string | undefined, open: readonly Element[]): boolean =>
  itemprop === 'author' && open.some(({ attributes }) => isOthersItem(attributes))
