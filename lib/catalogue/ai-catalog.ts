/** `/.well-known/ai-catalog.json`: what agents can use here, for those that look by Agentic Resource Discovery (draft 0.9). Pure. */
import type { Env } from '../core.ts'
import { type OperatorSettings, operatorOf } from '../operator.ts'
import { SKILL_PATH } from './markdown/skill.ts'

export function makeAiCatalog(settings: Pick<Env, 'BASE_URL' | 'TOOLS_URL'> & OperatorSettings): object {
  const { BASE_URL, TOOLS_URL } = settings
  const { hostname } = new URL(BASE_URL)
  const entry = (name: string, displayName: string, type: string, url: string, description: string) => ({
    identifier: `urn:air:${hostname}:${name}`,
    displayName,
    type,
    url,
    description,
  })
  return {
    specVersion: '1.0',
    host: { displayName: operatorOf(settings)?.name ?? 'Paid Agent Tools', documentationUrl: `${BASE_URL}/docs` },
    entries: [
      entry(
        'mcp:tools',
        'Paid Agent Tools over MCP',
        'application/mcp-server-card+json',
        `${BASE_URL}/mcp/server-card`,
        'Read-only tools paid per call in USDC by x402, and free search of UK tenders.',
      ),
      entry(
        'api:tools',
        'Paid Agent Tools over HTTP',
        'application/openapi+json',
        `${BASE_URL}/openapi.json`,
        'The same tools as GET endpoints, with prices, schemas and examples.',
      ),
      entry(
        'skill:buying',
        'How to buy',
        'text/markdown',
        `${BASE_URL}${SKILL_PATH}`,
        'An agent skill: when to buy what, costs, and what to do when it fails.',
      ),
      entry(
        'data:uk-tenders',
        'UK public tenders',
        'application/json',
        `${TOOLS_URL}/api/uk-tenders/index.json`,
        'Open UK public-sector notices in JSON, CSV, RSS and calendars. Free, no key.',
      ),
    ],
  }
}
