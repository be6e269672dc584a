/** The JSON-RPC methods that wallets, facilitators and reconciliation call, with the semantics and errors of the real node. */
import { base58 } from '@scure/base'
import { type Address, getCompiledTransactionMessageDecoder } from '@solana/kit'
import { FailedTransactionMetadata } from 'litesvm'
import { RpcError, type RpcMethods } from './json-rpc.ts'
import { parseTokenAccount, tokenProgram, uiTokenAmount } from './solana-accounts.ts'
import { toSolanaError } from './solana-errors.ts'
import { type Commitment, type Decoded, decodeTransaction, type Landed, type SolanaLedger, signaturesHold } from './solana-ledger.ts'

type Config = Record<string, unknown>

/** JSON has no u64; this is what a client reads for the real node's "never". */
const rentEpochNever = 2 ** 64
const lamportsPerSignature = 5000
const version = { 'solana-core': '3.1.0', 'feature-set': 0 }

function invalid(message: string): never {
  throw new RpcError(-32602, `Invalid params: ${message}`)
}

function addressOf(value: unknown): Address {
  if (typeof value !== 'string') return invalid('a base58 address is expected')
  try {
    if (base58.decode(value).length === 32) return value as Address
  } catch {
    // Falls through to the same answer as a wrong length.
  }
  return invalid('wrong size or characters of an address')
}

function configOf(value: unknown): Config {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') return invalid('an object is expected')
  return value as Config
}

function commitmentOf(config: Config, fallback: Commitment = 'finalized'): Commitment {
  const value = config.commitment ?? fallback
  if (value === 'processed' || value === 'confirmed' || value === 'finalized') return value
  return invalid(`unknown commitment ${String(value)}`)
}

