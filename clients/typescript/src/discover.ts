/**
 * What a seller sells, as it tells itself: from its OpenAPI document, from `/.well-known/x402`, or from the terms of one address. All of it is
 * text of a stranger: it is cut to size, and no call ever leaves the seller's own origin.
 */

import { exampleOf, isName, type Json, listOf, MAX_DESCRIPTION, newRoom, objectOf, resolved } from './discover-text.ts'
import { UnreachableError } from './errors.ts'
import { decodeObject } from './guard/offers.ts'
import { textUpTo } from './guard/replayable.ts'
import { clean } from './text.ts'

export type Sold = {
  /** At most 64 of `a-z0-9_`. */
  name: string
  title: string
  description: string
  method: string
  /** Absolute; `{name}` where a value goes. */
  url: string
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: string[] }
  /** Where each parameter goes. */
  places: Record<string, 'query' | 'path' | 'body'>
  /** As the seller publishes it; what counts is the terms of the call. */
  priceUsd: string | undefined
}

const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
const MAX_TOOLS = 200
/** Of all tools of a seller together, as JSON: a model reads every one of them. */
const MAX_LETTERS = 400_000
const TIMEOUT_MS = 15_000
/** Nobody's address is longer. */
export const MAX_PATH = 1_000
const MAX_PARAMETERS = 100
const METHODS = ['get', 'post', 'put', 'delete', 'patch'] as const

const nameOf = (text: string): string =>
  text
    .slice(0, MAX_PATH)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64) || 'call'

const priceOf = (operation: Json): string | undefined => {
  const amount = objectOf(objectOf(operation['x-payment-info']).price).amount
  return typeof amount === 'string' && /^\d{1,9}(\.\d{1,18})?$/.test(amount) ? amount : undefined
}

function toSold(origin: string, path: string, method: string, operation: Json, shared: unknown[], root: Json): Sold {
  const properties: Record<string, object> = {}
  const places: Sold['places'] = {}
  const required: string[] = []
  const room = newRoom()
  for (const parameter of [...shared, ...listOf(operation.parameters)].map((one) => objectOf(resolved(one, root, room)))) {
    const { name, in: place, schema, description } = parameter
    if (!isName(name) || (place !== 'query' && place !== 'path')) continue
    properties[name] = { ...objectOf(schema), ...(typeof description === 'string' ? { description } : {}) }
    places[name] = place
    if (parameter.required === true || place === 'path') required.push(name)
  }
  const body = objectOf(objectOf(objectOf(operation.requestBody).content)['application/json']).schema
  if (body !== undefined) {
    properties.body = { ...objectOf(resolved(body, root, room)), description: 'The JSON body of the request.' }
    places.body = 'body'
    if (objectOf(operation.requestBody).required === true) required.push('body')
  }
  const summary = clean(operation.summary, 200)
  return {
    name: nameOf(typeof operation.operationId === 'string' ? operation.operationId : `${method} ${path}`),
    title: summary || `${method.toUpperCase()} ${path}`,
    description: clean(operation.description, MAX_DESCRIPTION) || summary,
    method: method.toUpperCase(),
    url: `${origin}${path}`,
    inputSchema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    places,
    priceUsd: priceOf(operation),
  }
}

/** The paid operations of an OpenAPI document: those that name a price or a 402. */
function fromOpenApi(document: Json, origin: string): Sold[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, entry]) => {
    if (!path.startsWith('/') || path.length > MAX_PATH) return []
    const item = objectOf(entry)
    return METHODS.flatMap((method) => {
      const operation = objectOf(item[method])
      const paid = operation['x-payment-info'] !== undefined || objectOf(operation.responses)['402'] !== undefined
      return paid ? [toSold(origin, path, method, operation, listOf(item.parameters), document)] : []
    })
  })
}

/** A tool from the terms of one address; its parameters are those of the bazaar extension, else those of the address itself. */
export function fromTerms(url: URL, required: Json): Sold {
  const bazaar = objectOf(objectOf(required.extensions).bazaar)
  const input = objectOf(objectOf(bazaar.info).input)
  const schemas = objectOf(
    objectOf(objectOf(objectOf(objectOf(objectOf(bazaar.schema).properties).input).properties).queryParams).properties,
  )
  const examples = { ...Object.fromEntries(url.searchParams), ...objectOf(input.queryParams) }
  const names = [...new Set([...Object.keys(schemas), ...Object.keys(examples)])].filter(isName).slice(0, MAX_PARAMETERS)
  const resource = objectOf(required.resource)
  const room = newRoom()
  const schemaOf = (name: string): object => {
    const example = exampleOf(resolved(examples[name], {}, room))
    return { type: 'string', ...(example === undefined ? {} : { examples: [example] }), ...objectOf(resolved(schemas[name], {}, room)) }
  }
  return {
    name: nameOf(url.pathname.replace(/^\/v\d+\//, '/')),
    title: clean(resource.serviceName, 60) || clean(url.pathname, 200),
    description: clean(resource.description, MAX_DESCRIPTION) || `Sold at ${url.origin}${clean(url.pathname, 200)}.`,
    method: typeof input.method === 'string' && /^(GET|POST|PUT|DELETE|PATCH)$/.test(input.method) ? input.method : 'GET',
    url: `${url.origin}${url.pathname}`,
    inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, schemaOf(name)])) },
    places: Object.fromEntries(names.map((name) => [name, 'query'])),
    priceUsd: undefined,
  }
}

