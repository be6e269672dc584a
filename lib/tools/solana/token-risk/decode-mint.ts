/**
 * A mint account's bytes, for nodes that answer base64 where they cannot parse. The result has the form of `jsonParsed` `info`, so that both
 * roads meet in one reader. Source: SPL Token account layout, Token-2022 extension layout (type u16, length u16, value).
 */
import { base58 } from '@scure/base'

const MINT_SIZE = 82
/** Token-2022 pads a mint to the size of a token account, then names the account's type. */
const TYPE_OFFSET = 165
const TYPE_MINT = 1

type Info = {
  decimals: number
  supply: string
  mintAuthority: string | null
  freezeAuthority: string | null
  isInitialized: boolean
  extensions?: { extension: string; state?: Record<string, unknown> }[]
}

/** `info` of a mint; null when the bytes are another kind of account. @throws RangeError when a byte is none that the program writes */
export function decodeMint(bytes: Uint8Array): Info | null {
  if (bytes.length < MINT_SIZE) return null
  if (bytes.length !== MINT_SIZE && (bytes.length <= TYPE_OFFSET || bytes[TYPE_OFFSET] !== TYPE_MINT)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const option = (offset: number) => oneOf([null, base58.encode(bytes.subarray(offset + 4, offset + 36))], view.getUint32(offset, true))
  return {
    mintAuthority: option(0),
    supply: view.getBigUint64(36, true).toString(),
    decimals: view.getUint8(44),
    isInitialized: oneOf([false, true], view.getUint8(45)),
    freezeAuthority: option(46),
    ...(bytes.length > MINT_SIZE ? { extensions: decodeExtensions(bytes.subarray(TYPE_OFFSET + 1)) } : {}),
  }
}

/** What stands for a byte; one that stands for nothing must not pass for "none" or "no". @throws RangeError */
function oneOf<Value>(meanings: readonly Value[], byte: number): Value {
  const meaning = meanings[byte]
  if (meaning === undefined) throw new RangeError(`no meaning of ${byte}`)
  return meaning
}

type Decoder = (reader: Reader) => Record<string, unknown> | undefined

/** Extension types that a mint may carry, by number. A type without a decoder is named, its state left out. */
const types: Record<number, [string, Decoder?]> = {
  1: ['transferFeeConfig', decodeTransferFee],
  3: ['mintCloseAuthority', (reader) => ({ closeAuthority: reader.key() })],
  4: ['confidentialTransferMint'],
  6: ['defaultAccountState', (reader) => ({ accountState: oneOf(['uninitialized', 'initialized', 'frozen'], reader.u8()) })],
  9: ['nonTransferable'],
  10: ['interestBearingConfig'],
  12: ['permanentDelegate', (reader) => ({ delegate: reader.key() })],
  14: ['transferHook', (reader) => ({ authority: reader.key(), programId: reader.key() })],
  16: ['confidentialTransferFeeConfig'],
  18: ['metadataPointer', (reader) => ({ authority: reader.key(), metadataAddress: reader.key() })],
  19: ['tokenMetadata', decodeTokenMetadata],
  20: ['groupPointer'],
  21: ['tokenGroup'],
  22: ['groupMemberPointer'],
  23: ['tokenGroupMember'],
  24: ['confidentialMintBurn'],
  25: ['scaledUiAmountConfig'],
  26: ['pausableConfig', (reader) => ({ authority: reader.key(), paused: oneOf([false, true], reader.u8()) })],
}

function decodeExtensions(bytes: Uint8Array): NonNullable<Info['extensions']> {
  const found: NonNullable<Info['extensions']> = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 0; offset + 4 <= bytes.length; ) {
    const [type, length] = [view.getUint16(offset, true), view.getUint16(offset + 2, true)]
    if (type === 0) break
    const value = bytes.subarray(offset + 4, offset + 4 + length)
    const [name, decode] = types[type] ?? [`extension${type}`]
    found.push(value.length < length ? { extension: 'unparseableExtension' } : decodeOne(name, value, decode))
    offset += 4 + length
  }
  return found
}

function decodeOne(extension: string, value: Uint8Array, decode?: Decoder): { extension: string; state?: Record<string, unknown> } {
  try {
    const state = decode?.(new Reader(value))
    return state === undefined ? { extension } : { extension, state }
  } catch (error) {
    if (error instanceof RangeError) return { extension }
    throw error
  }
}

function decodeTransferFee(reader: Reader): Record<string, unknown> {
  const [transferFeeConfigAuthority, withdrawWithheldAuthority] = [reader.key(), reader.key()]
  const withheldAmount = reader.u64()
  const fee = () => {
    const [epoch, maximumFee] = [Number(reader.u64()), reader.u64()]
    return { epoch, maximumFee, transferFeeBasisPoints: reader.u16() }
  }
  const [olderTransferFee, newerTransferFee] = [fee(), fee()]
  return { transferFeeConfigAuthority, withdrawWithheldAuthority, withheldAmount, olderTransferFee, newerTransferFee }
}

function decodeTokenMetadata(reader: Reader): Record<string, unknown> {
  const [updateAuthority, mint] = [reader.key(), reader.key()]
  return { updateAuthority, mint, name: reader.text(), symbol: reader.text(), uri: reader.text() }
}

/** Reads little-endian values in order; throws RangeError at the end of the bytes. */
class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  #advance(size: number): number {
    const start = this.#offset
    if (start + size > this.#bytes.length) throw new RangeError('past the end')
    this.#offset += size
    return start
  }

  u8 = (): number => this.#view.getUint8(this.#advance(1))
  u16 = (): number => this.#view.getUint16(this.#advance(2), true)
  u64 = (): string => this.#view.getBigUint64(this.#advance(8), true).toString()

  /** An address; all zeros mean none. */
  key(): string | null {
    const start = this.#advance(32)
    const bytes = this.#bytes.subarray(start, start + 32)
    return bytes.every((byte) => byte === 0) ? null : base58.encode(bytes)
  }

  text(): string {
    const length = this.#view.getUint32(this.#advance(4), true)
    const start = this.#advance(length)
    return new TextDecoder().decode(this.#bytes.subarray(start, start + length))
  }
}
