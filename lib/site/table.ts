/** The site, path by path. Whatever serves it (Node's server, the fast lane, Next, a test) asks here. */
import type { Core } from '../core.ts'
import { endpoint, redirect } from '../http/endpoint.ts'
import type { Call, Reply } from '../http/reply.ts'
import { createRouter, type Row } from '../http/router.ts'
import { type JobsApi, jobRows } from '../jobs/api/api.ts'
import { mcp } from '../mcp/endpoint.ts'
import { paid } from '../payments/sale/watched.ts'
import { OUTLOOK_NAMES } from '../tenders/feed/formats/outlooks.ts'
import { feeds } from '../tenders/feed/serve.ts'
import { outlooks } from '../tenders/outlook/serve.ts'
import { tools } from '../tools/registry.ts'
import { documents } from './documents.ts'
import { operator } from './operator.ts'
import { pages, unknown } from './pages.ts'

export type SiteOptions = { jobs?: JobsApi }

/** Every row. What is asked most stands first; paths are looked up, so the order decides nothing else. */
export const siteRows = ({ jobs = {} }: SiteOptions = {}): Row[] => [
  ...tools.map(({ path }) => ({ path, answer: paid })),
  // All else below it is 404 in the words of the tools.
  { path: '/v1/*', answer: paid },
  ...OUTLOOK_NAMES.map((kind) => ({ path: `/api/uk-tenders/${kind}/:file`, answer: outlooks[kind] })),
  { path: '/api/uk-tenders/*', answer: feeds },
  { path: '/mcp', answer: mcp },
  ...documents,
  ...pages,
  ...jobRows(jobs),
  ...operator,
]

/** People type a slash behind the address of a page: its only address is the one without. */
const slashless = (path: string): string => path.replace(/(?<!\/)\/+$/, '')
const withoutSlash = endpoint({
  GET: (_core, { path, search }) => ({ ...redirect(`${slashless(path)}${search}`), status: 308 }),
})
const findPage = createRouter(pages)

/** Answers any call. Never throws, never rejects. */
export function createSite(core: Core, options: SiteOptions = {}): (call: Call) => Reply | Promise<Reply> {
  const find = createRouter(siteRows(options))
  return (call) => {
    if (call.path.endsWith('/') && call.path !== '/' && findPage(slashless(call.path))) return withoutSlash(core, call)
    const found = find(call.path)
    return found ? found.row.answer(core, call, found.params) : unknown(core, call)
  }
}
