import { base58 } from '@scure/base'

/** True for base58 of 32 bytes, which is 32 to 44 characters: an account, a mint or a program. */
export function isSolanaAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false
  try {
    return base58.decode(text).length === 32
  } catch {
    return false // not base58
  }
}
