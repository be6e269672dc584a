/**
 * Assets whose issuer is known, by exact address. Two uses: an owner's power over these tokens is how they work, not a scam; and a token that
 * carries one of these names at another address is an imitation. Nothing gets on this list by price, popularity or a symbol.
 */
import { type Chain, sameAddress } from '../upstreams/pool.ts'
import { elsewhere, type KnownName, knownNames } from './known-names.ts'
import { skeleton, skeletons } from './skeleton.ts'

/** Where the address was published. */
const sources = {
  circle: 'developers.circle.com/stablecoins/usdc-contract-addresses',
  circleEur: 'developers.circle.com/stablecoins/eurc-contract-addresses',
  tether: 'tether.to/en/supported-protocols',
  paxos: 'docs.paxos.com, stablecoin addresses',
  solana: 'spl.solana.com/token, native mint',
  jito: 'jito.network/docs/jitosol',
  marinade: 'docs.marinade.finance, addresses',
  blaze: 'stake-docs.solblaze.org, addresses',
  jupiter: 'station.jup.ag, token addresses',
  coinbase: 'coinbase.com/cbbtc, contract addresses',
  coinbaseEth: 'docs.cdp.coinbase.com, cbETH addresses',
  wormhole: 'wormhole.com, wrapped token list',
  xstocks: 'assets.backed.fi, product addresses',
  base: 'docs.base.org/base-chain/network-information/base-contracts',
  baseBridge: 'docs.base.org, bridged token list',
  lido: 'docs.lido.fi/deployed-contracts',
  rocketpool: 'docs.rocketpool.net, contract addresses',
  etherfi: 'etherfi.gitbook.io, deployed contracts',
  sky: 'developers.sky.money, deployments',
  worldLiberty: 'worldlibertyfinancial.com/usd1, contract addresses',
  sanctum: 'learn.sanctum.so, LST addresses',
  aave: 'aave.com/docs, GHO deployments',
  ethena: 'docs.ethena.fi, key addresses',
} as const

type ListedAsset = { chain: Chain; address: string; symbol: string; name: string; issuer: string; source: string }

type Row = [address: string, symbol: string, name: string, issuer: string, source: keyof typeof sources]

