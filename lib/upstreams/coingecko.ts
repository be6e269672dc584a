import type { Core } from '../core.ts'

/** Where CoinGecko is asked for `path` (below `/api/v3/`), with the operator's key where there is one: the members of a call that say so. */
export const atCoingecko = ({ env }: Core, path: string): { url: string; headers: Record<string, string> } => ({
  url: `${env.COINGECKO_URL}/api/v3/${path}`,
  headers: env.COINGECKO_KEY ? { 'x-cg-demo-api-key': env.COINGECKO_KEY } : {},
})