export async function getObject(url: string, fetch: typeof globalThis.fetch): Promise<Json | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { headers: { Accept: 'application/json' }, signal, redirect: 'error' }).catch(() => undefined)
  if (!response?.ok) return undefined
  try {
    return objectOf(JSON.parse(await textUpTo(response, MAX_DOCUMENT_BYTES)))
  } catch {
    return undefined
  }
}

/** What one address asks, when it asks for a payment. */
async function termsAt(url: URL, fetch: typeof globalThis.fetch): Promise<Sold | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { headers: { Accept: 'application/json' }, signal, redirect: 'error' }).catch(() => undefined)
  if (response?.status !== 402) return undefined
  const terms = decodeObject(response.headers.get('PAYMENT-REQUIRED') ?? (await textUpTo(response, MAX_DOCUMENT_BYTES).catch(() => '')))
  return terms && fromTerms(url, terms)
}

async function fromWellKnown(origin: string, fetch: typeof globalThis.fetch): Promise<Sold[]> {
  const listed = await getObject(`${origin}/.well-known/x402`, fetch)
  const urls = listOf(listed?.resources).flatMap((entry) => {
    const text = typeof entry === 'string' ? entry : (objectOf(entry).url ?? objectOf(entry).resource)
    if (typeof text !== 'string' || !URL.canParse(text, origin)) return []
    const { pathname, search } = new URL(text, origin)
    return pathname.length + search.length > MAX_PATH ? [] : [new URL(`${pathname}${search}`, origin)]
  })
  const found = await Promise.all(urls.slice(0, MAX_TOOLS).map((url) => termsAt(url, fetch)))
  return found.filter((sold): sold is Sold => sold !== undefined)
}

/**
 * What is sold at an origin, or at one address of it.
 * @throws UnreachableError when nothing there says so
 */
export async function discover(server: string, fetch: typeof globalThis.fetch = globalThis.fetch): Promise<Sold[]> {
  const url = new URL(server)
  const document = await getObject(`${url.origin}/openapi.json`, fetch)
  let found = document ? fromOpenApi(document, url.origin) : []
  if (found.length === 0) found = await fromWellKnown(url.origin, fetch)
  if (found.length === 0) found = [await termsAt(url, fetch)].filter((sold): sold is Sold => sold !== undefined)
  if (found.length === 0)
    throw new UnreachableError(
      `${url.origin} tells of nothing to buy: neither /openapi.json, nor /.well-known/x402, nor the address itself.`,
    )
  return withOwnNames(upToSize(found))
}

/** As many of the tools as a model can read. */
export function upToSize(sold: readonly Sold[]): Sold[] {
  let left = MAX_LETTERS
  return sold.slice(0, MAX_TOOLS).filter((one) => {
    left -= JSON.stringify(one).length
    return left >= 0
  })
}

/** Each under a name of its own that is not `taken`. */
export function withOwnNames(sold: readonly Sold[], ...reserved: string[]): Sold[] {
  const taken = new Set(reserved)
  return sold.map((one) => {
    let { name } = one
    for (let nth = 2; taken.has(name); nth += 1) name = `${one.name.slice(0, 60)}_${nth}`
    taken.add(name)
    return { ...one, name }
  })
}

/** The request of a call. @throws TypeError for a value that has no place, or is missing in the path */
export function requestOf(sold: Sold, values: Record<string, unknown>): Request {
  const query = new URLSearchParams()
  const headers = new Headers({ Accept: 'application/json' })
  let { url } = sold
  let body: string | undefined
  for (const [name, value] of Object.entries(values)) {
    const place = Object.hasOwn(sold.places, name) ? sold.places[name] : undefined
    if (place === undefined)
      throw new TypeError(`There is no parameter ${name.slice(0, 60)}; there are ${Object.keys(sold.places).join(', ') || 'none'}.`)
    if (value === undefined || value === null) continue
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (place === 'body') body = JSON.stringify(value)
    else if (place === 'path') {
      // These two are steps of a path even when they are encoded: the call would end elsewhere than where its price was shown.
      if (/^(\.|%2e){1,2}$/i.test(text)) throw new TypeError(`The parameter ${name} cannot be ${text}.`)
      url = url.replaceAll(`{${name}}`, () => encodeURIComponent(text))
    } else query.append(name, text)
  }
  const missing = /\{([^{}/]+)\}/.exec(url)
  if (missing) throw new TypeError(`The parameter ${missing[1]} is missing.`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const search = query.toString()
  const target = new URL(search === '' ? url : `${url}?${search}`)
  return new Request(target, { method: sold.method, headers, redirect: 'error', ...(body === undefined ? {} : { body }) })
}
