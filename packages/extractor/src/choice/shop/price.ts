/** The price of the one thing that a page sells: on such pages it belongs to the content, wherever it stands around the title. */

import { amountOf, isForSale, type Offer, readOffer } from '../../metadata/offer.ts'
import { type Block, titleIn } from '../../page/blocks.ts'
import { type Element, isWithin, type Page } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { typesOf } from '../../page/json-ld.ts'
import { HEADINGS } from '../../page/tags.ts'
import type { Record, RecordGroup } from '../../records/find.ts'

const OUTSIDE = AROUND | FLAG.header

/** A sum of money, with its sign or code before or behind, or a dash for its cents: `499,-`. */
export const MONEY =
  /(?:[$€£¥₹₩₽₺₴₫฿￥＄￡]|\b(?:USD|EUR|GBP|CHF|CAD|AUD|JPY|INR|SEK|NOK|DKK|PLN|CZK|HUF|BRL|R\$|Rs\.?|kr\.?))\s?\d[\d.,'\u00a0 ]*|\d[\d.,'\u00a0 ]*\s?(?:[€£¥₹₽₺₴₫円元]|(?:USD|EUR|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|zł|kr|Kč|Ft|lei|руб)(?![\p{L}]))|(?<![\d.,])\d[\d.\u00a0 ]{0,9}(?:,[-–—]{1,2}|:-)(?!\s?\d)/gu
export const BUY =
  /add(?:ed)? to (?:\w+ )?(?:cart|basket|bag|trolley)|buy (?:it )?now|in den (?:warenkorb|einkaufswagen)|ajouter au panier|añadir (?:al carrito|a la cesta)|aggiungi al carrello|in winkelwagen|adicionar ao carrinho|do koszyka|lägg i varukorg|agregar al carrito|legg i handlekurv|læg i kurv|lisää ostoskoriin|do košíku|kosárba|sepete ekle|купить|в корзину|(?:カート|かご|カゴ)に(?:入れる|追加)|加入购物车|加入購物車|장바구니|pre-?order now/i
/** What a sum may be that is no price: that of an order from which on something is free, a reduction. */
const FREE_FROM = /\b(?:free|versand|livraison|shipping|delivery|off|save|spend|orders?|over|up to)\b/i
/** What is saved, by a share or behind the price. */
const SAVED = /\b(?:you )?save:?\s*[-–]?\s*\d{1,2}\s?%|[-–]?\b\d{1,2}\s?% off\b|(?<=\d.{0,20})\b(?:you )?save\b/gi
/** A price for so much of it. */
export const UNIT = /(?:\/|\bper\b|\bpro\b|\bje\b|=)\s?\d*\s?(?:kg|g|l|ml|cl|m[²³]?|oz|lb|pc|piece|st(?:k|ück)?|unit)\b/i
/** Longest text that is a price and not a sentence with one. */
const SHORT = 160
/** Blocks before and after the title among which a price stands: one that the page's own offer names, and any other. */
const NAMED = { before: 80, after: 160 }
const AFTER = 60
const BESIDE = 6
/** How far before the title a column with the button to buy may stand. */
const NEAR_BUTTON = 40
/** Longest text around a price that belongs to it: what it was, what is saved, per month. */
const WHOLE = 140
/** Longest line that says what so much of it costs. */
const UNIT_PRICE = 80

/** Longest line that names one sum of money and hardly more, and one that says what it was and what is saved as well. */
const PRICE = { of: 60, each: 30 }

/** Most lines have none, and name no sum. */
const DIGIT = /\d/

/** Whether a line names sums of money and hardly more. */
export const isPrice = (text: string): boolean =>
  text.length < PRICE.of
    ? DIGIT.test(text) && text.search(MONEY) !== -1
    : text.length < PRICE.of * 2 && text.length < (text.match(MONEY)?.length ?? 0) * PRICE.each

