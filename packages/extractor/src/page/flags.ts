/** What elements are, as bits: the parts of a page that a text stands in, by tag, role and property. */

import type { Element } from './dom.ts'
import { namesIn } from './names.ts'
import { isPre } from './tags.ts'

/** What a block stands in, any number of levels up. */
export const FLAG = {
  nav: 1 << 0,
  header: 1 << 1,
  footer: 1 << 2,
  aside: 1 << 3,
  main: 1 << 4,
  article: 1 << 5,
  form: 1 << 6,
  table: 1 << 7,
  figure: 1 << 8,
  dialog: 1 << 9,
  hidden: 1 << 10,
  list: 1 << 11,
  button: 1 << 12,
  quote: 1 << 13,
  pre: 1 << 14,
  details: 1 << 15,
  noscript: 1 << 16,
  search: 1 << 17,
  menu: 1 << 18,
  time: 1 << 19,
  label: 1 << 20,
  articleBody: 1 << 21,
  section: 1 << 22,
} as const

/**
 * The header and the footer of one thing among many are bits so much further left: rules take them for a part of that, the scorer for what it
 * has learned them as.
 */
const OF_ITEM = 22

/** The flags of a block as the scorer knows them. */
export const asLearned = (flags: number): number => flags | ((flags >> OF_ITEM) & (FLAG.header | FLAG.footer))

/** The frame around the content of a page. */
export const AROUND = FLAG.nav | FLAG.footer | FLAG.dialog | FLAG.menu | FLAG.search
/** What no reader of the text sees in it. */
export const UNSEEN = AROUND | FLAG.hidden | FLAG.aside | FLAG.noscript

const BY_TAG: ReadonlyMap<string, number> = new Map(
  Object.entries({
    nav: FLAG.nav,
    header: FLAG.header,
    footer: FLAG.footer,
    aside: FLAG.aside,
    main: FLAG.main,
    article: FLAG.article,
    form: FLAG.form,
    fieldset: FLAG.form,
    table: FLAG.table,
    figure: FLAG.figure,
    dialog: FLAG.dialog,
    ul: FLAG.list,
    ol: FLAG.list,
    menu: FLAG.menu,
    button: FLAG.button,
    blockquote: FLAG.quote,
    pre: FLAG.pre,
    details: FLAG.details,
    noscript: FLAG.noscript,
    search: FLAG.search,
    label: FLAG.label,
    section: FLAG.section,
    time: FLAG.time,
  }),
)

const BY_ROLE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    navigation: FLAG.nav,
    banner: FLAG.header,
    contentinfo: FLAG.footer,
    complementary: FLAG.aside,
    main: FLAG.main,
    article: FLAG.article,
    form: FLAG.form,
    search: FLAG.search,
    dialog: FLAG.dialog,
    alertdialog: FLAG.dialog,
    menu: FLAG.menu,
    menubar: FLAG.menu,
    button: FLAG.button,
    tooltip: FLAG.dialog,
  }),
)

/** Form controls and other elements whose text is no page text. */
const SILENT: ReadonlySet<string> = namesIn(
  'select textarea option optgroup input rp progress meter video audio canvas object applet datalist template',
)

/** Plug-ins that are no more: what stands in the place of them asks to install them. */
const PLUG_IN = /flash|silverlight|java|quicktime|director/i
/** A document or a drawing, for which nothing else stands here: its place shows what is said instead of it. */
const fallsBack = ({ tag, attributes: { type } }: Element): boolean => tag === 'object' && type !== undefined && !PLUG_IN.test(type)

export const isSilent = (element: Element): boolean => SILENT.has(element.tag) && !fallsBack(element)

/**
 * What one element is.
 * @param around what the elements around it are
 * @param isOfItem whether a header or footer is that of one thing among many: then it is no part of the page's frame
 */
export const ownFlags = (element: Element, around: number, isOfItem: boolean): number => {
  const { role, itemprop } = element.attributes
  // The footer of a quote says whose words these are.
  let flags = element.tag === 'footer' && (around & FLAG.quote) !== 0 ? 0 : (BY_TAG.get(element.tag) ?? 0) << (isOfItem ? OF_ITEM : 0)
  if (role !== undefined) flags |= BY_ROLE.get(role.toLowerCase()) ?? 0
  if (itemprop !== undefined && /articleBody|reviewBody|^text$|recipeInstructions/i.test(itemprop)) flags |= FLAG.articleBody
  return isPre(element) ? flags | FLAG.pre : flags
}

/** What an element and all around it are. */
export function flagsAround(element: Element | null): number {
  let flags = 0
  for (let at = element; at; at = at.parent) flags |= ownFlags(at, 0, false)
  return flags
}
