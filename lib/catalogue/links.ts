/** Where everything is, for readers that begin at `/`: the `Link` header (RFC 8288) and the API catalog (RFC 9727). Pure. */
import type { Env } from '../core.ts'

type Settings = Pick<Env, 'BASE_URL' | 'TOOLS_URL'>

const documents = [
  { path: '/openapi.json', rel: 'service-desc', type: 'application/json' },
  { path: '/docs', rel: 'service-doc', type: 'text/html' },
  { path: '/.well-known/api-catalog', rel: 'api-catalog', type: 'application/linkset+json' },
  { path: '/.well-known/x402', rel: 'payment', type: 'application/json' },
  { path: '/llms.txt', rel: 'describedby', type: 'text/plain' },
  { path: '/status', rel: 'status', type: 'text/html' },
] as const

/** The value of the `Link` header of `/`, for the page and the listing alike. */
export const LINK_HEADER = documents.map(({ path, rel, type }) => `<${path}>; rel="${rel}"; type="${type}"`).join(', ')

export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"; charset=utf-8'

/** `/.well-known/api-catalog`: the three interfaces of this service and what describes each. */
export function makeApiCatalog({ BASE_URL, TOOLS_URL }: Settings): object {
  const link = (href: string, type: string, title?: string) => ({ href, type, ...(title === undefined ? {} : { title }) })
  const [tools, mcp, tenders] = [`${BASE_URL}/`, `${BASE_URL}/mcp`, `${TOOLS_URL}/api/uk-tenders/index.json`]
  const description = link(`${BASE_URL}/openapi.json`, 'application/json', 'OpenAPI 3.1')
  return {
    linkset: [
      {
        anchor: `${BASE_URL}/.well-known/api-catalog`,
        item: [
          link(tools, 'application/json', 'Paid tools over HTTP'),
          link(mcp, 'application/json', 'Paid tools over MCP'),
          link(tenders, 'application/json', 'UK public tenders feed'),
        ],
      },
      {
        anchor: tools,
        'service-desc': [description],
        'service-doc': [
          link(`${BASE_URL}/docs`, 'text/html', 'Documentation'),
          link(`${BASE_URL}/llms.txt`, 'text/plain', 'For language models'),
        ],
        'service-meta': [link(`${BASE_URL}/.well-known/x402`, 'application/json', 'Payable resources')],
        status: [link(`${BASE_URL}/status`, 'text/html')],
      },
      {
        anchor: mcp,
        'service-desc': [link(`${BASE_URL}/mcp/server-card`, 'application/mcp-server-card+json', 'MCP server card')],
        'service-doc': [link(`${BASE_URL}/docs`, 'text/html')],
      },
      {
        anchor: tenders,
        'service-desc': [description, link(`${TOOLS_URL}/api/uk-tenders/schema.json`, 'application/schema+json', 'Schema of a feed')],
        'service-doc': [link(`${BASE_URL}/docs/tenders-feed`, 'text/html')],
        status: [link(`${TOOLS_URL}/api/uk-tenders/status.json`, 'application/json')],
      },
    ],
  }
}
