/**
 * Names of well-known addresses, by exact address. Calldata does not say on which chain it runs: a name of one chain says so, and the same
 * address elsewhere may be somebody else's. What the program ships with; nothing is asked for.
 */
import { listedAssets } from '../../trust-list.ts'

/** Where a name holds: `any` is for what is deployed at the same address on many chains. */
export type Labelled = { label: string; chain: 'any' | 'ethereum' | 'base' }
type Row = [address: string, label: string]

/** Deployed by deterministic deployers, or of no chain. Published in the projects' own deployment lists. */
const anywhere: Row[] = [
  ['0x0000000000000000000000000000000000000000', 'zero address'],
  ['0x000000000000000000000000000000000000dEaD', 'burn address'],
  ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'native coin (placeholder)'],
  ['0x000000000022D473030F116dDEE9F6B43aC78BA3', 'Uniswap: Permit2'],
  ['0xcA11bde05977b3631167028862bE2a173976CA11', 'Multicall3'],
  ['0x4e59b44847b379578588920cA78FbF26c0B4956C', 'Deterministic deployment proxy'],
  ['0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789', 'ERC-4337: EntryPoint 0.6'],
  ['0x0000000071727De22E5E9d8BAf0edAc6f37da032', 'ERC-4337: EntryPoint 0.7'],
  ['0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761', 'Safe: MultiSend 1.3.0'],
  ['0x40A2aCCbd92BCA938b02010E17A5b8929b49130D', 'Safe: MultiSendCallOnly 1.3.0'],
  ['0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', 'Safe: MultiSend 1.4.1'],
  ['0x9641d764fc13c8B624c04430C7356C1C7C8102e2', 'Safe: MultiSendCallOnly 1.4.1'],
  ['0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', 'Safe: singleton 1.3.0'],
  ['0x3E5c63644E683549055b9Be8653de26E0B4CD36E', 'Safe: L2 singleton 1.3.0'],
  ['0x41675C099F32341bf84BFc5382aF534df5C7461a', 'Safe: singleton 1.4.1'],
  ['0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', 'Safe: L2 singleton 1.4.1'],
  ['0x1111111254EEB25477B68fb85Ed929f73A960582', '1inch: AggregationRouter 5'],
  ['0x111111125421cA6dc452d289314280a0f8842A65', '1inch: AggregationRouter 6'],
  ['0xDef1C0ded9bec7F1a1670819833240f027b25EfF', '0x: ExchangeProxy'],
  ['0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC', 'OpenSea: Seaport 1.5'],
]

const ethereum: Row[] = [
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'vitalik.eth'],
  ['0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e', 'ENS: registry'],
  ['0x00000000219ab540356cBB839Cbe05303d7705Fa', 'Beacon chain deposit contract'],
  ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'WETH'],
  ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC'],
  ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT'],
  ['0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI'],
  ['0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'WBTC'],
  ['0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 'stETH'],
  ['0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'wstETH'],
  ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap: V2 Router02'],
  ['0xE592427A0AEce92De3Edee1F18E0157C05861564', 'Uniswap: V3 SwapRouter'],
  ['0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', 'Uniswap: V3 SwapRouter02'],
  ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88', 'Uniswap: V3 positions'],
  ['0x1F98431c8aD98523631AE4a59f267346ea31F984', 'Uniswap: V3 factory'],
  ['0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', 'Aave: V3 Pool'],
  ['0xBA12222222228d8Ba445958a75a0704d566BF2C8', 'Balancer: V2 Vault'],
]

const base: Row[] = [
  ['0x4200000000000000000000000000000000000010', 'Base: L2StandardBridge'],
  ['0x2626664c2603336E57B271c5C0b26F421741e481', 'Uniswap: V3 SwapRouter02'],
  ['0x498581fF718922c3f8e6A244956aF099B2652b2b', 'Uniswap: V4 PoolManager'],
  ['0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43', 'Aerodrome: Router'],
]

/** Every label, for the test of their checksums. */
export const labelled: readonly { address: string; label: string; chain: Labelled['chain'] }[] = [
  ...anywhere.map(([address, label]) => ({ address, label, chain: 'any' as const })),
  ...ethereum.map(([address, label]) => ({ address, label, chain: 'ethereum' as const })),
  ...base.map(([address, label]) => ({ address, label, chain: 'base' as const })),
  ...listedAssets.flatMap(({ chain, address, symbol }) => (chain === 'base' ? [{ address, label: symbol, chain }] : [])),
]

const byAddress = new Map(labelled.map(({ address, label, chain }) => [address.toLowerCase(), { label, chain }]))

/** The name of an address; null for one that is not on the list. */
export const labelOf = (address: string): Labelled | null => byAddress.get(address.toLowerCase()) ?? null
