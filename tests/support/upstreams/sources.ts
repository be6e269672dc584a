/** The upstreams the stand-in plays: which variable points at each, and which case folders it answers from. */
export type StandInSource = {
  name: string
  /** The variable that gets this stand-in's origin (or, for `rpc`, its complete URL). */
  variable: string
  folders: string[]
  rpc?: true
  /** Notes of recorded bodies that came without any, by their names. */
  recorded?: Record<string, string>
}

export const sources: readonly StandInSource[] = [
  { name: 'solana-rpc', variable: 'SOLANA_RPC_URLS', folders: ['solana-rpc'], rpc: true },
  { name: 'base-rpc', variable: 'BASE_RPC_URLS', folders: ['base-rpc'], rpc: true },
  { name: 'dexscreener', variable: 'DEXSCREENER_URL', folders: ['dexscreener'] },
  { name: 'geckoterminal', variable: 'GECKOTERMINAL_URL', folders: ['geckoterminal'] },
  { name: 'goplus', variable: 'GOPLUS_URL', folders: ['goplus-evm', 'goplus-solana'] },
  { name: 'honeypot-is', variable: 'HONEYPOT_URL', folders: ['honeypot-is'] },
  { name: 'rugcheck', variable: 'RUGCHECK_URL', folders: ['rugcheck'] },
  { name: 'jupiter-tokens', variable: 'JUPITER_URL', folders: ['jupiter-tokens'] },
  { name: 'sourcify-4byte', variable: 'SOURCIFY_4BYTE_URL', folders: ['sourcify-4byte'] },
  { name: 'fourbyte-directory', variable: 'FOURBYTE_DIRECTORY_URL', folders: ['fourbyte-directory'] },
  { name: 'coingecko', variable: 'COINGECKO_URL', folders: ['coingecko'] },
  { name: 'defillama', variable: 'DEFILLAMA_URL', folders: ['defillama'] },
  { name: 'openrouter', variable: 'OPENROUTER_URL', folders: ['openrouter'] },
  { name: 'models-dev', variable: 'MODELS_DEV_URL', folders: ['models-dev'] },
  {
    name: 'genai-prices',
    variable: 'GENAI_PRICES_URL',
    folders: ['genai-prices'],
    recorded: {
      'data-slim-v2-cut': 'request: GET https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/new_data/v2/data.json',
    },
  },
  { name: 'vast', variable: 'VAST_URL', folders: ['vast'] },
  { name: 'runpod', variable: 'RUNPOD_URL', folders: ['runpod'] },
  {
    name: 'skypilot-catalog',
    variable: 'SKYPILOT_CATALOG_URL',
    folders: ['skypilot-catalog'],
    recorded: Object.fromEntries(
      ['hyperstack', 'lambda', 'nebius', 'verda'].map((cloud) => [
        cloud,
        `request: GET https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8/${cloud}/vms.csv`,
      ]),
    ),
  },
  { name: 'github', variable: 'GITHUB_API_URL', folders: ['github'] },
  { name: 'doh-cloudflare', variable: 'DOH_CLOUDFLARE_URL', folders: ['doh-cloudflare'] },
  { name: 'rdap', variable: 'RDAP_BOOTSTRAP_URL', folders: ['rdap'] },
  { name: 'doh-google', variable: 'DOH_GOOGLE_URL', folders: ['doh-google'] },
]
