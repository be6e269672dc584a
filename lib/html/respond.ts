/** Pages as endpoints: a page, a reply in its stead, and a page for people when making one fails. */
import type { Core } from '../core.ts'
import { type ApiError, problems } from '../errors.ts'
import { prefersHtml } from '../http/accept.ts'
import { type Asked, type Endpoint, endpoint, type Manners } from '../http/endpoint.ts'
import type { Call, Reply } from '../http/reply.ts'
import { facts } from './blocks.ts'
import { type Page, type Site, toDocument } from './document.ts'
import { html } from './html.ts'
import { type Product, type SheetName, sheets } from './style/index.ts'

/** Never kept without asking: what such a page says may be over the next second. */
export const ALWAYS_ASK = 'private, no-cache'
/** For pages that show no deadline and no state. */
export const FIVE_MINUTES = 'public, max-age=300'

/** What a page may load and do. Our one style is named by its hash; there is no inline script, so no script needs a nonce. */
export function contentSecurityPolicy(sheet: SheetName, withScript: boolean): string {
  return [
    "default-src 'none'",
    `style-src '${sheets[sheet].hash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Without script only tools in the browser connect from a page: auditors read robots.txt that way.
    "connect-src 'self'",
    `script-src ${withScript ? "'self'" : "'none'"}`,
  ].join('; ')
}

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** When to look again at a page that cannot be made yet. */
const RETRY_SECONDS = '60'

/** A page as a reply. */
export const pageReply = (page: Page, site: Site, headers: Record<string, string> = {}): Reply => ({
  status: page.status ?? 200,
  headers: {
    ...SECURITY_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(page.sheet ?? page.product, page.script === true),
    'Cache-Control': page.cacheControl,
    ...(page.status === 503 ? { 'Retry-After': RETRY_SECONDS } : {}),
    ...headers,
  },
  body: toDocument(page, site),
})

/** What a problem document says beside its words, where a reader can follow it: a call that works, the page of the tool. */
const helpOf = ({ example, docs }: ApiError['extra']) => {
  const links = [
    ['A call that works', example],
    ['Documentation', docs],
  ].filter((link): link is [string, string] => typeof link[1] === 'string' && /^https?:\/\//.test(link[1]))
  return (
    links.length > 0 && html`<p>Nothing was charged.</p>${facts(links.map(([name, href]) => [name, html`<a href="${href}">${href}</a>`]))}`
  )
}

function failurePage(product: Product, { code, message, status, extra }: ApiError, requestId: string): Page {
  const broken = status >= 500
  return {
    status,
    cacheControl: 'no-store',
    title: broken ? 'Something went wrong' : problems[code].title,
    description: 'This page could not be made.',
    path: '/',
    noindex: true,
    product,
    body: broken
      ? html`<h1>Something went wrong on our side</h1><p class="lede">This page could not be made. Nothing you did caused it, and nothing was charged. Try again in a
    minute; if it stays, report the id <code>${requestId}</code>.</p>`
      : html`<h1>${problems[code].title}</h1><p class="lede">${message}</p>${helpOf(extra)}`,
  }
}

/** A failure as people read it; undefined for programs, which get the problem document. */
export function failureFor(product: Product, core: Core, call: Call, error: ApiError, { requestId }: Asked): Reply | undefined {
  if (!prefersHtml(call.header('accept'))) return undefined
  const wait: Record<string, string> =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterSeconds))) }
  const allowed: Record<string, string> =
    Array.isArray(error.extra.allowed) && error.status === 405 ? { Allow: error.extra.allowed.join(', ') } : {}
  return pageReply(failurePage(product, error, requestId), core.env, { Vary: 'Accept', ...wait, ...allowed })
}

/** `headers`: of the page alone. */
type PageManners = { headers?: Record<string, string> } & Pick<Manners, 'cors'>
type MakePage = (core: Core, call: Call, asked: Asked) => Page | Reply | Promise<Page | Reply>

/** The endpoint of a page. `make` may wait, and may answer with something else: another address, a file, which `cors` opens to other sites. */
export function page(product: Product, make: MakePage, { headers, cors }: PageManners = {}): Endpoint {
  const manners: Manners = {
    GET: (core, call, asked) => {
      const toReply = (made: Page | Reply): Reply => ('headers' in made ? made : pageReply(made, core.env, headers))
      const made = make(core, call, asked)
      return made instanceof Promise ? made.then(toReply) : toReply(made)
    },
    headers: SECURITY_HEADERS,
    ...(cors ? { cors } : {}),
    failure: (core, call, error, asked) => failureFor(product, core, call, error, asked),
  }
  return endpoint(manners)
}
