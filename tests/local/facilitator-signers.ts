/** The keys of the facilitator, made at each start: they pay the gas and move nothing of their own. */
import { createKeyPairSignerFromPrivateKeyBytes, createSolanaRpc } from '@solana/kit'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm'
import { createPublicClient, defineChain, encodeFunctionData, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { BaseChain } from './base-chain.ts'
import type { SolanaChain } from './solana-chain.ts'

const receiptPollMs = 15

/** A signer whose transactions carry consecutive nonces even when many settle at once. */
export async function createEvmSigner(chain: BaseChain) {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.setEther(account.address, 10n ** 24n)
  const client = createPublicClient({
    chain: defineChain({
      id: chain.chainId,
      name: 'Base on this machine',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    }),
    transport: http(chain.rpcUrl, { retryCount: 0 }),
  })

  let nonce = 0
  let turn: Promise<unknown> = Promise.resolve()
  const send = (to: `0x${string}`, data: `0x${string}`, gas: bigint): Promise<`0x${string}`> => {
    const sent = turn.then(async () => {
      const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
      const transaction = await account.signTransaction({ type: 'eip1559', chainId: chain.chainId, nonce, to, data, gas, ...fees })
      const hash = await client.sendRawTransaction({ serializedTransaction: transaction })
      nonce += 1
      return hash
    })
    turn = sent.catch(() => undefined)
    return sent
  }

  const signer = toFacilitatorEvmSigner({
    address: account.address,
    readContract: (args) => client.readContract(args as never),
    verifyTypedData: (args) => client.verifyTypedData(args as never),
    getCode: (args) => client.getCode(args),
    async writeContract(args) {
      // The estimate runs the call, so a revert is known with its reason before anything is sent.
      const gas = args.gas ?? (await client.estimateContractGas({ ...args, account: account.address } as never))
      const data = encodeFunctionData(args as never)
      return send(args.address, args.dataSuffix ? `${data}${args.dataSuffix.slice(2)}` : data, (gas * 12n) / 10n)
    },
    async sendTransaction({ to, data }) {
      return send(to, data, await client.estimateGas({ account: account.address, to, data }))
    },
    async waitForTransactionReceipt({ hash, timeout }) {
      const end = Date.now() + (timeout ?? 30_000)
      for (;;) {
        const receipt = await chain.call<{ status: string; logs: [] } | null>('eth_getTransactionReceipt', [hash])
        if (receipt) return { status: receipt.status === '0x1' ? 'success' : 'reverted', logs: receipt.logs }
        if (Date.now() > end) throw new Error(`Timed out while waiting for transaction ${hash}.`)
        await new Promise((resolve) => setTimeout(resolve, receiptPollMs))
      }
    },
  })
  return signer
}

/** A signer that pays Solana's fees from so many accounts; which one is the buyer's choice among those that an offer may name. */
export async function createSvmSigner(chain: SolanaChain, feePayers = 1): Promise<FacilitatorSvmSigner> {
  const signers = await Promise.all(
    Array.from({ length: feePayers }, async () => {
      const key = await createKeyPairSignerFromPrivateKeyBytes(crypto.getRandomValues(new Uint8Array(32)))
      chain.setLamports(key.address, 10n ** 15n)
      return toFacilitatorSvmSigner(key, { [chain.network]: createSolanaRpc(chain.rpcUrl) as never })
    }),
  )
  const [first] = signers as [FacilitatorSvmSigner]
  const of = (feePayer: string): FacilitatorSvmSigner => {
    const signer = signers.find((one) => one.getAddresses().some((address) => address === feePayer))
    if (!signer) throw new Error(`${feePayer} is no fee payer of this facilitator.`)
    return signer
  }
  return {
    getAddresses: () => signers.flatMap((signer) => signer.getAddresses()),
    ...(first.getSigner ? { getSigner: (feePayer) => of(feePayer).getSigner!(feePayer) } : {}),
    signTransaction: (transaction, feePayer, network) => of(feePayer).signTransaction(transaction, feePayer, network),
    simulateTransaction: (...args) => first.simulateTransaction(...args),
    sendTransaction: (...args) => first.sendTransaction(...args),
    confirmTransaction: (...args) => first.confirmTransaction(...args),
  }
}
