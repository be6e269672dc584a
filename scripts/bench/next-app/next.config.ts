import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'

/** The app's own settings around nothing but the routes that are compared. Next compiles a config file alone, so they stand here again. */
const config: NextConfig = {
  poweredByHeader: false,
  compress: false,
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  bundlePagesRouterDependencies: true,
  serverExternalPackages: ['@electric-sql/pglite', 'undici', 'ioredis', 'pino'],
  async rewrites() {
    return { beforeFiles: [], afterFiles: [{ source: '/v1(/.*)?', destination: '/api/site' }], fallback: [] }
  },
  turbopack: { root: fileURLToPath(new URL('../../..', import.meta.url)) },
}

export default config
