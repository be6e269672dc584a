/**
 * A Solana with slots, blockhashes that expire, delayed landing, finality and a history, around litesvm's real programs.
 * litesvm itself knows one blockhash and no duplicates, so both are kept here and its own checks are off.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Address, getCompiledTransactionMessageDecoder, getTransactionDecoder, type Transaction } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { memoPrograms, parseTokenAccount, uiTokenAmount } from './solana-accounts.ts'
import { landsAsFailed, type SolanaError, toSolanaError } from './solana-errors.ts'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: ReturnType<typeof uiTokenAmount>
}

/** A transaction that is on chain, succeeded or failed. */
export type Landed = {
  signature: string
  slot: number
  blockTime: number
  err: SolanaError | null
  /** `[32] text`, several joined by `; `; null without a memo. */
  memo: string | null
  wire: Uint8Array
  accounts: string[]
  fee: number
  logs: string[]
  units: number
  balances: { pre: number[]; post: number[] }
  tokens: { pre: TokenBalance[]; post: TokenBalance[] }
}

export type Decoded = {
  transaction: Transaction
  wire: Uint8Array
  signature: string
  signers: string[]
  accounts: string[]
  blockhash: string
  messageHash: string
  memo: string | null
}

export type LedgerOptions = {
  slotMs: number
  /** A blockhash is good for this many blocks after its own. */
  blockhashLife: number
  /** Slots between confirmed and finalized. */
  finalitySlots: number
  decimals: number
}

const firstSlot = 447_552_000
/** Blocks are fewer than slots on the real chain: a height is not a slot. */
const skippedSlots = 21_000_000
const historyLimit = 100_000
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Reads wire bytes. @throws Error when they are no transaction, or bytes follow it. */
export function decodeTransaction(wire: Uint8Array): Decoded {
  const transaction = getTransactionDecoder().decode(wire)
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (!('header' in message) || !('staticAccounts' in message)) throw new Error('unsupported transaction version')
  const accounts = message.staticAccounts.map(String)
  const signers = accounts.slice(0, message.header.numSignerAccounts)
  const signatures = Object.values(transaction.signatures)
  if (wire.length !== 1 + signatures.length * 64 + transaction.messageBytes.length) throw new Error('bytes after the transaction')
  const instructions = 'instructions' in message ? message.instructions : []
  const memos = instructions
    .filter((instruction) => memoPrograms.includes(accounts[instruction.programAddressIndex] ?? ''))
    .map(
      (instruction) =>
        `[${instruction.data?.length ?? 0}] ${new TextDecoder().decode((instruction.data ?? new Uint8Array()) as Uint8Array)}`,
    )
  return {
    transaction,
    wire,
    signature: base58.encode((signatures[0] ?? new Uint8Array(64)) as Uint8Array),
    signers,
    accounts,
    blockhash: 'lifetimeToken' in message ? String(message.lifetimeToken) : '',
    messageHash: createHash('sha256')
      .update(transaction.messageBytes as unknown as Uint8Array)
      .digest('hex'),
    memo: memos.length > 0 ? memos.join('; ') : null,
  }
}

/** True when every signer's slot holds its signature of the message. */
export function signaturesHold({ transaction, signers }: Decoded): boolean {
  return signers.every((signer) => {
    const signature = transaction.signatures[signer as Address]
    if (!signature) return false
    const key = createPublicKey({ key: Buffer.concat([ed25519Prefix, base58.decode(signer)]), format: 'der', type: 'spki' })
    return verify(null, transaction.messageBytes as unknown as Uint8Array, key, signature as unknown as Uint8Array)
  })
}

