import type { Attributes } from '../page/attributes.ts'

// Parameters that only tell a tracker where the reader came from. Names that sites also use for content are not listed.
const TRACKING =
  /^(?:utm_[a-z_]+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|__hstc|__hssc|__hsfp|hsCtaTracking|vero_id|vero_conv|oly_anon_id|oly_enc_id|wickedid|_openstat|s_kwcid|ef_id|srsltid|_ga|_gl|ml_subscriber|ml_subscriber_hash|rb_clickid|epik|pk_campaign|pk_kwd|piwik_campaign|mtm_[a-z]+|ref_src|ref_url|cmpid|ncid|spm|scm)$/i

const LINKABLE: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'irc:', 'ircs:', 'xmpp:', 'sms:', 'geo:'])
const PICTURED: ReadonlySet<string> = new Set(['http:', 'https:'])

const encodeForMarkdown = (url: string): string =>
  url.replace(/[\s[\]<>"|\\^`{}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** Removes the known tracking parameters and leaves the rest of the query exactly as it was. */
function withoutTracking(url: URL): string {
  if (url.search.length < 2) return url.href
  const parts = url.search.slice(1).split('&')
  const kept = parts.filter((part) => !TRACKING.test(part.split('=', 1)[0] ?? ''))
  if (kept.length !== parts.length) url.search = kept.join('&')
  return url.href
}

/** Addresses that only lead on, and the parameter that says where: documents and mails are published with all of their links so. */
const LEADS_ON: ReadonlyMap<string, string> = new Map([
  ['www.google.com/url', 'q'],
  ['l.facebook.com/l.php', 'u'],
])

function resolve(raw: string, base: string | null): URL | null {
  const url = URL.parse(raw.trim(), base ?? undefined)
  const name = url === null || url.search === '' ? undefined : LEADS_ON.get(url.host + url.pathname)
  const to = name === undefined ? null : URL.parse(url!.searchParams.get(name) ?? '')
  return to !== null && PICTURED.has(to.protocol) ? to : url
}

/** What stands in the place of an address where script answers a click. */
const NOWHERE = /^\s*#!?\s*$/

/** Absolute address for a link, safe inside Markdown; null for script, data and unreadable addresses, and for `#`, which leads nowhere. */
export function linkUrl(raw: string | undefined, base: string | null): string | null {
  if (raw === undefined || NOWHERE.test(raw)) return null
  const url = resolve(raw, base)
  if (!url || !LINKABLE.has(url.protocol)) return null
  return encodeForMarkdown(withoutTracking(url))
}

const PLACEHOLDER =
  /^(?:data:|#)|(?:^|[/_-])(?:blank|spacer|placeholder|transparent|loading|lazy(?:load)?|pixel|grey|gray|empty|1x1|dot|clear)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:$|\?)|^about:blank/i
const LAZY = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-lazy',
  'data-full-src',
  'data-hi-res-src',
  'data-image',
] as const

/** Largest candidate of a `srcset`. */
function fromSrcset(srcset: string | undefined): string | null {
  if (srcset === undefined) return null
  let best: string | null = null
  let bestSize = -1
  for (const candidate of srcset.split(/,\s+|,(?=https?:|\/)/)) {
    const [address, descriptor] = candidate.trim().split(/\s+/, 2)
    if (!address || PLACEHOLDER.test(address)) continue
    const size = Number.parseFloat(descriptor ?? '1')
    if (size > bestSize && !(size > 2_600)) {
      best = address
      bestSize = size
    }
  }
  return best
}

/** Where an image, film or frame really is: `src`, unless that is a stand-in for a lazy source. Null when there is none to show. */
export function sourceUrl(attributes: Attributes, base: string | null, alternative?: string): string | null {
  const { src } = attributes
  const lazy = LAZY.map((name) => attributes.more[name]).find((value) => value !== undefined && value !== '' && !PLACEHOLDER.test(value))
  const usable = src !== undefined && src.trim() !== '' && !PLACEHOLDER.test(src.trim())
  const raw =
    lazy ??
    (usable
      ? src
      : (fromSrcset(attributes.more['data-srcset'] ?? attributes.more['data-lazy-srcset']) ??
        fromSrcset(attributes.more.srcset ?? alternative)))
  if (raw === undefined || raw === null || raw.trim() === '') return null
  const url = resolve(raw, base)
  if (!url || !PICTURED.has(url.protocol)) return null
  return encodeForMarkdown(withoutTracking(url))
}

export const sourceSet = (attributes: Attributes): string | undefined => attributes.more.srcset ?? attributes.more['data-srcset']
