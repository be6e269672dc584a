import { existsSync } from 'node:fs'
import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  compress: false,
  reactStrictMode: true,
  // `npm run check` reads the types; to read them again costs a build a third of its time.
  typescript: { ignoreBuildErrors: true },
  // To keep what was compiled costs a build a fifth of its time: most checkouts are built once, and who builds again has it from then on.
  experimental: { turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID') },
  // Pictures are files as they are: nobody may have them drawn anew.
  images: { unoptimized: true },
  skipTrailingSlashRedirect: true,
  bundlePagesRouterDependencies: true,
  serverExternalPackages: ['@electric-sql/pglite', 'undici', 'ioredis', 'pino'],
  outputFileTracingIncludes: { '/api/site': ['./CHANGELOG.md', './docs/policy.md', './samples/**/*.json'] },
  async rewrites() {
    // An unnamed group leaves nothing in the query. See docs/decisions/0013-api-route.md.
    return { beforeFiles: [], afterFiles: [{ source: '/((?!_next/|og/|api/inngest).*)', destination: '/api/site' }], fallback: [] }
  },
}

export default config