export class SolanaLedger {
  readonly svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n)
  readonly options: LedgerOptions
  /** Milliseconds between sendTransaction and the chain. */
  landingDelayMs = 0
  #start = Date.now()
  #skipped = 0
  #blockhashes = new Map<string, number>()
  #blockhashOfSlot = new Map<number, string>()
  #landedMessages = new Set<string>()
  #sent = new Set<string>()
  #bySignature = new Map<string, Landed>()
  #byAccount = new Map<string, Landed[]>()
  /** What is on its way, and how it lands. */
  #timers = new Map<NodeJS.Timeout, () => void>()

  constructor(options: LedgerOptions) {
    this.options = options
  }

  slot(commitment: Commitment = 'confirmed'): number {
    const newest = firstSlot + Math.floor((Date.now() - this.#start) / this.options.slotMs) + this.#skipped
    return commitment === 'finalized' ? newest - this.options.finalitySlots : newest
  }

  height(commitment: Commitment = 'confirmed'): number {
    return this.slot(commitment) - skippedSlots
  }

  /** Lets slots pass at once: blockhashes age, transactions become final. */
  advanceSlots(count: number): void {
    this.#skipped += count
  }

  blockTime(slot: number): number {
    return Math.floor((Date.now() - (this.slot() - slot) * this.options.slotMs) / 1000)
  }

  latestBlockhash(commitment: Commitment): { blockhash: string; lastValidBlockHeight: number } {
    const slot = this.slot(commitment)
    let blockhash = this.#blockhashOfSlot.get(slot)
    if (!blockhash) {
      blockhash = base58.encode(createHash('sha256').update(`${this.#start}/${slot}`).digest())
      this.#blockhashOfSlot.set(slot, blockhash)
      this.#blockhashes.set(blockhash, slot)
      this.#forgetBlockhashes(slot)
    }
    return { blockhash, lastValidBlockHeight: slot - skippedSlots + this.options.blockhashLife }
  }

  /** As the bank of that commitment sees it: it does not know younger blockhashes yet. */
  isBlockhashValid(blockhash: string, commitment: Commitment): boolean {
    const born = this.#blockhashes.get(blockhash)
    const slot = this.slot(commitment)
    return born !== undefined && born <= slot && slot - born <= this.options.blockhashLife
  }

  /** Why this transaction cannot run now, judged by blockhash and history; undefined when it can. */
  obstacle(decoded: Decoded): SolanaError | undefined {
    if (!this.isBlockhashValid(decoded.blockhash, 'confirmed')) return 'BlockhashNotFound'
    return this.#landedMessages.has(decoded.messageHash) ? 'AlreadyProcessed' : undefined
  }

  /** Hands a transaction to the network: it lands after the delay, or never. Twice is once. */
  send(decoded: Decoded): string {
    if (this.#sent.has(decoded.messageHash) || this.#landedMessages.has(decoded.messageHash)) return decoded.signature
    if (this.landingDelayMs <= 0) this.#land(decoded)
    else {
      this.#sent.add(decoded.messageHash)
      const land = () => {
        clearTimeout(timer)
        this.#timers.delete(timer)
        this.#sent.delete(decoded.messageHash)
        this.#land(decoded)
      }
      const timer = setTimeout(land, this.landingDelayMs)
      this.#timers.set(timer, land)
    }
    return decoded.signature
  }

  landed(signature: string): Landed | undefined {
    return this.#bySignature.get(signature)
  }

  /** Oldest first. */
  historyOf(account: string): readonly Landed[] {
    return this.#byAccount.get(account) ?? []
  }

  /** Lets everything that is on its way land at once. */
  landNow(): void {
    for (const land of [...this.#timers.values()]) land()
  }

  close(): void {
    for (const timer of this.#timers.keys()) clearTimeout(timer)
    this.#timers.clear()
  }

  #land(decoded: Decoded): void {
    if (this.obstacle(decoded) !== undefined) return
    const slot = this.slot()
    const clock = this.svm.getClock()
    clock.slot = BigInt(slot)
    clock.unixTimestamp = BigInt(this.blockTime(slot))
    this.svm.setClock(clock)
    const pre = this.#snapshot(decoded.accounts)
    const result = this.svm.sendTransaction(decoded.transaction)
    const failed = result instanceof FailedTransactionMetadata
    const err = failed ? toSolanaError(result) : null
    if (err !== null && !landsAsFailed(err)) return
    const meta = failed ? result.meta() : result
    const post = this.#snapshot(decoded.accounts)
    const landed: Landed = {
      signature: decoded.signature,
      slot,
      blockTime: this.blockTime(slot),
      err,
      memo: decoded.memo,
      wire: decoded.wire,
      accounts: decoded.accounts,
      fee: (pre.lamports[0] ?? 0) - (post.lamports[0] ?? 0),
      logs: meta.logs(),
      units: Number(meta.computeUnitsConsumed()),
      balances: { pre: pre.lamports, post: post.lamports },
      tokens: { pre: pre.tokens, post: post.tokens },
    }
    this.#landedMessages.add(decoded.messageHash)
    this.#bySignature.set(landed.signature, landed)
    for (const account of new Set(decoded.accounts)) {
      const list = this.#byAccount.get(account)
      if (list) list.push(landed)
      else this.#byAccount.set(account, [landed])
      if (list && list.length > historyLimit) list.shift()
    }
  }

  #snapshot(accounts: string[]): { lamports: number[]; tokens: TokenBalance[] } {
    const lamports: number[] = []
    const tokens: TokenBalance[] = []
    for (const [accountIndex, address] of accounts.entries()) {
      const account = this.svm.getAccount(address as Address)
      lamports.push(account.exists ? Number(account.lamports) : 0)
      const token = account.exists ? parseTokenAccount(account.programAddress, account.data as Uint8Array) : undefined
      if (account.exists && token)
        tokens.push({
          accountIndex,
          mint: token.mint,
          owner: token.owner,
          programId: account.programAddress,
          uiTokenAmount: uiTokenAmount(token.amount, this.options.decimals),
        })
    }
    return { lamports, tokens }
  }

  #forgetBlockhashes(newest: number): void {
    const keep = this.options.blockhashLife + this.options.finalitySlots + 8
    for (const [slot, blockhash] of this.#blockhashOfSlot)
      if (slot < newest - keep) {
        this.#blockhashOfSlot.delete(slot)
        this.#blockhashes.delete(blockhash)
      }
  }
}