/** Whether a record has such a line. */
export function hasPrice({ from, to }: Record, blocks: readonly Block[]): boolean {
  for (let index = from; index < to; index += 1) if (isPrice(blocks[index]!.text)) return true
  return false
}

/** A line that says whether one can have it. */
const STOCK =
  /^[^\p{L}\p{N}]*(?:availability:?\s*)?(?:(?:only )?\d+ (?:items? |left )?(?:in stock|left|available)|(?:current stock|in[- ]stock): ?\d[\d.,]{0,9}|last (?:few )?items in stock|derniers articles en stock|\d+ available(?: ?\/? ?\d[\d.,]{0,9} sold)?|(?:currently |temporarily )?(?:in stock|out of stock|sold out|unavailable|on backorder|available (?:on backorder|now))|(?:sofort )?(?:auf lager|lieferbar|ausverkauft|nicht (?:auf lager|vorrätig|lieferbar)|vorrätig)|(?:en stock|rupture de stock|épuisé|indisponible)|(?:en existencias|agotado|sin existencias|disponible)|(?:disponibile|non disponibile|esaurito)|(?:op voorraad|uitverkocht)|(?:em estoque|esgotado)|(?:dostępny|niedostępny)|(?:i lager|slut i lager)|(?:в наличии|нет в наличии)|(?:在庫あり|在庫なし|有货|无货|缺货))[^\p{L}\p{N}]*$/iu
const LONGEST_STOCK = 50

/** Pages hold the words for what is sold out beside the button to buy it, and show one of them. */
const AT_HAND =
  /\d|^[^\p{L}]*(?:availability:?\s*)?(?:in stock|last (?:few )?items|derniers articles|available|(?:sofort )?(?:auf lager|lieferbar)|vorrätig|en stock|en existencias|disponib|op voorraad|em estoque|dostępny|i lager|в наличии|在庫あり|有货)/iu

const saysStock = ({ text, flags, links }: Block): boolean =>
  text.length <= LONGEST_STOCK && links === 0 && (flags & (OUTSIDE | FLAG.button | FLAG.hidden)) === 0 && STOCK.test(text)

/** As French shops set a price: `499€99`. */
const CENTS_BEHIND = /(\d)\s?€\s?(\d\d)(?![\d.,])/g

/** Sums of money that a text names, above zero. */
const sumsIn = (text: string): number[] =>
  (text.replace(CENTS_BEHIND, '$1,$2 €').match(MONEY) ?? []).map((sum) => amountOf(sum)).filter((amount) => amount !== null)

/** The same of a block whose pieces only style sets apart: `$1.299` and `18% off`. */
const sumsOf = (block: Block): number[] => [...sumsIn(block.text), ...(block.nodes.length > 1 ? sumsIn(piecesOf(block)) : [])]

const piecesOf = ({ nodes }: Block): string => nodes.map((node) => node.text).join('\n')

export const sells = ({ text }: Block): boolean => text.length < 60 && BUY.test(text)

/** What shops call such a button, whatever language they speak. */
const BUY_NAME = /(?:^|[\s_-])(?:add-?to-?(?:cart|bag|basket)|to-?cart|buy-?now)(?:$|[\s_-])/i

/** Whether a button says by its value or by its name alone what it is for. */
export function isBuyButton({ tag, attributes }: Element): boolean {
  if (tag !== 'button' && tag !== 'input') return false
  const { type, id = '', class: classes = '', more } = attributes
  const isSubmit = tag === 'input' && /^(?:submit|button)$/i.test(type ?? '')
  return (isSubmit && BUY.test(more.value ?? '')) || [classes, id, more.name ?? ''].some((name) => BUY_NAME.test(name))
}

