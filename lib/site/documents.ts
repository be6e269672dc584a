/** The documents of the site, for programs: each a pure function of the registry, the settings and what is known at the moment. */
import { makeAiCatalog } from '../catalogue/ai-catalog.ts'
import { changelogFeed } from '../catalogue/changelog-feed.ts'
import { API_CATALOG_TYPE, LINK_HEADER, makeApiCatalog } from '../catalogue/links.ts'
import { makeListing } from '../catalogue/listing.ts'
import { llmsFullTxt, llmsTxt } from '../catalogue/markdown/docs.ts'
import { makeSkillsIndex, SKILL_PATH, skillMarkdown } from '../catalogue/markdown/skill.ts'
import { makeOpenApi } from '../catalogue/openapi.ts'
import { changelog } from '../catalogue/program-files.ts'
import { sampleFile, sampleKinds, sampleText } from '../catalogue/samples.ts'
import { makeWellKnown } from '../catalogue/well-known.ts'
import { type Core, type Env, part } from '../core.ts'
import { ApiError } from '../errors.ts'
import { document, type Endpoint, endpoint, json, text } from '../http/endpoint.ts'
import { type Reply, searchOf } from '../http/reply.ts'
import type { Row } from '../http/router.ts'
import { makeServerCard, makeStaticCard, SERVER_CARD_TYPE } from '../mcp/server-card.ts'
import { securityTxt } from '../pages/security-txt.ts'
import { robotsTxt, sitemapXml } from '../pages/sitemap.ts'
import { didDocument } from '../payments/offer/attest.ts'
import { currentOffers } from '../payments/offer/offers.ts'
import { transferToSign } from '../payments/offer/pay-from-page.ts'
import { currentSnapshot } from '../tenders/snapshot/snapshot.ts'
import { tools } from '../tools/registry.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

/** What is sold, for programs: at `/` too, where people get the landing page. */
export const listing = fixed((env) => json(makeListing(tools, env)), { headers: { Vary: 'Accept', Link: LINK_HEADER } })

/** The key of offers and receipts. @throws ApiError `not_found` where nothing is signed */
function did(core: Core): Reply {
  const found = didDocument(core)
  if (!found) throw new ApiError('not_found', 'This server signs no offers and no receipts.')
  return text('application/did+json; charset=utf-8', JSON.stringify(found, null, 2))
}

/** A document of the settings alone that takes a while to make: made once. */
function fixed(make: (env: Env) => Reply, manners: Parameters<typeof document>[1] = {}): Endpoint {
  const made = part((core) => make(core.env))
  return document((core) => made(core), manners)
}

const samples: Row[] = tools.flatMap((tool) =>
  sampleKinds.map((kind) => ({
    path: `/${sampleFile(tool, kind)}`,
    answer: document(({ env }) => text(JSON_TYPE, sampleText(tool, kind, env))),
  })),
)

export const documents: readonly Row[] = [
  {
    path: '/pay/transfer',
    answer: endpoint({
      GET: async (core, call) => json(await transferToSign(core, Object.fromEntries(searchOf(call)))),
      cache: 'no-store',
      instance: true,
    }),
  },
  { path: '/discovery', answer: listing },
  { path: '/openapi.json', answer: fixed((env) => json(makeOpenApi(tools, env))) },
  {
    path: '/.well-known/x402',
    answer: document((core) => json(makeWellKnown(tools, core.env, (tool) => currentOffers(core)?.terms.get(tool.id)?.accepts ?? []))),
  },
  {
    path: '/.well-known/api-catalog',
    answer: document(({ env }) => text(API_CATALOG_TYPE, JSON.stringify(makeApiCatalog(env), null, 2)), {
      headers: { Link: '</.well-known/api-catalog>; rel="api-catalog"' },
    }),
  },
  { path: '/.well-known/ai-catalog.json', answer: document(({ env }) => json(makeAiCatalog(env))) },
  { path: '/.well-known/security.txt', answer: document(({ env, now }) => text(PLAIN, securityTxt(env, now()))) },
  { path: '/.well-known/did.json', answer: document((core) => did(core)) },
  { path: '/.well-known/mcp/server-card.json', answer: document(({ env }) => json(makeStaticCard(env))) },
  { path: '/mcp/server-card', answer: document(({ env }) => text(SERVER_CARD_TYPE, JSON.stringify(makeServerCard(env), null, 2))) },
  { path: '/.well-known/agent-skills/index.json', answer: document(({ env }) => json(makeSkillsIndex(env.BASE_URL))) },
  { path: SKILL_PATH, answer: document(({ env }) => text('text/markdown; charset=utf-8', skillMarkdown(env.BASE_URL))) },
  { path: '/llms.txt', answer: document(({ env }) => text(PLAIN, llmsTxt(env))) },
  { path: '/llms-full.txt', answer: fixed((env) => text(PLAIN, llmsFullTxt(env))) },
  {
    path: '/changelog.xml',
    answer: document(({ env }) => text('application/atom+xml; charset=utf-8', changelogFeed(changelog().text, changelog().changedAt, env))),
  },
  { path: '/robots.txt', answer: document(({ env }) => text(PLAIN, robotsTxt(env))) },
  {
    path: '/sitemap.xml',
    answer: document((core) => {
      const now = core.now()
      return text('application/xml; charset=utf-8', sitemapXml(tools, currentSnapshot(core, now)?.index, core.env, now))
    }),
  },
  ...samples,
]
