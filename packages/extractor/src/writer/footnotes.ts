import { closest, type Element, find } from '../page/dom.ts'
import type { Places } from '../page/places.ts'
import { HEADINGS } from '../page/tags.ts'
import { squeeze, textOf } from '../page/text.ts'

/** Footnotes of a page: where each is referred to and where its text stands. */
export type Footnotes = {
  readonly references: ReadonlyMap<Element, string>
  readonly definitions: ReadonlyMap<Element, string>
  readonly byLabel: ReadonlyMap<string, Element>
  /** Links of notes that lead back to their references. */
  readonly backs: ReadonlySet<Element>
}

const ID = /^(?:user-content-)?(?:(?:fn|footnote|note|endnote|cite_note|_?ftn|_edn|sdfootnote|easy-footnote)[-_:.]?|foot[-_]?\d)/i
const BACK = /^(?:user-content-)?(?:(?:fnref|footnote-?ref|note-?ref|cite_ref|_?ftnref|_ednref)(?![a-z])|(?:ref|docf)[-_:.]?\d+$)/i
/** What a link back to the text is drawn as. */
const ARROW = /^(?:\s|[↩↑^⤴⏎↵⬆△▲]|\ufe0e|\ufe0f)+$/
const FOOTNOTE = /(?:^|\s)footnote(?:\s|$)/
const LABEL = /^[[(]?([\p{L}\p{N}*†‡§]{1,12})[\])]?$/u

/** Notes whose ids are numbers of the whole page say what they are by class or role. */
const isNote = ({ tag, attributes, parent }: Element): boolean =>
  ID.test(attributes.id ?? '') ||
  /^doc-(?:foot|end)note$/.test(attributes.role ?? '') ||
  (/^id\d+$/.test(attributes.id ?? '') && FOOTNOTE.test((tag === 'dt' ? parent : { attributes })?.attributes.class ?? ''))

