import { Tokenizer } from 'htmlparser2'
import { type Attributes, BLOCK_TAGS, closest, type Element, newElement, type Page, VOID_TAGS, walk } from './dom.ts'

/**
 * Limits on what one page may cost. Browsers stop at a depth of 512; no page worth reading comes near 128. They are applied on the token
 * stream, before a tree exists, so that a hostile page never gets to be a large tree.
 */
const LIMITS = {
  depth: 128,
  elements: 60_000,
  text: 3_000_000,
  attribute: 2_000,
  jsonLd: 400_000,
  metas: 400,
} as const

const URL_ATTRIBUTE = 4_000

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'id class href src alt title lang dir role hidden style aria-hidden aria-label aria-level aria-current data-src data-lazy-src data-original ' +
    'data-lazy data-srcset data-lazy-srcset srcset type start value checked colspan rowspan align datetime content itemprop itemtype itemscope ' +
    'itemid rel data-lang data-language width height open reversed encoding display alttext name property data-footnote-ref data-footnotes ' +
    'data-full-src data-image data-original-src data-hi-res-src data-datetime data-timestamp data-time data-author data-line-number ' +
    'data-footnote-backref data-code-lang data-codetype shadowrootmode data-math data-tex data-equation'
  ).split(' '),
)

/** Elements whose text is never page text. Their content is skipped without becoming nodes. */
const DROPPED: ReadonlySet<string> = new Set('script style iframe embed svg frameset noframes noembed'.split(' '))

/** These end a forgotten `<svg>`, as in browsers. */
const LEAVES_SVG: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em h1 h2 h3 h4 h5 h6 head hr i img li menu meta nobr ol p pre ruby s small span strong ' +
    'strike sub sup table tt u ul var'
  ).split(' '),
)

const CLOSES_P: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr li main menu nav ol p pre search section summary table ul'
  ).split(' '),
)

const HEADING = /^h[1-6]$/

/** A start tag closes these open elements when it meets one before any of the borders. */
const IMPLIED: Readonly<Record<string, { close: string[]; until: string[] }>> = {
  li: { close: ['li'], until: ['ul', 'ol', 'menu', 'dir', 'table', 'td', 'th', 'body'] },
  dt: { close: ['dt', 'dd'], until: ['dl', 'table', 'td', 'th', 'body'] },
  dd: { close: ['dt', 'dd'], until: ['dl', 'table', 'td', 'th', 'body'] },
  option: { close: ['option'], until: ['select', 'datalist', 'body'] },
  optgroup: { close: ['option', 'optgroup'], until: ['select', 'body'] },
  tr: { close: ['tr'], until: ['table', 'body'] },
  td: { close: ['td', 'th'], until: ['tr', 'table', 'body'] },
  th: { close: ['td', 'th'], until: ['tr', 'table', 'body'] },
  thead: { close: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], until: ['table', 'body'] },
  tbody: { close: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], until: ['table', 'body'] },
  tfoot: { close: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], until: ['table', 'body'] },
}

const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'body', 'html'])
const KEEPS_SPACE: ReadonlySet<string> = new Set(['pre', 'textarea', 'xmp', 'listing', 'plaintext'])
const RUNS = /[\t\n\f\r ]{2,}|[\t\n\f\r]|[\u00a0 \t\n\r\f]{2,}/g
const LONG_RUNS = /[ \t\u00a0]{200,}|\n{20,}/g
// C0 and C1 controls, soft hyphen, zero-width, bidi and other format characters, lone surrogates' stand-in NUL included. web.md 9, Safety.
const UNSEEN =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g

/** Removes control, bidi and zero-width characters; joiners that shape letters and emoji stay. */
export const clean = (text: string): string => text.replace(UNSEEN, '')

/**
 * React sends late parts of a page at its end (`<div hidden id="S:1">`) and a script moves them to their place (`<template id="B:1">`).
 * This does the moving, so that the text is neither hidden nor out of order.
 */
function placeStreamed(body: Element): void {
  const places = new Map<string, Element>()
  const parts: Element[] = []
  walk(body, (element) => {
    const { id } = element.attributes
    if (element.tag === 'template' && id !== undefined && /^[BP]:/.test(id)) places.set(id.slice(2), element)
    else if (id?.startsWith('S:') && element.attributes.hidden !== undefined && parts.length < 500) parts.push(element)
    return undefined
  })
  for (const part of parts) {
    delete part.attributes.hidden
    const place = places.get(part.attributes.id!.slice(2))
    // A part that holds its own place, or would make the tree deeper than the guard allows, stays where it is.
    if (!place?.parent || depthOf(place) + heightOf(part) > LIMITS.depth || closest(place, (at) => at === part)) continue
    const from = part.parent!
    from.children = from.children.filter((child) => child !== part)
    const siblings = place.parent.children
    siblings[siblings.indexOf(place)] = part
    part.parent = place.parent
  }
  let id = 1
  walk(body, (element) => {
    id += 1
    element.id = id
    return undefined
  })
}

const heightOf = (element: Element): number => {
  let height = 0
  for (const child of element.children) if (child.kind === 'element') height = Math.max(height, heightOf(child))
  return height + 1
}

