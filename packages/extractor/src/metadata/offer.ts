import type { Page } from '../page/dom.ts'
import { type LdNode, textValue, typesOf } from '../page/json-ld.ts'
import { textOf } from '../page/text.ts'

/** What a page that sells one thing asks for it: an amount above zero, with its currency (ISO 4217) where the page names one. */
export type Offer = { readonly amount: number; readonly currency: string | null }

const PRODUCT = /^(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Book)$/
/** Other things of schema.org: vehicles, homes and programs are for sale, or for rent, where they have an offer. */
const OFFERED =
  /^(?:Car|Motorcycle|MotorizedBicycle|BusOrCoach|(?:Mobile|Software|Web)Application|VideoGame|Accommodation|Apartment|House|Residence|SingleFamilyResidence|RealEstateListing)$/

const isOf = (node: LdNode, pattern: RegExp): boolean => typesOf(node).some((type) => pattern.test(type))

/** Whether a node is a thing for sale. */
export const isForSale = (node: LdNode): boolean =>
  isOf(node, PRODUCT) || (isOf(node, OFFERED) && typeof node.offers === 'object' && node.offers !== null)

/** Whether nodes are several things of which a page offers each, as a dealer's list does. */
const areMany = (nodes: readonly LdNode[]): boolean =>
  nodes.length > 1 && isOf(nodes[0]!, OFFERED) && new Set(nodes.map(({ name, url }) => textValue(name) ?? textValue(url))).size > 1
const MOST_PRODUCTS = 12
/** What a share card calls a price. */
const PRICE = /^(?:price|preis|prix|precio|preço|prezzo|prijs|cena|цена|fiyat|価格|价格)$/i

/** `1,099.99`, `1.099,99`, `99,90`, `1 099` and `$ 12` as numbers; null for anything else, and for zero. */
export function amountOf(text: string): number | null {
  const digits = /\d[\d.,'\u00a0\u202f ]*/
    .exec(text)?.[0]
    .replace(/[\s'\u00a0\u202f]/g, '')
    .replace(/[.,]+$/, '')
  if (digits === undefined) return null
  const decimal = /[.,](\d{1,2})$/.exec(digits)
  // Numbers of programs carry more decimals than any price: 299.99000000000001, 5700.000.
  const plain = /^(?:\d+\.\d{4,}|\d{4,}\.\d{3})$/.test(digits)
  const amount = plain
    ? Math.round(Number(digits) * 100) / 100
    : Number(`${digits.slice(0, decimal?.index ?? digits.length).replace(/[.,]/g, '')}.${decimal?.[1] ?? '0'}`)
  return Number.isFinite(amount) && amount > 0 ? amount : null
}

const currencyOf = (value: unknown): string | null => {
  const code = textValue(value)?.toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** The first offer among those of a thing. */
export function offerIn(value: unknown, byId: ReadonlyMap<string, LdNode>, depth = 0): Offer | null {
  if (depth > 4 || typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 40)) {
      const offer = offerIn(item, byId, depth + 1)
      if (offer) return offer
    }
    return null
  }
  const node = value as LdNode
  const raw = node.price ?? node.lowPrice
  const amount = typeof raw === 'number' || typeof raw === 'string' ? amountOf(String(raw)) : null
  if (amount !== null) return { amount, currency: currencyOf(node.priceCurrency) }
  const id = node['@id']
  const other = typeof id === 'string' ? byId.get(id) : undefined
  return (
    offerIn(node.priceSpecification, byId, depth + 1) ??
    offerIn(node.offers, byId, depth + 1) ??
    (other && other !== node ? offerIn(other, byId, depth + 1) : null)
  )
}

/**
 * The offer of the one product that a page is about, out of JSON-LD, then meta tags, then microdata. Null on pages of many products and on
 * pages that name no price above zero.
 */
export function readOffer(page: Page): Offer | null {
  const { nodes, byId } = page.jsonLd
  const products = nodes.filter(isForSale)
  if (
    products.length > 0 &&
    products.length <= MOST_PRODUCTS &&
    !areMany(products) &&
    !nodes.some((node) => typesOf(node).includes('ItemList') && products.length > 1)
  ) {
    const offer = offerIn(products[0]!.offers, byId) ?? offerIn(products[0]!.hasVariant, byId)
    if (offer) return offer
  }
  const meta = (pattern: RegExp): string | undefined => page.metas.find(({ key }) => pattern.test(key))?.content
  // Most share cards say there how long the page takes to read: `Est. reading time`, `13 minutes`.
  const card = meta(/^twitter:data1$/) ?? ''
  const isPriced = /\p{Sc}/u.test(card) || PRICE.test(meta(/^twitter:label1$/) ?? '')
  const amount = amountOf(meta(/^(?:og|product):price:amount$/) ?? (isPriced ? card : ''))
  if (amount !== null) return { amount, currency: currencyOf(meta(/^(?:og|product):price:currency$/)) }
  return inMicrodata(page)
}

function inMicrodata(page: Page): Offer | null {
  const found: Offer[] = []
  let currency: string | null = null
  for (const element of page.having.itemprop) {
    const names = element.attributes.itemprop!.split(/\s+/)
    if (names.includes('priceCurrency')) currency ??= currencyOf(element.attributes.content ?? textOf(element))
    if (names.includes('price') || names.includes('lowPrice')) {
      const amount = amountOf(element.attributes.content ?? textOf(element))
      if (amount !== null) found.push({ amount, currency: null })
    }
  }
  // Many prices are many products.
  return found.length === 0 || found.length > 3 ? null : { ...found[0]!, currency }
}
