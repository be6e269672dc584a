/** EIP-3009: who signed a `TransferWithAuthorization`, computed here, without a node. */
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'

export type Authorization = { from: string; to: string; value: string; validAfter: string; validBefore: string; nonce: string }
export type TokenDomain = { name: string; version: string; chainId: number; verifyingContract: string }

const text = (value: string) => keccak_256(new TextEncoder().encode(value))
const DOMAIN = text('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')
const TRANSFER = text(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)
const word = (hex: string) => Buffer.from(hex.replace(/^0x/, '').padStart(64, '0'), 'hex')
const number = (value: string | number) => word(BigInt(value).toString(16))
const keccak = (...parts: Uint8Array[]) => keccak_256(Buffer.concat(parts))

/** The EIP-712 digest that a payer signs. @throws Error for a number beyond 256 bits */
export function authorizationDigest(domain: TokenDomain, { from, to, value, validAfter, validBefore, nonce }: Authorization): Uint8Array {
  const separator = keccak(DOMAIN, text(domain.name), text(domain.version), number(domain.chainId), word(domain.verifyingContract))
  const content = keccak(TRANSFER, word(from), word(to), number(value), number(validAfter), number(validBefore), word(nonce))
  return keccak(Buffer.from([0x19, 0x01]), separator, content)
}

/** Whether the key of `from` made a 65-byte signature of it. False too for a contract's signature, which only the chain can check. Never throws. */
export function isSignedByPayer(domain: TokenDomain, authorization: Authorization, signature: string): boolean {
  try {
    const bytes = Buffer.from(signature.slice(2), 'hex')
    if (bytes.length !== 65) return false
    const v = bytes[64]!
    const recovered = secp256k1.Signature.fromCompact(bytes.subarray(0, 64))
      .addRecoveryBit(v >= 27 ? v - 27 : v)
      .recoverPublicKey(authorizationDigest(domain, authorization))
    const address = keccak_256(recovered.toRawBytes(false).subarray(1)).subarray(12)
    return `0x${bytesToHex(address)}` === authorization.from.toLowerCase()
  } catch {
    return false
  }
}