function depthOf(element: Element): number {
  let depth = 0
  for (let at = element.parent; at; at = at.parent) depth += 1
  return depth
}

/** One pass over the token stream: limits, allow-lists and tree in one, linear in the input. Never throws on any text. */
export function parsePage(source: string): Page {
  // In HTML a CDATA mark is a comment up to the next `>`; the tokenizer would swallow the page.
  const html = source.includes('<![CDATA[') ? source.replaceAll('<![CDATA[', '<!CDATA[') : source
  const root = newElement('html', {}, null, 0)
  const body = newElement('body', {}, root, 1)
  const metas: { key: string; content: string }[] = []
  const links: { rel: string; href: string; hreflang: string }[] = []
  const jsonLd: string[] = []
  let jsonLdLength = 0
  let title = ''
  let baseHref: string | null = null
  let htmlLang: string | null = null

  const stack: Element[] = [root, body]
  let top = body
  let beyond = 0
  let elements = 0
  let textLength = 0
  let cut = false
  let keepSpace = 0

  let buffer = ''
  let skipping: string | null = null
  let skipDepth = 0
  let foreign = false
  let jsonLdOpen = false
  let texOpen: string | null = null
  let titleOpen = false

  let tag = ''
  let attributes: Attributes = {}
  let attributeName = ''
  let attributeValue = ''
  let attributeCap = 0

  const flush = () => {
    if (buffer === '') return
    let text = buffer
    buffer = ''
    text = clean(text)
    text = keepSpace > 0 ? text.replace(/\r\n?/g, '\n').replace(LONG_RUNS, (run) => run.slice(0, 20)) : text.replace(RUNS, ' ')
    if (text === '') return
    if (textLength + text.length > LIMITS.text) {
      cut = true
      text = text.slice(0, Math.max(0, LIMITS.text - textLength))
      if (text === '') return
    }
    textLength += text.length
    const last = top.children.at(-1)
    if (last?.kind === 'text') last.text += text
    else if (text !== ' ' || top.children.length > 0) top.children.push({ kind: 'text', text, parent: top, block: -1 })
  }

  const pop = () => {
    const gone = stack.pop()
    if (gone && KEEPS_SPACE.has(gone.tag)) keepSpace -= 1
    top = stack[stack.length - 1] ?? body
  }

  const popTo = (index: number) => {
    while (stack.length > index && stack.length > 2) pop()
  }

  const closeImplied = (name: string) => {
    const rule = IMPLIED[name]
    if (rule) {
      for (let index = stack.length - 1; index > 1; index -= 1) {
        const open = stack[index]?.tag ?? ''
        if (rule.close.includes(open)) return popTo(index)
        if (rule.until.includes(open)) break
      }
    }
    if (CLOSES_P.has(name)) {
      for (let index = stack.length - 1; index > 1; index -= 1) {
        const open = stack[index]?.tag ?? ''
        if (open === 'p') {
          popTo(index)
          break
        }
        if (BLOCK_TAGS.has(open)) break
      }
    }
    if (HEADING.test(name) && HEADING.test(top.tag)) pop()
    if (name === 'a') {
      for (let index = stack.length - 1; index > 1; index -= 1) {
        const open = stack[index]?.tag ?? ''
        if (open === 'a') return popTo(index)
        if (BLOCK_TAGS.has(open)) return
      }
    }
  }

  const headElement = (): boolean => {
    if (tag === 'meta') {
      const key = attributes.property ?? attributes.name ?? attributes.itemprop
      if (key !== undefined && attributes.content !== undefined && metas.length < LIMITS.metas) {
        metas.push({ key: key.trim().toLowerCase(), content: clean(attributes.content).trim() })
      }
      // Microdata inside the body is read from the tree.
      return attributes.itemprop === undefined || stack.length <= 2
    }
    if (tag === 'link') {
      if (attributes.href !== undefined && attributes.rel !== undefined && links.length < LIMITS.metas) {
        links.push({ rel: attributes.rel.toLowerCase(), href: attributes.href.trim(), hreflang: '' })
      }
      return true
    }
    if (tag === 'base') {
      baseHref ??= attributes.href ?? null
      return true
    }
    if (tag === 'html') {
      htmlLang ??= attributes.lang ?? null
      return true
    }
    if (tag === 'body') {
      for (const name of ['class', 'id', 'itemtype', 'lang']) if (attributes[name] !== undefined) body.attributes[name] ??= attributes[name]
      return true
    }
    return tag === 'head' || tag === 'frame'
  }

  const open = (selfClosing: boolean) => {
    if (skipping === 'svg' && !foreign && LEAVES_SVG.has(tag)) {
      skipping = null
      buffer = ''
    }
    if (skipping !== null) {
      if (tag === skipping && !selfClosing) skipDepth += 1
      if (tag === 'foreignobject') foreign = true
      return
    }
    if (tag === 'title' && title === '') {
      flush()
      titleOpen = true
      return
    }
    if (DROPPED.has(tag)) {
      if (tag === 'script') {
        jsonLdOpen = /^application\/ld\+json/i.test(attributes.type ?? '')
        texOpen = /^math\/tex/i.test(attributes.type ?? '') ? (attributes.type ?? '') : null
      }
      if (tag !== 'embed' && !(selfClosing && tag === 'svg')) {
        flush()
        skipping = tag
        skipDepth = 1
        foreign = false
      }
      return
    }
    if (headElement()) return
    flush()
    if (beyond > 0) {
      if (!VOID_TAGS.has(tag)) beyond += 1
      if (BLOCK_TAGS.has(tag) || tag === 'br') buffer += ' '
      return
    }
    closeImplied(tag)
    if (elements >= LIMITS.elements) {
      cut = true
      if (BLOCK_TAGS.has(tag) || tag === 'br') buffer += ' '
      return
    }
    elements += 1
    const element = newElement(tag, attributes, top, elements + 1)
    if (stack.length >= LIMITS.depth && !VOID_TAGS.has(tag)) {
      cut = true
      beyond = 1
      return
    }
    top.children.push(element)
    if (VOID_TAGS.has(tag)) return
    stack.push(element)
    top = element
    if (KEEPS_SPACE.has(tag)) keepSpace += 1
  }

  const close = (name: string) => {
    if (skipping !== null) {
      if (name !== skipping) return
      skipDepth -= 1
      if (skipDepth > 0) return
      if (jsonLdOpen && jsonLdLength + buffer.length <= LIMITS.jsonLd) {
        jsonLd.push(buffer)
        jsonLdLength += buffer.length
      }
      if (texOpen !== null && elements < LIMITS.elements) {
        // MathJax keeps its source in a script: it becomes an element of its own, with TeX as text.
        elements += 1
        const formula = newElement('tex-math', { type: texOpen }, top, elements + 1)
        formula.children.push({ kind: 'text', text: clean(buffer), parent: formula, block: -1 })
        top.children.push(formula)
      }
      texOpen = null
      jsonLdOpen = false
      buffer = ''
      skipping = null
      return
    }
    if (titleOpen && name === 'title') {
      title = clean(buffer).replace(/\s+/g, ' ').trim()
      buffer = ''
      titleOpen = false
      return
    }
    if (name === 'br') {
      flush()
      if (beyond === 0 && elements < LIMITS.elements) {
        elements += 1
        top.children.push(newElement('br', {}, top, elements + 1))
      }
      return
    }
    if (VOID_TAGS.has(name) || name === 'html' || name === 'body' || name === 'head') return
    flush()
    if (beyond > 0) {
      beyond -= 1
      if (BLOCK_TAGS.has(name)) buffer += ' '
      return
    }
    const heading = HEADING.test(name)
    for (let index = stack.length - 1; index > 1; index -= 1) {
      const at = stack[index]?.tag ?? ''
      if (at === name || (heading && HEADING.test(at))) return popTo(index)
      // A stray end tag inside a cell must not close the table around it, nor an inline one a block.
      if (TABLE_PARTS.has(at) && !TABLE_PARTS.has(name)) return
      if (!BLOCK_TAGS.has(name) && BLOCK_TAGS.has(at) && at !== 'p') return
    }
  }

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase()
        attributes = {}
      },
      onattribname(start, end) {
        if (skipping !== null || end - start > 24) {
          attributeName = ''
          return
        }
        const name = html.slice(start, end).toLowerCase()
        attributeName = ATTRIBUTES.has(name) && attributes[name] === undefined ? name : ''
        attributeValue = ''
        attributeCap = /href|src|content|data-/.test(name) ? URL_ATTRIBUTE : LIMITS.attribute
      },
      onattribdata(start, end) {
        if (attributeName !== '' && attributeValue.length < attributeCap) {
          attributeValue += html.slice(start, Math.min(end, start + attributeCap - attributeValue.length))
        }
      },
      onattribentity(codepoint) {
        if (attributeName !== '' && attributeValue.length < attributeCap) attributeValue += String.fromCodePoint(codepoint)
      },
      onattribend() {
        if (attributeName !== '') attributes[attributeName] = attributeValue
        attributeName = ''
      },
      onopentagend() {
        open(false)
      },
      onselfclosingtag() {
        open(true)
      },
      onclosetag(start, end) {
        close(html.slice(start, end).toLowerCase())
      },
      ontext(start, end) {
        if (skipping !== null) {
          if ((jsonLdOpen || texOpen !== null) && buffer.length < LIMITS.jsonLd) buffer += html.slice(start, end)
        } else if (textLength < LIMITS.text && buffer.length < LIMITS.text) {
          buffer += html.slice(start, end)
        } else cut = true
      },
      ontextentity(codepoint) {
        if (skipping === null && buffer.length < LIMITS.text) buffer += String.fromCodePoint(codepoint)
      },
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  if (titleOpen) title = clean(buffer).replace(/\s+/g, ' ').trim()
  else if (skipping === null) flush()
  root.children.push(body)
  if (html.includes('id="S:')) placeStreamed(body)
  return { root, body, title, htmlLang, baseHref, metas, links, jsonLd, elements, sourceLength: source.length, cut }
}
