/** What a buyer has to choose before a thing can be bought (its size, its colour), as the form of the shop offers it. */
import { boxOfBoth, closest, type Element, find, isWithin, type Node, type Page } from '../../page/dom.ts'
import { AROUND, flagsAround } from '../../page/flags.ts'
import { squeeze } from '../../page/text.ts'

export type Choice = {
  readonly label: string
  readonly values: readonly string[]
  /** Smallest element with all that can be chosen. */
  readonly box: Element
  /** A list of the variants of a thing, each of all it is at once, for browsers without scripts. */
  readonly isOfAll: boolean
}

type Option = { readonly element: Element; readonly text: string; readonly state: string | null }

/** No page offers more at once, nor does one name what is longer. */
const MOST = { options: 300, values: 40, nodes: 60, value: 60, label: 60, rows: 300 }
/** How far around a control stands what says what it is for. */
const LEVELS = 6
const LABEL_LEVELS = 4

/** What makers of shops call the parts of a form in which one chooses: those of WooCommerce, Magento, Shopify, PrestaShop and their like. */
const NAMED =
  /variant|variation|swatch|configurat|super[-_]?attribute|(?:^|[\s_-])attribute_|product-?(?:form__input|options?)|option(?:s\[|\[|-selector|-value)|group\[|inventory_choice|twister|size-?(?:select|picker|list|option)|colou?r-?(?:select|picker|list|option)/i
/** What things of one kind come in. */
const VARIED =
  /^(?:size|colou?r|length|width|material|fit|style|finish|flavou?r|scent|größe|farbe|länge|ausführung|taille|couleur|talla|tamaño|taglia|colore|misura|maat|kleur|tamanho|cor|rozmiar|kolor|storlek|färg|размер|цвет|サイズ|カラー|色|颜色|尺寸|尺码|사이즈|색상)$/i
/** A form that puts a thing into the cart. */
const BUYS = /cart\/add|add-?_?to-?_?(?:cart|basket|bag)|addtocart/i
/** What says that such a control is for something else. */
const OTHER =
  /quantit|(?:^|[\W_])(?:qty|menge|anzahl|stück(?:zahl)?|cantidad|aantal|ilość|antal|country|countries|land|pays|currency|language|locale|sort|order-?by|sort-?by|search|filter|facet|newsletter|subscribe|subscription|selling[-_]?plan|gift|geschenk|rating|score|review|stars?|shipping|delivery|payment|pick-?up|fulfil\w*|zip|postcode|state|region|warranty|protection|login|account)(?:$|[\W_])|数量|個数/i
/** What a list of choices begins with that is none. */
const PROMPT =
  /^(?:[-–—.\s]*$|[-–—*.\s]*(?:(?:please )?(?:choose|select|pick)\b|bitte\b|wähle?n?\b|auswählen|choisi|sélectionn|veuillez|elija|elige|seleccion|escog|scegli|selezion|kies\b|maak een|selecteer|wybierz|välj\b|velg\b|vælg\b|valitse|vyberte|выбер|選択|选择|請選|请选))/iu
const UNAVAILABLE = /(?:^|[\s_-])(?:disabled|unavailable|not-available)(?:$|[\s_-])/i
const SOLD_OUT = /(?:^|[\s_-])(?:sold-?out|soldout|out-?of-?stock|outofstock)(?:$|[\s_-])/i
const SAYS_STATE = /sold out|unavailable|out of stock|ausverkauft|nicht (?:verfügbar|lieferbar)|épuisé|agotado|esaurito|uitverkocht/i
/** Shopify's word for a thing that comes in one variant alone. */
const DEFAULT = /^default(?: title)?$/i

/** What the themes of Shopify say behind every value, and show behind none. */
const FOR_READERS = / ?variant sold out or unavailable$/i
const UNHEARD = /(?:visually-?hidden|sr-only|screen-reader|label-unavailable)/i
const isUnheard = ({ attributes }: Element): boolean => UNHEARD.test(attributes.class ?? '')

/** Text of an element, a space between its pieces; without what only a screen reader says. */
function wordsOf(root: Element, isHeard: boolean): string {
  let [text, count] = ['', 0]
  const visit = (node: Node): void => {
    count += 1
    if (count > MOST.nodes || text.length > MOST.value * 4) return
    if (node.kind === 'text') text += ` ${node.text}`
    else if (node.tag !== 'select' && node.tag !== 'script' && (!isHeard || !isUnheard(node)))
      for (const child of node.children) visit(child)
  }
  visit(root)
  return squeeze(text)
    .replace(FOR_READERS, '')
    .replace(/ (?=[,.;:)\]])/g, '')
    .replace(/(?<=\d)(?=[$£€])/g, ' ')
}

const isDisabled = ({ attributes: { more } }: Element): boolean => more.disabled !== undefined || more['aria-disabled'] === 'true'

function stateOf(text: string, ...elements: readonly (Element | null)[]): string | null {
  const found = elements.filter((element) => element !== null)
  const classes = found.map(({ attributes }) => attributes.class ?? '')
  if (SAYS_STATE.test(text)) return null
  if (classes.some((one) => SOLD_OUT.test(one))) return 'sold out'
  return found.some(isDisabled) || classes.some((one) => UNAVAILABLE.test(one)) ? 'unavailable' : null
}

const isRadio = ({ tag, attributes: { type, role } }: Element): boolean =>
  role === 'radio' || (tag === 'input' && type?.toLowerCase() === 'radio')

const SWATCH = /(?:^|\s)swatch-option(?:\s|$)/
const isSwatch = ({ attributes }: Element): boolean => SWATCH.test(attributes.class ?? '')
const isGroup = ({ tag, attributes: { role } }: Element): boolean => tag === 'fieldset' || role === 'radiogroup' || role === 'listbox'
/** A button that says whether it is pressed, or stands in a group of which one is. */
const isPressed = (element: Element): boolean =>
  element.tag === 'button' &&
  (element.attributes.more['aria-pressed'] !== undefined ||
    closest(element, ({ attributes: { role } }) => role === 'radiogroup' || role === 'listbox') !== null)

const LONGEST_QUERY = 600

/** The parameter of a link's address that says what the link says: `?Length=154cm`. */
function parameterOf({ tag, attributes: { href }, children }: Element): string | null {
  const query = tag === 'a' && href !== undefined ? href.indexOf('?') + 1 : 0
  if (query === 0 || href!.length > LONGEST_QUERY || children.length !== 1) return null
  const text = children[0]!
  return text.kind === 'text' && text.text.length <= MOST.value ? parameterFor(squeeze(text.text), href!.slice(query)) : null
}

function parameterFor(value: string, query: string): string | null {
  for (const [name, one] of new URLSearchParams(query)) if (one === value) return name
  return null
}

/** Something that stands for one of several things to choose. */
const isOption = (element: Element): boolean =>
  isRadio(element) ||
  isSwatch(element) ||
  (element.attributes.role === 'option' && element.tag !== 'option') ||
  isPressed(element) ||
  parameterOf(element) !== null

const labelsOf = (page: Page): Map<string, Element> => {
  const labels = new Map<string, Element>()
  for (const element of page.having.more) {
    const of = element.tag === 'label' ? element.attributes.more.for : undefined
    if (of !== undefined && !labels.has(of)) labels.set(of, element)
  }
  return labels
}

/** What stands for one control of several: its own label, the one around or behind it, or the item that it stands in. */
function shownBy(control: Element, labels: ReadonlyMap<string, Element>): Element | null {
  if (control.tag !== 'input') return control
  const { id } = control.attributes
  const named = id === undefined ? undefined : labels.get(id)
  if (named !== undefined) return named
  let around = control.parent
  for (let level = 0; level < LABEL_LEVELS && around; level += 1, around = around.parent)
    if (around.tag === 'label' || around.tag === 'li') return around
  const siblings = control.parent?.children ?? []
  return siblings.slice(siblings.indexOf(control) + 1, siblings.indexOf(control) + 3).find((node) => node.kind === 'element') ?? null
}

function optionOf(control: Element, labels: ReadonlyMap<string, Element>): Option {
  const shown = shownBy(control, labels)
  const { title, more } = control.attributes
  const picture = shown && find(shown, ({ tag, attributes: { alt } }) => tag === 'img' && (alt ?? '').trim() !== '')
  const heard = shown === null ? '' : wordsOf(shown, true)
  const own = /\p{L}{2}/u.test(more.value ?? '') ? more.value : undefined
  const called = [more['data-option-label'], shown?.attributes.title, title, more['aria-label'], picture?.attributes.alt, own]
  const name = called.find((one) => one !== undefined && one.trim() !== '')
  // What has a picture for its name says beside it what it costs.
  const isSum = /^[^\p{L}]*\d[^\p{L}]*$/u.test(heard) && picture !== null && name !== undefined
  const text = squeeze((isSum ? `${name} ${heard}` : heard) || (name ?? (shown === null ? '' : wordsOf(shown, false))))
  return { element: control, text, state: stateOf(text, control, shown, control.parent) }
}

const optionsIn = (select: Element): Option[] => {
  const options: Option[] = []
  const visit = (node: Node): void => {
    if (node.kind === 'text' || options.length > MOST.options) return
    if (node.tag !== 'option') for (const child of node.children) visit(child)
    else {
      const text = wordsOf(node, false)
      const isPrompt = node.attributes.more.value === '' && (options.length === 0 || PROMPT.test(text))
      if (!isPrompt) options.push({ element: node, text, state: stateOf(text, node) })
    }
  }
  visit(select)
  return options
}

/** How far up from a control of a form, and from a button or link, all of one choice stand in one box. */
const FAR = { control: 4, part: 2 }

/** Whether two controls, one behind the other, are of one choice. */
function areOfOne(one: Element, other: Element): boolean {
  const group = closest(one, isGroup)
  if (group !== null || closest(other, isGroup) !== null) return group === closest(other, isGroup)
  const [name, next] = [one.attributes.more.name ?? '', other.attributes.more.name ?? '']
  if (name !== '' && next !== '' && one.tag === 'input') return name === next
  const isPart = one.tag === 'button' || one.tag === 'a'
  if ((isPart || other.tag === 'button' || other.tag === 'a') && (one.tag !== other.tag || parameterOf(one) !== parameterOf(other)))
    return false
  let at: Element | null = one
  for (let level = 0; level <= (isPart ? FAR.part : FAR.control) && at; level += 1, at = at.parent) if (isWithin(other, at)) return true
  return false
}

/** What a label says it is for, without what is chosen at first (`Colour: Tan`) and what is asked of the buyer. */
const asLabel = (text: string): string =>
  squeeze(
    text
      .replace(/^\s*(?:please )?(?:select|choose|pick)(?: (?:a|an|your|the))?\s/i, '')
      .replace(/\s(?:auswählen|wählen)\s*$/i, '')
      .replace(/\s?[:：—–*].*$/s, ''),
  )

/** Short texts before the first control of a box: in the box, else in those right around it, the nearest first. */
function textsBefore(box: Element, first: Element): string[] {
  const texts: string[] = []
  let at = first === box ? box : (closest(first, ({ parent }) => parent === box) ?? box)
  for (let level = 0; level < LABEL_LEVELS && at.parent && !ENDS.test(at.tag); level += 1, at = at.parent) {
    const siblings = at.parent.children
    const index = siblings.indexOf(at)
    for (const node of siblings.slice(Math.max(0, index - 3), index).reverse()) {
      const text = node.kind === 'text' ? squeeze(node.text) : node.tag === 'h1' ? '' : wordsOf(node, true)
      if (/\p{L}/u.test(text)) texts.push(text)
    }
    if (texts.length > 0) return texts
  }
  return texts
}
const ENDS = /^(?:form|section|main|article|body)$/

/** What may be the label of a choice, the likeliest first. */
function labelsFor(box: Element, first: Element, labels: ReadonlyMap<string, Element>, byId: ReadonlyMap<string, Element>): string[] {
  const group = closest(first, isGroup)
  const legend = group?.children.find((child): child is Element => child.kind === 'element' && child.tag === 'legend')
  const own = box.tag === 'select' ? box : (group ?? box)
  const { id, more } = own.attributes
  const [by, said] = [more['aria-labelledby'], more['aria-label']]
  const elements = [legend, id === undefined ? undefined : labels.get(id), by === undefined ? undefined : byId.get(by)]
  const texts = [
    ...elements.map((element) => (element ? wordsOf(element, true) || wordsOf(element, false) : '')),
    said ?? '',
    ...textsBefore(own, first),
  ]
  return texts.map(asLabel).filter((text) => /\p{L}/u.test(text) && text.length <= MOST.label)
}

/** What an element and those right around it are called. */
function namesOf(element: Element): string {
  const names: string[] = []
  let at: Element | null = element
  for (let level = 0; at && level < LEVELS; level += 1, at = at.parent) {
    const { class: classes = '', id = '', more } = at.attributes
    names.push(classes, id, more.name ?? '', more.action ?? '')
  }
  return names.join(' ').slice(0, 2_000)
}

const ownNames = ({ attributes: { class: classes = '', id = '', more } }: Element): string => `${classes} ${id} ${more.name ?? ''}`

/** Whether a choice is one that a buyer of the thing has. */
function isVariant(label: string | undefined, box: Element, first: Element, sells: ReadonlySet<Element>): boolean {
  if ([label ?? '', ownNames(box), ownNames(first)].some((name) => OTHER.test(name)) || (flagsAround(box) & AROUND) !== 0) return false
  const names = namesOf(box)
  if (/review|newsletter|search/i.test(names)) return false
  return VARIED.test(label ?? '') || NAMED.test(names) || NAMED.test(ownNames(first)) || BUYS.test(names) || isBesideButton(box, sells)
}

function isBesideButton(box: Element, sells: ReadonlySet<Element>): boolean {
  let at: Element | null = box
  for (let level = 0; at && level <= LABEL_LEVELS; level += 1, at = at.parent) if (sells.has(at)) return true
  return false
}

/** Elements right around what one buys by. */
export function aroundButtons(buttons: readonly Element[]): Set<Element> {
  const found = new Set<Element>()
  for (const button of buttons) {
    let at = button.parent
    for (let level = 0; at && level < LABEL_LEVELS && !/^(?:body|main)$/.test(at.tag); level += 1, at = at.parent) found.add(at)
  }
  return found
}

/** Ends as what a picture shows is told. */
const SENTENCE = /\p{L}{3}\.$/u

const capital = (label: string): string => `${label.charAt(0).toUpperCase()}${label.slice(1)}`

const writtenOf = ({ text, state }: Option): string => (state === null ? text : `${text} (${state})`)

/** `Ground / 1 lb`. */
const OF_ALL = /\S \/ \S/
/** Numbers from one on are how many of it one takes. */
const areCounts = (options: readonly Option[]): boolean => options.every(({ text }, at) => text === String(at + 1) || text === String(at))

/** Whether one is led to another thing by it, or to how and when one gets this one. */
const isElsewhere = ({ element, text }: Option): boolean => /^(?:https?:)?\//.test(element.attributes.more.value ?? '') || SERVED.test(text)
const SERVED =
  /\b(?:shipping|delivery|pick[ -]?up|auto-?replenish|subscri(?:be|ption)|one-?time purchase|sign in)\b|^(?:any|all|previous|next)\b/i

function choiceOf(options: readonly Option[], box: Element, labels: readonly string[]): Choice | null {
  const said = options.filter(({ text }) => text !== '' && !PROMPT.test(text) && !DEFAULT.test(text))
  if (said.length < 2 || said.length > MOST.options || said.some(({ text }) => text.length > MOST.value || SENTENCE.test(text))) return null
  if (areCounts(said) || said.some(isElsewhere)) return null
  const values = [...new Set(said.map(writtenOf))]
  const isOfAll = box.attributes.more.name === 'id' || said.every(({ text }) => OF_ALL.test(text))
  return values.length < 2
    ? null
    : {
        label: capital(labels.find((label) => !said.some(({ text }) => text === label)) ?? 'Options'),
        values: values.slice(0, MOST.values),
        box,
        isOfAll,
      }
}

/** Rows of controls, those of one choice each, in document order. */
function rowsOf(page: Page): Element[][] {
  const rows: Element[][] = []
  let row: Element[] = []
  for (const element of page.all.filter((one) => one.tag === 'select' || isOption(one))) {
    const isSelect = element.tag === 'select'
    const last = row.at(-1)
    if (last !== undefined && !isSelect && last.tag !== 'select' && areOfOne(last, element)) row.push(element)
    else {
      if (rows.length === MOST.rows) return rows
      row = [element]
      rows.push(row)
    }
  }
  return rows
}

/**
 * The choices of a page's forms in document order.
 * @param sells elements right around buttons to buy
 */
export function readChoices(page: Page, sells: ReadonlySet<Element>): Choice[] {
  const rows = rowsOf(page).filter((row) => row.length <= MOST.options && (row[0]!.tag === 'select' || row.length > 1))
  if (rows.length === 0) return []
  const labels = labelsOf(page)
  const byId = new Map(page.having.id.map((element) => [element.attributes.id!, element]))
  return rows.flatMap((row) => {
    const [first, last] = [row[0]!, row.at(-1)!]
    const isSelect = first.tag === 'select'
    const box = isSelect ? first : (boxOfBoth(last.parent, first) ?? first)
    const named = labelsFor(box, first, labels, byId)
    if (!isVariant(named[0], box, first, sells)) return []
    return choiceOf(isSelect ? optionsIn(first) : row.map((control) => optionOf(control, labels)), box, named) ?? []
  })
}
