/** Receipts in the eip712 format of the offer-receipt extension: a payload beside the signature of an EVM address. */

const TYPES = {
  Receipt: [
    { name: 'version', type: 'uint256' },
    { name: 'network', type: 'string' },
    { name: 'resourceUrl', type: 'string' },
    { name: 'payer', type: 'string' },
    { name: 'issuedAt', type: 'uint256' },
    { name: 'transaction', type: 'string' },
  ],
} as const

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('A member of the receipt is no text.')
  return value
}

const wholeOf = (value: unknown): bigint => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new TypeError('A member of the receipt is no whole number.')
  return BigInt(value)
}

/**
 * Who signed a receipt, and what of it is signed. The domain names chain 1 whatever chain was paid on, and an absent transaction is an empty text:
 * so the extension says.
 * @throws when it is no receipt, or no signature of one key
 */
export async function signerOf(
  payload: Record<string, unknown>,
  signature: string,
): Promise<{ signer: string; claims: Record<string, unknown> }> {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) throw new TypeError('The signature is not 65 bytes.')
  const { recoverTypedDataAddress } = await import('viem')
  const message = {
    version: wholeOf(payload.version),
    network: textOf(payload.network),
    resourceUrl: textOf(payload.resourceUrl),
    payer: textOf(payload.payer),
    issuedAt: wholeOf(payload.issuedAt),
    transaction: textOf(payload.transaction ?? ''),
  }
  const domain = { name: 'x402 receipt', version: '1', chainId: 1 }
  const typed = { domain, types: TYPES, primaryType: 'Receipt', message } as const
  const signer = await recoverTypedDataAddress({ ...typed, signature: signature as `0x${string}` })
  return { signer, claims: { ...message, version: Number(message.version), issuedAt: Number(message.issuedAt) } }
}

/** The EVM addresses that a did.json names, by CAIP-10 (`eip155:1:0x…`), in lower case. */
export function addressesIn(methods: readonly Record<string, unknown>[]): string[] {
  return methods.flatMap(({ blockchainAccountId: id }) => {
    const address = typeof id === 'string' ? /^eip155:\d{1,20}:(0x[0-9a-f]{40})$/i.exec(id)?.[1] : undefined
    return address === undefined ? [] : [address.toLowerCase()]
  })
}