/** Those of one or more blocks in a row that say that one can buy, or that such a button follows. */
function sellersIn(blocks: readonly Block[], { all }: Page): ReadonlySet<Block> {
  const sellers = new Set(blocks.filter(sells))
  const idOf = ({ nodes }: Block): number => nodes[0]!.parent.id
  const [first, last] = [idOf(blocks[0]!), idOf(blocks.at(-1)!)]
  let at = -1
  for (const button of all.filter((element) => element.id > first && element.id < last && isBuyButton(element))) {
    while (at + 1 < blocks.length && idOf(blocks[at + 1]!) < button.id) at += 1
    if (at >= 0) sellers.add(blocks[at]!)
  }
  return sellers
}

/** Whether the page's own data say that it sells something, and are no article's about it. */
function isShopPage(page: Page, offer: Offer | null): boolean {
  if (page.metas.some(({ key, content }) => key === 'og:type' && /product/i.test(content))) return true
  const types = page.jsonLd.nodes.flatMap(typesOf)
  return (offer !== null || page.jsonLd.nodes.some(isForSale)) && !types.some((type) => /(?:Article|Posting|Recipe|Report)$/.test(type))
}

/**
 * Index of the page's title: its first heading of level 1, else the line that is most of what the page is called.
 * @param sells the page's data name an offer: then what the page is called need only begin with the line
 */
function titleIndex(page: Page, blocks: readonly Block[], sells: boolean): number {
  const heading = titleIn(blocks)?.index ?? -1
  if (heading !== -1) return heading
  const called = page.title.toLowerCase()
  return blocks.findIndex(
    ({ text, flags }) =>
      (flags & OUTSIDE) === 0 &&
      text.length > 3 &&
      ((text.length * 3 >= called.length && called.includes(text.toLowerCase())) || (sells && called.startsWith(`${text.toLowerCase()} `))),
  )
}

/** How many buttons to buy and sums of money a page has outside of lists that sells one thing. */
const FEW = { buttons: 3, sums: 10 }

export type PageOffer = {
  /** Blocks that state the price; empty where the page does not show it. */
  readonly blocks: readonly number[]
  /** What the page's data ask for the one thing it sells. */
  readonly offer: Offer | null
  /** What the page shows in pieces that are no price by themselves. */
  readonly pieces?: string | null
  /** Whether it stands beside the page's few buttons to buy, or is that of its own offer: such a page is about that thing. */
  readonly isSure?: boolean
}

/**
 * The price of a page's one product: the blocks near the title that name the amount of its own offer, else the first sum of money under the
 * title of a page where one can buy, else a sum right behind the title, else one near it. Null on pages of many products and on those that
 * sell nothing.
 * @param isProduct the page is surely one that sells something, whatever its data say
 */
