/** Pages over HTTP: security headers, ETag and 304, HEAD, 405, and a page of our own when making one fails. */
import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { problem } from '../http/problem.ts'
import { requestIdOf } from '../http/request-id.ts'
import { log } from '../log.ts'
import { type Page, type Site, toDocument } from './document.ts'
import { html } from './html.ts'
import { type SheetName, sheets } from './style/index.ts'

const METHODS = ['GET', 'HEAD']

/** Never kept without asking: what such a page says may be over the next second. */
export const ALWAYS_ASK = 'private, no-cache'
/** For pages that show no deadline and no state. */
export const FIVE_MINUTES = 'public, max-age=300'

export type PageAnswer = Page & { status?: number; cacheControl: string }

/** A page elsewhere (303). */
export type Redirect = { location: string }

/** The same content in a form for programs. */
export type FileAnswer = { contentType: string; body: string; headers: Record<string, string> }

export type Answer = PageAnswer | Redirect | FileAnswer

/** What a page may load and do. Our one style is named by its hash; there is no inline script, so no script needs a nonce. */
export function contentSecurityPolicy(product: SheetName, withScript: boolean): string {
  return [
    "default-src 'none'",
    `style-src '${sheets[product].hash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Without script only tools in the browser connect from a page: auditors read robots.txt that way.
    "connect-src 'self'",
    `script-src ${withScript ? "'self'" : "'none'"}`,
  ].join('; ')
}

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const isKnown = (header: string | null, etag: string): boolean =>
  header !== null && (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag))

/** A page as a response to `request`. */
export function toPageResponse(answer: PageAnswer, site: Site, request: Request, headers: Record<string, string> = {}): Response {
  const { status = 200, cacheControl, ...page } = answer
  const body = toDocument(page, site)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const all = {
    ...common,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(page.product, page.script === true),
    'Cache-Control': cacheControl,
    ...(status === 200 ? { ETag: etag } : {}),
    ...headers,
  }
  if (status === 200 && isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: all })
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: all })
}

const brokenPage = (product: SheetName, requestId: string): PageAnswer => ({
  status: 500,
  cacheControl: 'no-store',
  title: 'Something went wrong',
  description: 'This page could not be made.',
  path: '/',
  noindex: true,
  product,
  body: html`<h1>Something went wrong on our side</h1><p class="lede">This page could not be made. Nothing you did caused it, and nothing was charged. Try again in a
    minute; if it stays, report the id <code>${requestId}</code>.</p>`,
})

function toResponse(answer: Answer, site: Site, request: Request): Response {
  if ('location' in answer)
    return new Response(null, { status: 303, headers: { ...common, Location: answer.location, 'Cache-Control': 'no-store' } })
  if (!('contentType' in answer)) return toPageResponse(answer, site, request)
  const headers = {
    ...common,
    'Access-Control-Allow-Origin': '*',
    'Content-Type': answer.contentType,
    'Cache-Control': ALWAYS_ASK,
    ...answer.headers,
  }
  return new Response(request.method === 'HEAD' ? null : answer.body, { headers })
}

/** Makes the handler of a page. `make` may wait, and may send the reader elsewhere or give a file. */
export const servePage =
  <Context>(product: SheetName, site: () => Site, make: (request: Request, context: Context) => Answer | Promise<Answer>) =>
  async (request: Request, context: Context): Promise<Response> => {
    const requestId = requestIdOf(request)
    if (!METHODS.includes(request.method))
      return problem(new ApiError('method_not_allowed', 'This page is read with GET.', { extra: { allowed: METHODS } }), { requestId })
    try {
      return toResponse(await make(request, context), site(), request)
    } catch (error) {
      log.error({ err: error, requestId }, 'a page could not be made')
      return toPageResponse(brokenPage(product, requestId), site(), request)
    }
  }
