/** The pages of the site, for people; those of the documentation have a twin in Markdown, at their address with `.md` and by `Accept`. */

import { LINK_HEADER } from '../catalogue/links.ts'
import { docsMarkdown, llmsTxt } from '../catalogue/markdown/docs.ts'
import type { Core } from '../core.ts'
import { ApiError, problemCodes } from '../errors.ts'
import type { Page } from '../html/document.ts'
import { failureFor, page, pageReply } from '../html/respond.ts'
import { prefersHtml, prefersMarkdown } from '../http/accept.ts'
import { document, type Endpoint, endpoint, json, text } from '../http/endpoint.ts'
import { type Call, searchOf } from '../http/reply.ts'
import type { Row } from '../http/router.ts'
import { changelogPage } from '../pages/changelog.ts'
import { errorPage, errorsIndex } from '../pages/docs/errors-pages.ts'
import { docsIndex } from '../pages/docs/index-page.ts'
import { paymentsPage } from '../pages/docs/payments-page.ts'
import { policyPage } from '../pages/docs/policy-page.ts'
import { riskRulesPage } from '../pages/docs/risk-rules-page.ts'
import { searchPage } from '../pages/docs/search-page.ts'
import { tendersFeedPage } from '../pages/docs/tenders-feed-page.ts'
import { toolPage } from '../pages/docs/tool-page.ts'
import { landingPage, showcaseOf } from '../pages/landing/index.ts'
import { notFoundPage } from '../pages/not-found.ts'
import { privacyPage } from '../pages/privacy.ts'
import { serviceFigures } from '../pages/status/figures.ts'
import { statusPage } from '../pages/status/page.ts'
import { exportDays, exportState, serviceState } from '../pages/status/state.ts'
import { answerOutlook } from '../pages/tenders/outlook-page.ts'
import { feedsPage, tendersStatusPage } from '../pages/tenders/readers-pages.ts'
import { answerIndex, answerKeywords, answerNotice, answerTrade } from '../pages/tenders/serve.ts'
import { termsPage } from '../pages/terms.ts'
import { currentOffers } from '../payments/offer/offers.ts'
import { OUTLOOK_NAMES, outlookPage } from '../tenders/feed/formats/outlooks.ts'
import { VIEWS } from '../tenders/feed/views.ts'
import { tools } from '../tools/registry.ts'
import { listing } from './documents.ts'

/** Figures of this moment, for anybody's script. */
const OPEN_STATUS = { cors: { allow: 'X-Request-Id', expose: 'X-Request-Id' }, cache: 'no-cache' } as const

const MARKDOWN = 'text/markdown; charset=utf-8'

const landing = page('tools', async (core) => landingPage(tools, currentOffers(core), core.env, await serviceFigures(core), core.now()), {
  headers: { Vary: 'Accept', Link: LINK_HEADER },
})

/** The same for readers that ask for Markdown. */
const homeMarkdown = document(({ env }) => text(MARKDOWN, llmsTxt(env)), { headers: { Vary: 'Accept', Link: LINK_HEADER } })

/** One address for people and programs. */
const home: Endpoint = (core, call, params) => {
  const accept = call.header('accept')
  return (prefersMarkdown(accept) ? homeMarkdown : prefersHtml(accept) ? landing : listing)(core, call, params)
}

/** A page of the documentation with its twin. */
function docs(path: string, make: (core: Core) => Page): Row[] {
  const twin = document(
    ({ env }) => {
      const markdown = docsMarkdown(path, env)
      if (markdown === undefined) throw new Error(`${path} has no Markdown`)
      return text(MARKDOWN, markdown)
    },
    { headers: { Vary: 'Accept', Link: `<${path}>; rel="canonical"`, 'X-Robots-Tag': 'noindex' } },
  )
  const forPeople = page('tools', make, { headers: { Vary: 'Accept', Link: `<${path}.md>; rel="alternate"; type="text/markdown"` } })
  const isRead = ({ method }: Call) => method === 'GET' || method === 'HEAD'
  return [
    {
      path,
      answer: (core, call, params) => (isRead(call) && prefersMarkdown(call.header('accept')) ? twin : forPeople)(core, call, params),
    },
    { path: `${path}.md`, answer: twin },
  ]
}

