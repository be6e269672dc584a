/** Markdown twins: a documentation page answers in Markdown when asked for `text/markdown`, or at its address with `.md`. */
import { env } from '../env.ts'
import { prefersMarkdown } from '../http/accept.ts'
import { docsMarkdown } from './docs-markdown.ts'
import { serveDocument } from './serve.ts'

export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

type Handler<Context> = (request: Request, context: Context) => Response | Promise<Response>

/** Gives a page its twin. Pages without one, and other methods, are left to `page`. */
export const withMarkdown =
  <Context>(page: Handler<Context>): Handler<Context> =>
  async (request, context) => {
    const { pathname } = new URL(request.url)
    const named = pathname.endsWith('.md')
    const path = named ? pathname.slice(0, -'.md'.length) : pathname
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const body = isRead ? docsMarkdown(path, env()) : undefined
    if (body !== undefined && (named || prefersMarkdown(request.headers.get('accept')))) {
      const headers = { Vary: 'Accept', Link: `<${path}>; rel="canonical"`, 'X-Robots-Tag': 'noindex' }
      return serveDocument(() => ({ contentType: MARKDOWN_TYPE, body, headers }))(request)
    }
    const response = await page(request, context)
    if (body !== undefined) {
      response.headers.append('Vary', 'Accept')
      response.headers.append('Link', `<${path}.md>; rel="alternate"; type="text/markdown"`)
    }
    return response
  }
