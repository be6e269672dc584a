import { closest, type Element, find, squeeze, textOf, walk } from '../page/dom.ts'

/** Footnotes of a page: where each is referred to and where its text stands. */
export type Footnotes = {
  readonly references: ReadonlyMap<Element, string>
  readonly definitions: ReadonlyMap<Element, string>
  readonly byLabel: ReadonlyMap<string, Element>
}

const ID = /^(?:user-content-)?(?:fn|footnote|note|endnote|cite_note|_?ftn|_edn|sdfootnote|easy-footnote)[-_:.]?/i
const BACK = /^(?:user-content-)?(?:(?:fnref|footnote-?ref|note-?ref|cite_ref|_?ftnref|_ednref)(?![a-z])|ref[-_:.]?\d+$)/i
/** What a link back to the text is drawn as. */
const ARROW = /^(?:\s|[↩↑^⤴⏎↵⬆△▲]|\ufe0e|\ufe0f)+$/
const FOOTNOTE = /(?:^|\s)footnote(?:\s|$)/
const LABEL = /^[[(]?([\p{L}\p{N}*†‡§]{1,12})[\])]?$/u

/** Notes whose ids are numbers of the whole page say what they are by class or role. */
const isNote = ({ tag, attributes, parent }: Element): boolean =>
  ID.test(attributes.id ?? '') ||
  /^doc-(?:foot|end)note$/.test(attributes.role ?? '') ||
  (/^id\d+$/.test(attributes.id ?? '') && FOOTNOTE.test((tag === 'dt' ? parent : { attributes })?.attributes.class ?? ''))

/** What stands behind a term: the `dd` right after its `dt`. Old notes number their terms. */
function textOfTerm(term: Element): Element {
  const siblings = term.parent?.children ?? []
  if (siblings.length > 2_000) return term
  for (let at = siblings.indexOf(term) + 1; at < siblings.length; at += 1) {
    const next = siblings[at]!
    if (next.kind === 'element') return next.tag === 'dd' ? next : term
  }
  return term
}

/** Whether a link leads from a note back to the text: an arrow, or the number of the note inside of the note itself. */
export const isBackReference = (anchor: Element): boolean => {
  const { href = '', class: classes = '', rel } = anchor.attributes
  if (/footnote-?back|reversefootnote|fn-backref/i.test(classes) || anchor.attributes.role === 'doc-backlink') return true
  if (anchor.attributes.more['data-footnote-backref'] !== undefined || rel === 'footnote') return !LABEL.test(squeeze(textOf(anchor)))
  if (!href.startsWith('#')) return false
  const text = textOf(anchor)
  if (ARROW.test(text)) return true
  return BACK.test(href.slice(1)) && LABEL.test(squeeze(text)) && closest(anchor, (at) => ID.test(at.attributes.id ?? '')) !== null
}

/** Pairs references (`<sup><a href="#fn1">1</a></sup>`) with the elements they point to. One pass to index ids, one for links. */
export function findFootnotes(body: Element): Footnotes {
  const byId = new Map<string, Element>()
  const anchors: Element[] = []
  walk(body, (element) => {
    const { id } = element.attributes
    if (id !== undefined && isNote(element) && !byId.has(id)) byId.set(id, element)
    if (element.tag === 'a' && element.attributes.href?.startsWith('#')) anchors.push(element)
    return undefined
  })
  const references = new Map<Element, string>()
  const definitions = new Map<Element, string>()
  const byLabel = new Map<string, Element>()
  if (byId.size === 0) return { references, definitions, byLabel }
  for (const anchor of anchors) {
    let id = anchor.attributes.href!.slice(1)
    try {
      id = decodeURIComponent(id)
    } catch (error) {
      if (!(error instanceof URIError)) throw error
    }
    const target = byId.get(id)
    if (!target || BACK.test(id)) continue
    const inSup = anchor.parent?.tag === 'sup' || find(anchor, (inner) => inner.tag === 'sup') !== null
    const marked =
      anchor.attributes.more['data-footnote-ref'] !== undefined ||
      /footnote|noteref/i.test(`${anchor.attributes.class} ${anchor.attributes.role}`)
    const label = LABEL.exec(squeeze(textOf(anchor)))?.[1]
    if (!label || !(inSup || marked)) continue
    const definition =
      target.tag === 'a' || target.tag === 'span' || target.tag === 'sup'
        ? (closest(target, (at) => /^(?:li|p|div|dd|aside)$/.test(at.tag)) ?? target)
        : target.tag === 'dt'
          ? textOfTerm(target)
          : target
    // A note that contains the reference to itself is a back link, not a note.
    if (closest(anchor, (at) => at === definition)) continue
    const known = definitions.get(definition)
    if (known === undefined) {
      let name = label.replace(/[*†‡§]/g, 'n')
      while (byLabel.has(name)) name = `${name}-${definitions.size + 1}`
      byLabel.set(name, definition)
      definitions.set(definition, name)
    }
    references.set(anchor, definitions.get(definition)!)
  }
  return { references, definitions, byLabel }
}
