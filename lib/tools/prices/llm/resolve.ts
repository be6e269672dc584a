/** From a name as people write it to the entries that price it: one provider, one model, in every source that knows it. */
import type { Entry } from './entry.ts'
import { type How, isKnownProvider, levels, makers, plain, toProvider } from './names.ts'

/** One source's entry for the model. */
export type Offer = { source: string; entry: Entry }
export type Found = { provider: string; model: string; how: How; offers: Offer[] }
/** Several providers sell the model at different prices, and no maker does. */
export type Ambiguous = { several: Found[] }

export type Source = { name: string; entries: readonly Entry[] }

/** Entries by provider; sources in order of trust. */
export type Index = ReadonlyMap<string, readonly Offer[]>

/** Levels up to this one mean the row's own id. */
const OWN_ROW = 1
const ROUTER = 'openrouter'
/** A source may know a provider's models under another of its names. */
const alsoIn: Record<string, string[]> = { 'google-vertex': ['google-vertex-anthropic', 'google'] }

export function toIndex(sources: readonly Source[]): Index {
  const index = new Map<string, Offer[]>()
  for (const { name, entries } of sources) {
    for (const entry of entries) {
      const provider = toProvider(entry.provider)
      const offers = index.get(provider) ?? []
      offers.push({ source: name, entry })
      index.set(provider, offers)
    }
  }
  return index
}

const sameRates = (one: Entry, other: Entry): boolean => JSON.stringify(one.rates) === JSON.stringify(other.rates)

/** The one entry of a source that a name means, at the surest level at which there is any; null when none, or several at different prices. */
function oneOf(offers: readonly Offer[], name: string): { offer: Offer; level: number } | null {
  for (const [level, [, means]] of levels.entries()) {
    const fits = offers.map((offer) => means(offer.entry, name))
    const best = Math.max(0, ...fits)
    if (best === 0) continue
    const meant = offers.filter((_, at) => fits[at] === best)
    const [first] = meant
    return first && meant.every(({ entry }) => sameRates(entry, first.entry)) ? { offer: first, level } : null
  }
  return null
}

function inProvider(index: Index, provider: string, name: string): Found | null {
  const offers = [provider, ...(alsoIn[provider] ?? [])].flatMap((id) => index.get(id) ?? [])
  const sources = [...new Set(offers.map(({ source }) => source))]
  const found = sources.flatMap(
    (source) =>
      oneOf(
        offers.filter((offer) => offer.source === source),
        name,
      ) ?? [],
  )
  // A source with a row of its own for the name before one that counts it among the names of another row.
  const ranked = found.toSorted((one, other) => Number(one.level > OWN_ROW) - Number(other.level > OWN_ROW))
  const [best] = ranked
  if (!best) return null
  const own = ranked.map(({ offer }) => offer)
  return {
    provider,
    model: best.offer.entry.id,
    how: levels[best.level]?.[0] ?? 'id',
    offers: [...own, ...routedLike(index, provider, own)],
  }
}

/** The same model through the router: another seller, and so a second opinion. */
function routedLike(index: Index, provider: string, own: readonly Offer[]): Offer[] {
  if (provider === ROUTER) return []
  const ids = new Set(own.flatMap(({ entry }) => [entry.id, ...entry.aliases]).map(plain))
  const same = (index.get(ROUTER) ?? []).filter(({ entry }) => {
    const at = entry.id.indexOf('/')
    return toProvider(entry.id.slice(0, at)) === provider && ids.has(plain(entry.id.slice(at + 1)))
  })
  return same.slice(0, 1)
}

/** `openai/gpt-4o`, `openai:gpt-4o`: the provider and the rest, where the first part is one. */
function splitProvider(index: Index, name: string): [string, string] | null {
  const at = name.search(/[/:]/)
  const head = name.slice(0, Math.max(0, at))
  return head && (isKnownProvider(head) || index.has(toProvider(head))) ? [toProvider(head), name.slice(at + 1)] : null
}

/**
 * What a name means. A provider that is written is kept to (its model through the router comes next); without one the maker's own model is
 * meant, then the router's, then that of the only host, or of several at one price. null = unknown.
 */
export function resolveModel(index: Index, text: string): Found | Ambiguous | null {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^models\//, '')
    .replace(/\s*\(latest\)$/, '')
  const split = splitProvider(index, name)
  if (split) {
    const [provider, rest] = split
    return (
      inProvider(index, provider, rest) ??
      inProvider(index, provider, name) ??
      inProvider(index, ROUTER, name) ??
      exactAnywhere(index, name)
    )
  }
  // `OpenAI GPT-5`: a provider's word before a model's name; in `mistral large` it is part of that.
  const [first = '', ...others] = name.split(/\s+/)
  const spoken = others.length > 0 && isKnownProvider(first) ? inProvider(index, toProvider(first), others.join(' ')) : null
  if (spoken) return spoken
  for (const maker of makers) {
    const own = inProvider(index, maker, name)
    if (own) return own
  }
  return inProvider(index, ROUTER, name) ?? collapse(hosts(index, name))
}

const hosts = (index: Index, name: string): Found[] =>
  [...index.keys()]
    .sort()
    .filter((provider) => provider !== ROUTER)
    .flatMap((provider) => inProvider(index, provider, name) ?? [])

function collapse(several: Found[]): Found | Ambiguous | null {
  const [first] = several
  if (!first) return null
  return new Set(several.map(({ offers }) => JSON.stringify(offers[0]?.entry.rates))).size === 1 ? first : { several }
}

/** Where the whole text, slashes included, is an id: `meta-llama/llama-4-scout` is one at several hosts. */
const exactAnywhere = (index: Index, name: string): Found | Ambiguous | null =>
  collapse(hosts(index, name).filter(({ how }) => how === 'id' || how === 'spelling'))