export function findPrice(page: Page, blocks: readonly Block[], groups: readonly RecordGroup[], isProduct: boolean): PageOffer | null {
  const offer = readOffer(page)
  const title = titleIndex(page, blocks, offer !== null)
  if (title === -1) return null
  const around = blocks.slice(Math.max(0, title - NAMED.before), title + NAMED.after)
  const inRecord = ({ index }: Block): boolean => groups.some(({ records }) => records.some(({ from, to }) => index >= from && index < to))
  // Buttons to buy on every card are those of a collection.
  const sellers = sellersIn(blocks.slice(Math.max(0, title - NAMED.before - BESIDE), title + NAMED.after + BESIDE), page)
  const buttons = blocks.slice(Math.max(0, title - AFTER), title + AFTER).filter((block) => sellers.has(block))
  const isShop = isProduct || isShopPage(page, offer)
  if (!isShop && !buttons.some((block) => !inRecord(block))) {
    const lone = besideTitle(blocks, blocks[title]!)
    return lone === undefined ? null : { blocks: [lone.index], offer: null }
  }
  const stated = around.filter(
    (block) =>
      block.text.length <= SHORT &&
      (block.flags & OUTSIDE) === 0 &&
      DIGIT.test(block.text) &&
      ![block.text, piecesOf(block)].every((text) => FREE_FROM.test(text.replace(SAVED, ''))) &&
      sumsOf(block).length > 0,
  )
  const named = offer === null ? [] : stated.filter((block) => sumsOf(block).some((sum) => Math.abs(sum - offer.amount) < 0.005))
  // A sum that nothing names is the price only beside a button, or where the page's data name none.
  const beside = ({ index }: Block): boolean =>
    blocks.slice(Math.max(0, index - BESIDE), index + BESIDE).some((block) => sellers.has(block))
  const below = stated.filter((block) => block.links === 0 && block.index > title && block.index < title + AFTER)
  const first =
    nearest(named, title) ??
    below.find((block) => !inRecord(block) && (offer === null || beside(block))) ??
    besideTitle(blocks, blocks[title]!) ??
    below.find((block) => beside(block)) ??
    (isShop ? aroundTitle(blocks, title, (block) => isProduct || !inRecord(block)) : undefined)
  if (first !== undefined) {
    const isStock = (block: Block): boolean => saysStock(block) && !inRecord(block) && (AT_HAND.test(block.text) || !buttons.some(sells))
    const stock =
      blocks.slice(title + 1, first.index + AFTER).find(isStock) ??
      blocks.slice(Math.max(0, title - NEAR_BUTTON), title).find((block) => isStock(block) && beside(block))
    const lone = buttons.filter((block) => !inRecord(block))
    const isAlone = lone.length > 0 && lone.length <= FEW.buttons && stated.filter((block) => !inRecord(block)).length <= FEW.sums
    return {
      blocks: [...together(first, blocks), ...(stock === undefined ? [] : [stock.index])],
      offer,
      isSure: !inRecord(first) && (named.includes(first) || isAlone),
    }
  }
  const tiers = findTiers(blocks, groups, title)
  if (tiers.length > 0) return { blocks: tiers, offer, isSure: isProduct }
  const pieces = offer === null ? inPieces(blocks.slice(title + 1, title + AFTER).filter((block) => !inRecord(block))) : null
  return { blocks: [], offer, pieces }
}

const LONGEST_COUNT = 40
/** So many of it, with a sign for more or the number up to which it is so. */
const COUNT =
  /^(?:(?:[<>≥≤]=?|from|ab|à partir de|desde|up to) ?)?\d[\d.,]{0,9}(?: ?[-–~] ?\d[\d.,]{0,9}| ?\+)?(?: ?\p{L}{2,12}\.?(?:\(s\))?)?$/iu

/** Blocks of the first list behind the title of which every record is a number of things and a price; none where there is none. */
function findTiers(blocks: readonly Block[], groups: readonly RecordGroup[], title: number): readonly number[] {
  const isTier = ({ from, to }: Record): boolean => {
    const [count, price] = [blocks[from]!, blocks[from + 1]]
    return (
      to - from === 2 &&
      count.text.length <= LONGEST_COUNT &&
      COUNT.test(count.text) &&
      isPrice(price!.text) &&
      count.links + price!.links === 0 &&
      ((count.flags | price!.flags) & (OUTSIDE | FLAG.hidden)) === 0
    )
  }
  return (
    groups.find(({ records }) => records[0]!.from > title && records.every(isTier))?.records.flatMap(({ from }) => [from, from + 1]) ?? []
  )
}

/** A sum that is all that the line behind the title says, or behind the same words above it: what is no longer sold has no button. */
function besideTitle(blocks: readonly Block[], { text: title, container }: Block): Block | undefined {
  return blocks.find((block, at) => {
    const before = blocks[at - 1]
    return (
      before?.text === title &&
      (before.container.tag === container.tag || !HEADINGS.has(before.container.tag)) &&
      ((before.flags | block.flags) & OUTSIDE) === 0 &&
      isPrice(block.text) &&
      piecesOf(block).replace(MONEY, '').trim() === '' &&
      sumsOf(block).length > 0
    )
  })
}

/** How far from the title of a page that surely sells one thing its price stands, in blocks. */
const NEAR = 8

