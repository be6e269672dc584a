/**
 * Tickers of the largest assets and their CoinGecko ids, for the fallback source, which knows ids only. The primary source resolves tickers
 * by market cap at each call; this table is used when it is down. Source: CoinGecko's public coin list.
 */
export type KnownAsset = { id: string; symbol: string; name: string }

const table: [symbol: string, id: string, name: string][] = [
  ['btc', 'bitcoin', 'Bitcoin'],
  ['eth', 'ethereum', 'Ethereum'],
  ['usdt', 'tether', 'Tether'],
  ['xrp', 'ripple', 'XRP'],
  ['bnb', 'binancecoin', 'BNB'],
  ['sol', 'solana', 'Solana'],
  ['usdc', 'usd-coin', 'USDC'],
  ['trx', 'tron', 'TRON'],
  ['doge', 'dogecoin', 'Dogecoin'],
  ['ada', 'cardano', 'Cardano'],
  ['hype', 'hyperliquid', 'Hyperliquid'],
  ['link', 'chainlink', 'Chainlink'],
  ['sui', 'sui', 'Sui'],
  ['avax', 'avalanche-2', 'Avalanche'],
  ['xlm', 'stellar', 'Stellar'],
  ['bch', 'bitcoin-cash', 'Bitcoin Cash'],
  ['hbar', 'hedera-hashgraph', 'Hedera'],
  ['ltc', 'litecoin', 'Litecoin'],
  ['shib', 'shiba-inu', 'Shiba Inu'],
  ['ton', 'the-open-network', 'Toncoin'],
  ['dot', 'polkadot', 'Polkadot'],
  ['dai', 'dai', 'Dai'],
  ['xmr', 'monero', 'Monero'],
  ['uni', 'uniswap', 'Uniswap'],
  ['aave', 'aave', 'Aave'],
  ['pepe', 'pepe', 'Pepe'],
  ['near', 'near', 'NEAR Protocol'],
  ['apt', 'aptos', 'Aptos'],
  ['etc', 'ethereum-classic', 'Ethereum Classic'],
  ['icp', 'internet-computer', 'Internet Computer'],
  ['ondo', 'ondo-finance', 'Ondo'],
  ['atom', 'cosmos', 'Cosmos Hub'],
  ['arb', 'arbitrum', 'Arbitrum'],
  ['op', 'optimism', 'Optimism'],
  ['fil', 'filecoin', 'Filecoin'],
  ['algo', 'algorand', 'Algorand'],
  ['vet', 'vechain', 'VeChain'],
  ['kas', 'kaspa', 'Kaspa'],
  ['bonk', 'bonk', 'Bonk'],
  ['jup', 'jupiter-exchange-solana', 'Jupiter'],
  ['wif', 'dogwifcoin', 'dogwifhat'],
  ['pyusd', 'paypal-usd', 'PayPal USD'],
  ['weth', 'weth', 'WETH'],
  ['wbtc', 'wrapped-bitcoin', 'Wrapped Bitcoin'],
  ['steth', 'staked-ether', 'Lido Staked Ether'],
  ['jitosol', 'jito-staked-sol', 'Jito Staked SOL'],
  ['aero', 'aerodrome-finance', 'Aerodrome Finance'],
  ['ray', 'raydium', 'Raydium'],
]

const byTerm = new Map<string, KnownAsset>()
for (const [symbol, id, name] of table) byTerm.set(id, { id, symbol, name })
for (const [symbol, id, name] of table) byTerm.set(symbol, { id, symbol, name })

/** The asset a lower-case ticker or id means, when it is one of the large ones. */
export const knownAsset = (term: string): KnownAsset | undefined => byTerm.get(term)