const solana: Row[] = [
  ['So11111111111111111111111111111111111111112', 'SOL', 'Wrapped SOL', 'Solana (native)', 'solana'],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC', 'USD Coin', 'Circle', 'circle'],
  ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT', 'Tether USD', 'Tether', 'tether'],
  ['HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', 'EURC', 'EURC', 'Circle', 'circleEur'],
  ['2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 'PYUSD', 'PayPal USD', 'Paxos', 'paxos'],
  ['2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', 'USDG', 'Global Dollar', 'Paxos', 'paxos'],
  ['USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB', 'USD1', 'World Liberty Financial USD', 'World Liberty Financial', 'worldLiberty'],
  ['USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA', 'USDS', 'USDS', 'Sky', 'sky'],
  ['5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm', 'INF', 'Sanctum Infinity', 'Sanctum', 'sanctum'],
  ['J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 'JitoSOL', 'Jito Staked SOL', 'Jito', 'jito'],
  ['mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 'mSOL', 'Marinade staked SOL', 'Marinade', 'marinade'],
  ['bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1', 'bSOL', 'BlazeStake Staked SOL', 'SolBlaze', 'blaze'],
  ['jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v', 'jupSOL', 'Jupiter Staked SOL', 'Jupiter', 'jupiter'],
  ['27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4', 'JLP', 'Jupiter Perps LP', 'Jupiter', 'jupiter'],
  ['7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs', 'WETH', 'Wrapped Ether (Wormhole)', 'Wormhole', 'wormhole'],
  ['3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh', 'WBTC', 'Wrapped BTC (Wormhole)', 'Wormhole', 'wormhole'],
  ['cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij', 'cbBTC', 'Coinbase Wrapped BTC', 'Coinbase', 'coinbase'],
  ['XsbEhLAtcf6HdfpFZ5xEMdqW8nfAvcsP5bdudRLJzJp', 'AAPLx', 'Apple xStock', 'Backed', 'xstocks'],
  ['XsCPL9dNWBMvFtTmwcCA5v3xWPSMEBCszbQdiLLq6aN', 'GOOGLx', 'Alphabet xStock', 'Backed', 'xstocks'],
  ['Xs3eBt7uRfJX8QUs4suhyU8p2M6DoUDrJyWBa8LLZsg', 'AMZNx', 'Amazon xStock', 'Backed', 'xstocks'],
  ['Xs7ZdzSHLU9ftNJsii5fCeJhoRWSC32SQGzGQtePxNu', 'COINx', 'Coinbase xStock', 'Backed', 'xstocks'],
  ['XsueG8BtpquVJX9LVLLEGuViXUungE6WmK5YZ3p3bd1', 'CRCLx', 'Circle xStock', 'Backed', 'xstocks'],
  ['Xsa62P5mvPszXL1krVUnU5ar38bBSVcWAB6fmPCo5Zu', 'METAx', 'Meta xStock', 'Backed', 'xstocks'],
  ['XspzcW1PRtgf6Wj92HCiZdjzKCyFekVD8P5Ueh3dRMX', 'MSFTx', 'Microsoft xStock', 'Backed', 'xstocks'],
  ['XsP7xzNPvEHS1m6qfanPUGjNmdnmsLKEoNAnHjdxxyZ', 'MSTRx', 'MicroStrategy xStock', 'Backed', 'xstocks'],
  ['Xsc9qvGR1efVDFGLrVsmkzv3qi45LTBjeUKSPmx9qEh', 'NVDAx', 'NVIDIA xStock', 'Backed', 'xstocks'],
  ['Xsv9hRk1z5ystj9MhnA7Lq4vjSsLwzL2nxrwmwtD3re', 'GLDx', 'Gold xStock', 'Backed', 'xstocks'],
  ['XsvNBAYkrDRNhA7wPHQfX3ZUXZyZLdnCQDfHZ56bzpg', 'HOODx', 'Robinhood xStock', 'Backed', 'xstocks'],
  ['Xs8S1uUs1zvS2p7iwtsG3b6fkhpvmwz4GYU3gWAmWHZ', 'QQQx', 'Nasdaq xStock', 'Backed', 'xstocks'],
  ['XsoCS1TfEyfFhfvj8EtZ528L3CaKBDBRqRapnBbDF2W', 'SPYx', 'SP500 xStock', 'Backed', 'xstocks'],
  ['XsDoVfqeBukxuZHWhdvWHBhgEHjGNst4MLodqsJHzoB', 'TSLAx', 'Tesla xStock', 'Backed', 'xstocks'],
]

const base: Row[] = [
  ['0x4200000000000000000000000000000000000006', 'WETH', 'Wrapped Ether', 'Base (predeploy)', 'base'],
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USDC', 'USD Coin', 'Circle', 'circle'],
  ['0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', 'USDbC', 'USD Base Coin', 'Base bridge', 'baseBridge'],
  ['0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 'EURC', 'EURC', 'Circle', 'circleEur'],
  ['0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 'cbBTC', 'Coinbase Wrapped BTC', 'Coinbase', 'coinbase'],
  ['0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22', 'cbETH', 'Coinbase Wrapped Staked ETH', 'Coinbase', 'coinbaseEth'],
  ['0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', 'USDT', 'Tether USD', 'Base bridge', 'baseBridge'],
  ['0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 'DAI', 'Dai Stablecoin', 'Base bridge', 'baseBridge'],
  ['0x820C137fa70C8691f0e44Dc420a5e53c168921Dc', 'USDS', 'USDS Stablecoin', 'Sky', 'sky'],
  ['0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee', 'GHO', 'Gho Token', 'Aave', 'aave'],
  ['0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34', 'USDe', 'USDe', 'Ethena', 'ethena'],
  ['0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452', 'wstETH', 'Wrapped liquid staked Ether 2.0', 'Lido', 'lido'],
  ['0xB6fe221Fe9EeF5aBa221c348bA20A1Bf5e73624c', 'rETH', 'Rocket Pool ETH', 'Rocket Pool', 'rocketpool'],
  ['0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A', 'weETH', 'Wrapped eETH', 'ether.fi', 'etherfi'],
]

const toAsset =
  (chain: Chain) =>
  ([address, symbol, name, issuer, source]: Row): ListedAsset => ({
    chain,
    address,
    symbol,
    name,
    issuer,
    source: sources[source],
  })

export const listedAssets: readonly ListedAsset[] = [...solana.map(toAsset('solana')), ...base.map(toAsset('base'))]

/** The listed asset at this address. */
export const listedAsset = (chain: Chain, address: string): ListedAsset | null =>
  listedAssets.find((asset) => asset.chain === chain && sameAddress(chain, asset.address, address)) ?? null

/** An asset that another token looks like; `list` = who names it. */
export type Alike = { symbol: string; address: string; list: string }

/** A name that lists of others hold. */
type Named = KnownName & { lists: readonly string[] }

/**
 * The listed asset or well-known token whose name or symbol this token carries at another address; null when it imitates none. A well-known
 * token of the same chain comes first; then what issuers of the other chain and whole networks are called, which have no such form here.
 */
export function imitated(
  chain: Chain,
  address: string,
  name: string | null,
  symbol: string | null,
  others: readonly Named[] = [],
): Alike | null {
  const here = [...listedAssets, ...knownNames()].filter((asset) => asset.chain === chain)
  if (here.some((asset) => sameAddress(chain, asset.address, address))) return null
  const carried = new Set([name, symbol].flatMap((text) => (text === null ? [] : skeletons(text))).filter((text) => text.length >= 2))
  const away = listedAssets
    .filter((asset) => asset.chain !== chain)
    .map(({ address, ...asset }) => ({ ...asset, address: `${address} on ${asset.chain === 'base' ? 'Base' : 'Solana'}` }))
  const found = [...here, ...away, ...elsewhere].find((asset) => carried.has(skeleton(asset.symbol)) || carried.has(skeleton(asset.name)))
  return found ? { symbol: found.symbol, address: found.address, list: 'curated list' } : imitatedOther(chain, address, carried, others)
}

/**
 * The same against lists of others, which may be wrong: they say nothing of a token that they hold themselves, and it takes both name and
 * symbol, or one of them where two lists name the same token. Short words are anybody's.
 */
function imitatedOther(chain: Chain, address: string, carried: ReadonlySet<string>, others: readonly Named[]): Alike | null {
  if (carried.size === 0 || others.some((one) => one.chain === chain && sameAddress(chain, one.address, address))) return null
  const carries = (text: string) => text.length >= MIN_LETTERS && carried.has(text)
  const found = others.find((one) => {
    const [symbol, name] = [skeleton(one.symbol), skeleton(one.name)]
    const isSure = one.chain === chain && one.lists.length > 1
    return isSure ? carries(symbol) || carries(name) : carried.has(symbol) && carries(name)
  })
  const where = (one: Named) => (one.chain === chain ? one.address : `${one.address} on ${one.chain === 'base' ? 'Base' : 'Solana'}`)
  return found ? { symbol: found.symbol, address: where(found), list: `${found.lists.join(' and ')} list` } : null
}

const MIN_LETTERS = 3