/** A line of a price and hardly more, those below the title and above the next heading first. */
function aroundTitle(blocks: readonly Block[], title: number, is: (block: Block) => boolean): Block | undefined {
  const below = blocks.slice(title + 1, title + NEAR + 1)
  const heading = below.findIndex(({ container }) => HEADINGS.has(container.tag))
  return nearest(
    [...blocks.slice(Math.max(0, title - NEAR), title), ...(heading === -1 ? below : below.slice(0, heading))].filter(
      (block) => (block.flags & OUTSIDE) === 0 && isPrice(block.text) && !FREE_FROM.test(block.text) && is(block),
    ),
    title,
  )
}

const PIECE = 8
const PIECES = 4

/** A price of which sign, sum and cents stand in boxes of their own, none of them a price by itself. */
function inPieces(blocks: readonly Block[]): PageOffer['pieces'] {
  for (const [at, { container, flags }] of blocks.entries()) {
    const part = container.parent?.parent
    if ((flags & AROUND) !== 0 || !part) continue
    let [text, whole, count] = ['', '', 0]
    for (const block of blocks.slice(at, at + PIECES)) {
      if (block.text.length > PIECE || !isWithin(block.container, part)) break
      // Two figures in a box of their own are cents.
      text += (/^\d\d$/.test(block.text) && /\d$/.test(text) ? '.' : /\p{L}$/u.test(text) ? ' ' : '') + block.text
      count += 1
      if (count > 1 && text.match(MONEY)?.[0] === text) whole = text
    }
    if (whole !== '') return whole
  }
  return null
}

const LONGEST_BUTTON = 40
const onlySells = ({ text, flags }: Block): boolean =>
  (flags & FLAG.button) !== 0 && text.length <= LONGEST_BUTTON && BUY.test(text) && text.search(MONEY) === -1

/** Keeps the lines with the price, and leaves out buttons to buy, which the scorer knows in English best; those that say a sum stay as it judged them. */
export function settlePrice(price: PageOffer | null, blocks: readonly Block[], keep: Uint8Array): void {
  for (const { index } of blocks.filter(onlySells)) keep[index] = 0
  for (const index of price?.blocks ?? []) keep[index] = 1
}

/** A line with the price of a page that does not show it; null where it does, or where it is not known. */
export function priceLine({ blocks, offer, pieces }: PageOffer): string | null {
  if (pieces) return `Price: ${pieces}`
  return blocks.length > 0 ? null : offerLine(offer)
}

export const offerLine = (offer: Offer | null): string | null =>
  offer && `Price: ${offer.amount.toFixed(2)}${offer.currency === null ? '' : ` ${offer.currency}`}`

/** The one nearest to the title, those below it first. */
function nearest(blocks: readonly Block[], title: number): Block | undefined {
  return blocks.find((block) => block.index > title) ?? blocks.at(-1)
}

/** A price is cut into pieces by its markup, and stands beside what it was: all of the smallest part of the page that holds them. */
function together(first: Block, blocks: readonly Block[]): number[] {
  let part: Element = first.container
  let found = [first.index]
  for (let level = 0; level < 4; level += 1) {
    const own = part
    const inside: number[] = []
    let length = 0
    for (const block of blocks.slice(Math.max(0, first.index - 8), first.index + 9)) {
      if (!isWithin(block.container, own)) continue
      inside.push(block.index)
      length += block.text.length
    }
    if (
      length > WHOLE ||
      inside.length > 4 ||
      inside.some((index) => /^h[1-6]$/.test(blocks[index]!.container.tag) || BUY.test(blocks[index]!.text))
    )
      break
    found = inside
    if (!part.parent) break
    part = part.parent
  }
  const behind = blocks[found.at(-1)! + 1]
  const isUnitPrice = behind !== undefined && behind.text.length <= UNIT_PRICE && UNIT.test(behind.text) && sumsIn(behind.text).length > 0
  return isUnitPrice && (behind.flags & OUTSIDE) === 0 ? [...found, behind.index] : found
}