/** What stands behind the number of a note: the `dd` right after its `dt`, the `p` right after its heading (Texinfo). */
function textOfTerm(term: Element): Element {
  const text = term.tag === 'dt' ? 'dd' : 'p'
  const siblings = term.parent?.children ?? []
  if (siblings.length > 2_000) return term
  for (let at = siblings.indexOf(term) + 1; at < siblings.length; at += 1) {
    const next = siblings[at]!
    if (next.kind === 'element') return next.tag === text ? next : term
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

/** What a reference by its form alone is called; longer words are links that say something. */
const MARK = /^(?:\d{1,4}|[a-z]|[ivxlc]{1,7}|[*†‡§]{1,4})$/i
const BRACKETED = /^[[(].+[\])]$/
/** Characters of a note; what holds more, or a heading, is a part of the page. */
const LONGEST_NOTE = 3_000
/** Nodes of a raised reference and its brackets; a run of references has more. */
const FEW = 3
/** Links that lead back to one reference. */
const MOST_BACK = 8
const NOTE = /^(?:li|p|div|dd|aside)$/

/** The ids of a reference: its own, and those of what stands around it alone. */
function idsOf(anchor: Element): string[] {
  const ids: string[] = []
  for (let at: Element | null = anchor, level = 0; at && level < 3; at = at.parent, level += 1) {
    if (level > 0 && !/^(?:sup|span)$/.test(at.tag)) break
    for (const id of [at.attributes.id, at.attributes.more.name]) if (id !== undefined) ids.push(id)
  }
  return ids
}

const definitionOf = (target: Element): Element => {
  const { parent } = target
  if (parent !== null && HEADINGS.has(parent.tag) && LABEL.test(squeeze(textOf(parent)))) return textOfTerm(parent)
  if (target.tag === 'a' || target.tag === 'span' || target.tag === 'sup') return closest(target, (at) => NOTE.test(at.tag)) ?? target
  return target.tag === 'dt' ? textOfTerm(target) : target
}

/** A piece of the page of its own, not one that holds sections. */
const isSmall = (definition: Element): boolean =>
  textOf(definition).length <= LONGEST_NOTE && find(definition, ({ tag }) => HEADINGS.has(tag)) === null

/** The first words in an element that stand by themselves. */
function firstWords(element: Element): string {
  for (const child of element.children) {
    const words = child.kind === 'text' ? squeeze(child.text) : firstWords(child)
    if (words !== '') return words
  }
  return ''
}

/** What a label is called in GFM. */
export const nameFor = (label: string): string => label.replace(/[*†‡§]/g, 'n')

/** Signs that begin a line, which no word does. */
const SIGNS = /^[*†‡§]+(?=\s|$)/

/** What a note calls itself at its beginning: a label in an element of its own, or signs. */
export function calledBy(definition: Element): string | null {
  const words = firstWords(definition)
  return SIGNS.exec(words)?.[0] ?? LABEL.exec(words)?.[1] ?? null
}

/** The place that a link leads to; decks write a slash before it. */
const targetOf = ({ attributes: { href = '' } }: Element): string => {
  try {
    return decodeURIComponent(href.replace(/^#\/?/, ''))
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return href.slice(1)
  }
}

/** A link that may refer to a note, by its form: a short label that is raised, marked or in brackets. */
type Reference = {
  readonly anchor: Element
  readonly id: string
  readonly label: string
  readonly sup: Element | null
  readonly isRaised: boolean
  readonly isMarked: boolean
}

function referenceIn(anchor: Element): Reference | null {
  const written = squeeze(textOf(anchor))
  const label = LABEL.exec(written)?.[1]
  if (!label) return null
  const id = targetOf(anchor)
  if (BACK.test(id)) return null
  const sup = anchor.parent?.tag === 'sup' ? anchor.parent : null
  const isMarked =
    anchor.attributes.more['data-footnote-ref'] !== undefined ||
    /footnote|noteref/i.test(`${anchor.attributes.class} ${anchor.attributes.role}`)
  const isRaised = sup !== null || find(anchor, (inner) => inner.tag === 'sup') !== null || /^[*†‡§]+$/.test(label)
  return isRaised || isMarked || BRACKETED.test(written) ? { anchor, id, label, sup, isRaised, isMarked } : null
}

/**
 * Pairs references (`<sup><a href="#fn1">1</a></sup>`) with the elements they point to: known by the names that makers of notes use, or by a
 * note that leads back to its reference.
 */
export function findFootnotes({ named: places, leading }: Places): Footnotes {
  const anchors = [...leading.values()].flat().sort((one, other) => one.id - other.id)
  const found = anchors.map(referenceIn).filter((reference) => reference !== null)
  const references = new Map<Element, string>()
  const definitions = new Map<Element, string>()
  const byLabel = new Map<string, Element>()
  const backs = new Set<Element>()
  // Thousands of references may lead to one element.
  const small = new Map<Element, boolean>()
  const names = new Map<Element, string | null>()
  /** Whether a box begins with what a raised reference calls it: the notes below a table. Lists of sources do too, and are lists. */
  const isCalled = (definition: Element, label: string): boolean => {
    if (!MARK.test(label) || !/^(?:aside|dd|div|p)$/.test(definition.tag)) return false
    if (!names.has(definition)) names.set(definition, calledBy(definition))
    return names.get(definition) === label
  }
  for (const { anchor, id, label, sup, isRaised, isMarked } of found) {
    const target = places.get(id)
    if (!target) continue
    const definition = definitionOf(target)
    // A note that contains the reference to itself is a back link, not a note.
    if (closest(anchor, (at) => at === definition)) continue
    const leadingBack = MARK.test(label)
      ? idsOf(anchor).flatMap((own) =>
          (leading.get(own)?.slice(0, MOST_BACK) ?? []).filter((back) => closest(back, (at) => at === definition) !== null),
        )
      : []
    // Of two that lead to each other the text comes first.
    if (leadingBack.length > 0 && anchor.id > definition.id) continue
    const named = isNote(target) && (isRaised || isMarked)
    if (!named) {
      if (leadingBack.length === 0 && !(isRaised && isCalled(definition, label))) continue
      const isNoteSized = small.get(definition) ?? isSmall(definition)
      small.set(definition, isNoteSized)
      if (!isNoteSized) continue
    }
    const known = definitions.get(definition)
    if (known === undefined) {
      let name = nameFor(label)
      while (byLabel.has(name)) name = `${name}-${definitions.size + 1}`
      byLabel.set(name, definition)
      definitions.set(definition, name)
    }
    for (const back of leadingBack) backs.add(back)
    // The brackets that stand around it are its own.
    const alone = sup !== null && sup.children.length <= FEW && LABEL.exec(squeeze(textOf(sup)))?.[1] === label
    references.set(alone ? sup : anchor, definitions.get(definition)!)
  }
  return { references, definitions, byLabel, backs }
}

const ASIDE = /(?:^|\s)(?:ltx_note_content|sidenote|marginnote)(?:\s|$)/
const ASIDE_MARK = /(?:^|\s)(?:ltx_note_mark|ltx_tag_note|modern-footnotes-footnote)(?:\s|$)/

/** A note that stands in its own line's markup, to be shown beside it (LaTeXML, Tufte, tips): its text, the number that it has twice, or neither. */
export const asideOf = ({ attributes: { class: classes = '', role } }: Element): 'text' | 'mark' | null =>
  ASIDE.test(classes) || role === 'tooltip' ? 'text' : ASIDE_MARK.test(classes) ? 'mark' : null
