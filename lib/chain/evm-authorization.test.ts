import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isSignedByPayer } from './evm-authorization.ts'

const domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' as const }
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

test('a signature is the payer’s when viem made it with the payer’s key, and no other', async () => {
  for (let count = 0; count < 20; count += 1) {
    const account = privateKeyToAccount(generatePrivateKey())
    const authorization = {
      from: account.address,
      to: privateKeyToAccount(generatePrivateKey()).address,
      value: String(count),
      validAfter: '0',
      validBefore: '2000000000',
      nonce: `0x${count.toString(16).padStart(64, 'a')}` as const,
    }
    const signature = await account.signTypedData({
      domain,
      types,
      primaryType: 'TransferWithAuthorization',
      message: authorization as never,
    })
    expect(isSignedByPayer(domain, authorization, signature)).toBe(true)
    expect(
      isSignedByPayer(domain, { ...authorization, from: account.address.toLowerCase() }, signature.toUpperCase().replace('X', 'x')),
    ).toBe(true)
    expect(isSignedByPayer(domain, { ...authorization, value: '999' }, signature)).toBe(false)
    expect(isSignedByPayer(domain, { ...authorization, from: authorization.to }, signature)).toBe(false)
    expect(isSignedByPayer({ ...domain, chainId: 84532 }, authorization, signature)).toBe(false)
  }
})

test.each([`0x${'00'.repeat(65)}`, `0x${'11'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'11'.repeat(64)}`, `0x${'11'.repeat(300)}`])(
  '%s is nobody’s',
  (signature) => {
    const from = '0x0000000000000000000000000000000000000000'
    const authorization = { from, to: from, value: '1', validAfter: '0', validBefore: '9'.repeat(78), nonce: `0x${'00'.repeat(32)}` }
    expect(isSignedByPayer(domain, authorization, signature)).toBe(false)
  },
)