export const pages: readonly Row[] = [
  { path: '/', answer: home },
  ...docs('/docs', ({ env }) => docsIndex(tools, showcaseOf(tools), env)),
  ...docs('/docs/payments', (core) => paymentsPage(tools, showcaseOf(tools), currentOffers(core), core.env)),
  ...docs('/docs/tenders-feed', ({ env }) => tendersFeedPage(tools, env)),
  ...docs('/docs/policy', () => policyPage(tools)),
  ...docs('/docs/risk-rules', () => riskRulesPage(tools)),
  ...docs('/docs/errors', () => errorsIndex(tools)),
  ...problemCodes.flatMap((code) => docs(`/docs/errors/${code}`, ({ env }) => errorPage(code, tools, env))),
  ...tools.flatMap((tool) => docs(`/docs/${tool.id}`, ({ env }) => toolPage(tool, tools, env))),
  { path: '/docs/search', answer: page('tools', (core, call) => searchPage(core, tools, searchOf(call).get('q') ?? '')) },
  { path: '/status', answer: page('tools', (core) => statusPage(core, tools)) },
  {
    path: '/status.json',
    answer: endpoint({ ...OPEN_STATUS, GET: async (core) => json(exportState(await serviceState(core, tools), tools)) }),
  },
  {
    path: '/status.csv',
    answer: endpoint({
      ...OPEN_STATUS,
      GET: async (core) => text('text/csv; charset=utf-8; header=present', exportDays((await serviceState(core, tools)).figures)),
    }),
  },
  { path: '/privacy', answer: page('tools', ({ env }) => privacyPage(env)) },
  { path: '/terms', answer: page('tools', ({ env }) => termsPage(env)) },
  { path: '/changelog', answer: page('tools', changelogPage) },
  { path: '/tenders', answer: page('tenders', (core, call) => answerIndex(core, searchOf(call))) },
  { path: '/tenders/feeds', answer: page('tenders', ({ env }) => feedsPage(env)) },
  { path: '/tenders/status', answer: page('tenders', (core) => tendersStatusPage(core)) },
  {
    path: '/tenders/notice/:id',
    answer: page(
      'tenders',
      (core, call, { params }) => answerNotice(core, params.id ?? '', searchOf(call), core.now(), prefersHtml(call.header('accept'))),
      // Its JSON and calendar are read by other sites, and so is that it has closed.
      { cors: { allow: 'X-Request-Id', expose: 'X-Request-Id' } },
    ),
  },
  { path: '/tenders/:trade', answer: page('tenders', (core, call, { params }) => answerTrade(core, params.trade ?? '', searchOf(call))) },
  { path: '/tenders/:trade/keywords', answer: page('tenders', (_core, _call, { params }) => answerKeywords(params.trade ?? '')) },
  ...OUTLOOK_NAMES.map((name) => ({
    path: outlookPage(name, ':trade'),
    answer: page('tenders', (core, call, { params }) => answerOutlook(core, name, params.trade ?? '', searchOf(call))),
  })),
  ...Object.keys(VIEWS).map((view) => ({
    path: `/tenders/:trade/${view}`,
    answer: page('tenders', (core, call, { params }) => answerTrade(core, params.trade ?? '', searchOf(call), view)),
  })),
]

/** Every address that nothing else answers: a page for people, a problem document for programs. */
export const unknown: Endpoint = endpoint({
  headers: { Vary: 'Accept' },
  cors: { allow: 'X-Request-Id', expose: 'X-Request-Id' },
  exists: ({ env }) => {
    throw new ApiError('not_found', `There is nothing at this address. The list of endpoints is at ${env.BASE_URL}/.`)
  },
  failure: (core, call, error, asked) => {
    if (error.status !== 404) return failureFor('tools', core, call, error, asked)
    if (!prefersHtml(call.header('accept'))) return undefined
    return pageReply(notFoundPage(call.path.startsWith('/tenders') ? 'tenders' : 'tools', call.path), core.env)
  },
})
