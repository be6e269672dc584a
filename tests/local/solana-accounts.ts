/** Raw bytes of SPL token accounts and mints, and the addresses they live at. */
import { base58 } from '@scure/base'
import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'

export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
export const memoPrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address

export const tokenAccountLamports = 2_039_280n
export const mintLamports = 1_461_600n

/** The associated token account of `owner` for `mint`. */
export async function associatedTokenAccount(owner: Address, mint: Address): Promise<Address> {
  const encoder = getAddressEncoder()
  const seeds = [encoder.encode(owner), encoder.encode(tokenProgram), encoder.encode(mint)]
  const [address] = await getProgramDerivedAddress({ programAddress: associatedTokenProgram, seeds })
  return address
}

/** 82 bytes: no mint authority, `supply`, `decimals`, initialised, no freeze authority. */
export function mintData(supply: bigint, decimals: number): Uint8Array {
  const data = new Uint8Array(82)
  new DataView(data.buffer).setBigUint64(36, supply, true)
  data[44] = decimals
  data[45] = 1
  return data
}

/** 165 bytes: mint, owner, amount; no delegate, initialised, not native, no close authority. */
export function tokenAccountData(mint: Address, owner: Address, amount: bigint): Uint8Array {
  const data = new Uint8Array(165)
  data.set(base58.decode(mint), 0)
  data.set(base58.decode(owner), 32)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data[108] = 1
  return data
}

export type TokenAccount = { mint: string; owner: string; amount: bigint }

/** What a token account holds, or undefined when these bytes are none. */
export function parseTokenAccount(owner: string, data: Uint8Array): TokenAccount | undefined {
  if (owner !== tokenProgram || data.length !== 165) return undefined
  return {
    mint: base58.encode(data.subarray(0, 32)),
    owner: base58.encode(data.subarray(32, 64)),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(64, true),
  }
}

/** An amount as the JSON-RPC writes it. */
export function uiTokenAmount(amount: bigint, decimals: number) {
  const scale = 10n ** BigInt(decimals)
  const fraction = (amount % scale).toString().padStart(decimals, '0').replace(/0+$/, '')
  const text = fraction ? `${amount / scale}.${fraction}` : String(amount / scale)
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text }
}
