/** The wallet of a buyer on both rails: keys made from a name, and real signatures, which the till checks where it begins before it hears a yes. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import { type Authorization, authorizationDigest } from '../../lib/chain/evm-authorization.ts'
import { rails } from '../../lib/payments/protocol/networks.ts'
import { BASE } from './base.ts'

/** What stands before the 32 bytes of an Ed25519 seed in PKCS #8. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Wallet = {
  /** 0x and 40 hexadecimal digits, in lower case. */
  address: string
  signAuthorization: (authorization: Authorization) => string
  /** 32 bytes, Solana's address. */
  publicKey: Buffer
  signMessage: (message: Buffer) => Buffer
}

/** Opens the wallet of a name: the same for the same. */
export function walletOf(name: string): Wallet {
  const seed = createHash('sha256').update(`wallet ${name}`).digest()
  const key = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' })
  const { eip712, address: verifyingContract } = rails.base.assets[BASE.network]!
  const domain = { ...eip712!, chainId: Number(BASE.network.split(':')[1]), verifyingContract }
  return {
    address: `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(seed, false).subarray(1)).subarray(12))}`,
    signAuthorization: (authorization) => {
      const signature = secp256k1.sign(authorizationDigest(domain, authorization), seed)
      return `0x${signature.toCompactHex()}${(27 + signature.recovery).toString(16)}`
    },
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
    signMessage: (message) => sign(null, message, key),
  }
}