function wireOf(text: unknown, encoding: unknown): Decoded {
  if (typeof text !== 'string') return invalid('a transaction is expected')
  try {
    const wire = encoding === 'base64' ? new Uint8Array(Buffer.from(text, 'base64')) : base58.decode(text)
    return decodeTransaction(wire)
  } catch (error) {
    return invalid(`failed to deserialize the transaction: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** All methods over one ledger. */
export function solanaMethods(ledger: SolanaLedger, chain: { genesisHash: string }): RpcMethods {
  const { svm } = ledger
  const decimals = ledger.options.decimals
  const inContext = (value: unknown, commitment: Commitment = 'confirmed') => ({
    context: { apiVersion: version['solana-core'], slot: ledger.slot(commitment) },
    value,
  })
  const finality = (landed: Landed): Commitment => (landed.slot <= ledger.slot('finalized') ? 'finalized' : 'confirmed')
  const visible = (landed: Landed, commitment: Commitment) => landed.slot <= ledger.slot(commitment)

  const encodeAccount = (address: Address, encoding: unknown) => {
    const account = svm.getAccount(address)
    if (!account.exists) return null
    const bytes = account.data as Uint8Array
    const token = parseTokenAccount(account.programAddress, bytes)
    const parsed = token && {
      program: 'spl-token',
      parsed: {
        type: 'account',
        info: {
          isNative: false,
          mint: token.mint,
          owner: token.owner,
          state: 'initialized',
          tokenAmount: uiTokenAmount(token.amount, decimals),
        },
      },
      space: bytes.length,
    }
    if (encoding !== undefined && encoding !== 'base58' && encoding !== 'base64' && encoding !== 'jsonParsed')
      invalid(`encoding ${String(encoding)}`)
    if (encoding === undefined || encoding === 'base58')
      if (bytes.length > 128)
        throw new RpcError(-32600, 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.')
    const data =
      encoding === 'jsonParsed' && parsed
        ? parsed
        : encoding === undefined
          ? base58.encode(bytes)
          : encoding === 'base58'
            ? [base58.encode(bytes), 'base58']
            : [Buffer.from(bytes).toString('base64'), 'base64']
    return {
      data,
      executable: account.executable,
      lamports: Number(account.lamports),
      owner: account.programAddress,
      rentEpoch: rentEpochNever,
      space: bytes.length,
    }
  }

  const simulate = (decoded: Decoded, config: Config) => {
    const blank = { accounts: null, innerInstructions: null, logs: [], replacementBlockhash: null, returnData: null, unitsConsumed: 0 }
    if (config.accounts !== undefined) invalid('this node does not return accounts of a simulation')
    if (config.sigVerify === true && config.replaceRecentBlockhash === true)
      invalid('sigVerify may not be used with replaceRecentBlockhash')
    if (config.sigVerify === true && !signaturesHold(decoded)) return { ...blank, err: 'SignatureFailure' }
    const obstacle = ledger.obstacle(decoded)
    if (obstacle !== undefined && !(obstacle === 'BlockhashNotFound' && config.replaceRecentBlockhash === true))
      return { ...blank, err: obstacle }
    const result = svm.simulateTransaction(decoded.transaction)
    const failed = result instanceof FailedTransactionMetadata
    const meta = result.meta()
    return { ...blank, err: failed ? toSolanaError(result) : null, logs: meta.logs(), unitsConsumed: Number(meta.computeUnitsConsumed()) }
  }

  const transactionBody = (landed: Landed, encoding: unknown) => {
    if (encoding === 'base64') return [Buffer.from(landed.wire).toString('base64'), 'base64']
    if (encoding === 'base58') return [base58.encode(landed.wire), 'base58']
    if (encoding !== undefined && encoding !== 'json') return invalid(`encoding ${String(encoding)} is not served here`)
    const { transaction } = decodeTransaction(landed.wire)
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    if (!('instructions' in message)) return invalid('unsupported transaction version')
    return {
      signatures: Object.values(transaction.signatures).map((signature) => base58.encode((signature ?? new Uint8Array(64)) as Uint8Array)),
      message: {
        accountKeys: landed.accounts,
        addressTableLookups: [],
        header: {
          numRequiredSignatures: message.header.numSignerAccounts,
          numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
        },
        instructions: message.instructions.map((instruction) => ({
          programIdIndex: instruction.programAddressIndex,
          accounts: instruction.accountIndices ?? [],
          data: base58.encode((instruction.data ?? new Uint8Array()) as Uint8Array),
          stackHeight: 1,
        })),
        recentBlockhash: 'lifetimeToken' in message ? message.lifetimeToken : '',
      },
    }
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => version,
    getGenesisHash: () => chain.genesisHash,
    getFirstAvailableBlock: () => 0,
    getSlot: ([config]) => ledger.slot(commitmentOf(configOf(config))),
    getBlockTime: ([slot]) => (typeof slot === 'number' ? ledger.blockTime(slot) : invalid('a slot is expected')),
    getBlockHeight: ([config]) => ledger.height(commitmentOf(configOf(config))),
    getEpochInfo: ([config]) => {
      const slot = ledger.slot(commitmentOf(configOf(config)))
      return {
        absoluteSlot: slot,
        blockHeight: ledger.height(commitmentOf(configOf(config))),
        epoch: Math.floor(slot / 432_000),
        slotIndex: slot % 432_000,
        slotsInEpoch: 432_000,
        transactionCount: null,
      }
    },
    getMinimumBalanceForRentExemption: ([size]) => Number(svm.minimumBalanceForRentExemption(BigInt(Number(size)))),
    getRecentPrioritizationFees: () => [{ slot: ledger.slot(), prioritizationFee: 0 }],
    getFeeForMessage: ([message]) => {
      if (typeof message !== 'string') return invalid('a message is expected')
      const bytes = new Uint8Array(Buffer.from(message, 'base64'))
      const decoded = getCompiledTransactionMessageDecoder().decode(bytes)
      return 'header' in decoded ? inContext(decoded.header.numSignerAccounts * lamportsPerSignature) : inContext(null)
    },

    getLatestBlockhash: ([config]) => {
      const commitment = commitmentOf(configOf(config))
      return inContext(ledger.latestBlockhash(commitment), commitment)
    },
    isBlockhashValid: ([blockhash, config]) => {
      const commitment = commitmentOf(configOf(config))
      return inContext(ledger.isBlockhashValid(addressOf(blockhash), commitment), commitment)
    },

    getBalance: ([address]) => inContext(Number(svm.getBalance(addressOf(address)) ?? 0n)),
    getAccountInfo: ([address, config]) => inContext(encodeAccount(addressOf(address), configOf(config).encoding)),
    getMultipleAccounts: ([addresses, config]) => {
      if (!Array.isArray(addresses) || addresses.length > 100) return invalid('at most 100 addresses')
      return inContext(addresses.map((address) => encodeAccount(addressOf(address), configOf(config).encoding ?? 'base64')))
    },
    getTokenAccountBalance: ([address]) => {
      const account = svm.getAccount(addressOf(address))
      const token = account.exists ? parseTokenAccount(account.programAddress, account.data as Uint8Array) : undefined
      if (!token) throw new RpcError(-32602, 'Invalid param: could not find account')
      return inContext(uiTokenAmount(token.amount, decimals))
    },

    simulateTransaction: ([text, config]) => {
      const options = configOf(config)
      return inContext(simulate(wireOf(text, options.encoding), options))
    },
    sendTransaction: ([text, config]) => {
      const options = configOf(config)
      const decoded = wireOf(text, options.encoding)
      if (!signaturesHold(decoded)) throw new RpcError(-32003, 'Transaction signature verification failure')
      if (options.skipPreflight !== true) {
        const { err, logs } = simulate(decoded, {})
        if (err !== null) throw new RpcError(-32002, `Transaction simulation failed: ${JSON.stringify(err)}`, { err, logs })
      }
      return ledger.send(decoded)
    },
    getSignatureStatuses: ([signatures]) => {
      if (!Array.isArray(signatures) || signatures.length > 256) return invalid('at most 256 signatures')
      return inContext(
        signatures.map((signature) => {
          const landed = ledger.landed(String(signature))
          if (!landed) return null
          const confirmationStatus = finality(landed)
          return {
            confirmationStatus,
            confirmations: confirmationStatus === 'finalized' ? null : Math.max(1, ledger.slot() - landed.slot),
            err: landed.err,
            slot: landed.slot,
            status: landed.err === null ? { Ok: null } : { Err: landed.err },
          }
        }),
      )
    },
    getSignaturesForAddress: ([address, config]) => {
      const options = configOf(config)
      const commitment = commitmentOf(options)
      if (commitment === 'processed') return invalid('Method does not support commitment below `confirmed`')
      const limit = options.limit === undefined ? 1000 : Number(options.limit)
      if (!Number.isInteger(limit) || limit < 1 || limit > 1000) return invalid('limit must be 1 to 1000')
      const newestFirst = ledger.historyOf(addressOf(address)).toReversed()
      const start = options.before === undefined ? 0 : newestFirst.findIndex(({ signature }) => signature === options.before) + 1
      const end = newestFirst.findIndex(({ signature }) => signature === options.until)
      return newestFirst
        .slice(start, end === -1 ? undefined : end)
        .filter((landed) => visible(landed, commitment))
        .slice(0, limit)
        .map((landed) => ({
          blockTime: landed.blockTime,
          confirmationStatus: finality(landed),
          err: landed.err,
          memo: landed.memo,
          signature: landed.signature,
          slot: landed.slot,
        }))
    },
    getTransaction: ([signature, config]) => {
      const options = typeof config === 'string' ? { encoding: config } : configOf(config)
      const commitment = commitmentOf(options)
      if (commitment === 'processed') return invalid('Method does not support commitment below `confirmed`')
      const landed = ledger.landed(String(signature))
      if (!landed || !visible(landed, commitment)) return null
      if (options.maxSupportedTransactionVersion !== 0)
        throw new RpcError(
          -32015,
          'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
        )
      return {
        blockTime: landed.blockTime,
        slot: landed.slot,
        version: 0,
        transaction: transactionBody(landed, options.encoding),
        meta: {
          err: landed.err,
          status: landed.err === null ? { Ok: null } : { Err: landed.err },
          fee: landed.fee,
          preBalances: landed.balances.pre,
          postBalances: landed.balances.post,
          preTokenBalances: landed.tokens.pre,
          postTokenBalances: landed.tokens.post,
          innerInstructions: [],
          logMessages: landed.logs,
          loadedAddresses: { readonly: [], writable: [] },
          computeUnitsConsumed: landed.units,
          rewards: [],
        },
      }
    },
    getTokenAccountsByOwner: ([owner, filter, config]) => {
      const { mint } = configOf(filter) as { mint?: unknown }
      if (typeof mint !== 'string') return invalid('a mint is expected')
      const wanted = addressOf(owner)
      const found = svm.getProgramAccounts(tokenProgram).filter((account) => {
        const token = parseTokenAccount(account.programAddress, account.data as Uint8Array)
        return token?.owner === wanted && token.mint === mint
      })
      return inContext(found.map(({ address }) => ({ pubkey: address, account: encodeAccount(address, configOf(config).encoding) })))
    },
  }
}
