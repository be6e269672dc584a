/** The Metaplex metadata account of a mint: where it lies, and what it says. Source: Metaplex token-metadata program, account layout. */
import { base58 } from '@scure/base'
import { isSolanaAddress } from '../../../chain/is-solana-address.ts'
import { isOnCurve, programDerivedAddress } from '../../../chain/solana-address.ts'

export const METAPLEX_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** As `isOnCurve`, of a base58 address; false for anything that is none. */
export const isWalletAddress = (address: string): boolean => isSolanaAddress(address) && isOnCurve(base58.decode(address))

/** Address of the metadata account of `mint` (base58). */
export const metaplexAddress = (mint: string): string =>
  programDerivedAddress([new TextEncoder().encode('metadata'), base58.decode(METAPLEX_PROGRAM), base58.decode(mint)], METAPLEX_PROGRAM)

type MetaplexMetadata = {
  updateAuthority: string
  name: string
  symbol: string
  uri: string
  sellerFeeBps: number
  creators: number
  mutable: boolean
}

/** Longest texts of the program: 32, 10, 200 bytes. A longer length field means that this is not the layout. */
const MAX_TEXT = 1_000

/** Walks the account's bytes, since the offset of `isMutable` varies with the number of creators; null when they are something else. */
export function decodeMetaplex(bytes: Uint8Array, mint: string): MetaplexMetadata | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let offset = 1 + 32
  try {
    const updateAuthority = base58.encode(bytes.subarray(1, 33))
    if (base58.encode(bytes.subarray(offset, offset + 32)) !== mint) return null
    offset += 32
    const text = () => {
      const length = view.getUint32(offset, true)
      if (length > MAX_TEXT || offset + 4 + length > bytes.length) throw new RangeError('text runs past the account')
      const value = new TextDecoder().decode(bytes.subarray(offset + 4, offset + 4 + length))
      offset += 4 + length
      return value.replace(/\0+$/, '')
    }
    const [name, symbol, uri] = [text(), text(), text()]
    const sellerFeeBps = view.getUint16(offset, true)
    offset += 2
    const hasCreators = view.getUint8(offset)
    offset += 1
    if (hasCreators > 1) return null
    const creators = hasCreators ? view.getUint32(offset, true) : 0
    if (creators > 100) return null
    offset += hasCreators ? 4 + creators * 34 : 0
    const isMutable = view.getUint8(offset + 1)
    if (isMutable > 1) return null
    return { updateAuthority, name, symbol, uri, sellerFeeBps, creators, mutable: isMutable === 1 }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
