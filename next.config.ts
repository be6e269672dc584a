import type { NextConfig } from 'next'

// The header value is matched with case, hence the bracket patterns; `text/html;q=0` refuses HTML. See docs/decisions.
const html = { type: 'header', key: 'accept', value: '(.*)[tT][eE][xX][tT]/[hH][tT][mM][lL](.*)' } as const
const noHtml = { ...html, value: '(.*)[tT][eE][xX][tT]/[hH][tT][mM][lL]\\s*;\\s*[qQ]=0(\\.0*)?\\s*(,.*)?' } as const

const config: NextConfig = {
  poweredByHeader: false,
  compress: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  bundlePagesRouterDependencies: true,
  serverExternalPackages: ['@electric-sql/pglite', 'undici', 'ioredis', 'pino'],
  outputFileTracingIncludes: { '/changelog': ['./CHANGELOG.md'] },
  async rewrites() {
    return {
      beforeFiles: [
        { source: '/', has: [noHtml], destination: '/discovery' },
        // In-app navigation asks with `RSC: 1` and no text/html: it wants the page.
        { source: '/', missing: [html, { type: 'header', key: 'rsc' }], destination: '/discovery' },
      ],
      // An unnamed group leaves nothing in the query. See docs/decisions/0013-api-route.md.
      afterFiles: [{ source: '/v1(/.*)?', destination: '/api/v1' }],
      fallback: [],
    }
  },
  async headers() {
    // Next overwrites Vary on pages, so a cache keyed on the URL would hand the page to programs: keep the page out of shared caches.
    return [{ source: '/', has: [html], headers: [{ key: 'Cache-Control', value: 'private, no-cache' }] }]
  },
}

export default config
