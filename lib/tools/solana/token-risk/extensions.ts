/** Token-2022 extensions of a mint: every one by name with its meaning, and the facts that rules are about. */
import { z } from 'zod'
import { toCount, toText } from '../../../upstreams/values.ts'

/** What each extension means for a holder. Names as `jsonParsed` writes them; source: the Token-2022 program's extension types. */
const meanings: Record<string, string> = {
  transferFeeConfig: 'The program keeps part of every transfer as a fee; its authority may change the rate.',
  mintCloseAuthority: 'The mint account may be closed once the supply is zero.',
  confidentialTransferMint: 'Balances and amounts may be encrypted.',
  confidentialTransferFeeConfig: 'Transfer fees may be taken on encrypted amounts.',
  confidentialMintBurn: 'Minting and burning may be encrypted, so the public supply may be incomplete.',
  defaultAccountState: 'New token accounts start in this state; frozen ones cannot send until they are thawed.',
  nonTransferable: 'The token cannot be sent to anyone.',
  interestBearingConfig: 'The shown amount grows by an interest rate; the raw amount does not change.',
  permanentDelegate: 'The delegate may move or burn the tokens of every holder without asking.',
  transferHook: 'Every transfer may run a program of the issuer, which can refuse it.',
  metadataPointer: 'Says where the name and symbol are kept.',
  tokenMetadata: 'Name, symbol and link, kept in the mint itself.',
  groupPointer: 'Says where the description of a token group is kept.',
  groupMemberPointer: 'Says where the membership of a token group is kept.',
  tokenGroup: 'The mint is a group of tokens.',
  tokenGroupMember: 'The mint belongs to a group of tokens.',
  scaledUiAmountConfig: 'The shown amount is the raw amount times a multiplier that its authority may change.',
  pausableConfig: 'The authority may stop all transfers, minting and burning.',
  permissionedBurn: 'Burning needs the consent of an authority.',
}

/** Names we have no meaning for are listed all the same. */
const UNKNOWN_MEANING = 'Not known to this service: read the program documentation before trusting this token.'

export type Extension = { name: string; meaning: string; state: Record<string, unknown> | null }

/** The system program's address is 32 zero bytes, which some readers print for "none". */
const ZERO = '11111111111111111111111111111111'
/** As nodes write addresses; anything else is not shown as one. */
export const base58Address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

const authority = z.preprocess((value) => (value === ZERO ? null : value), base58Address.nullable())
/** Text that is shown; a token may have none of it. */
const shown = z.string().nullish().transform(toText)
const bps = z.number().int().min(0).max(10_000)
const fee = z.object({ epoch: z.number().min(0), transferFeeBasisPoints: bps })

const states = {
  transferFeeConfig: z.object({ olderTransferFee: fee, newerTransferFee: fee, transferFeeConfigAuthority: authority }),
  permanentDelegate: z.object({ delegate: authority }),
  defaultAccountState: z.object({ accountState: z.enum(['initialized', 'frozen']) }),
  transferHook: z.object({ authority, programId: authority }),
  pausableConfig: z.object({ authority, paused: z.boolean() }),
  mintCloseAuthority: z.object({ closeAuthority: authority }),
  metadataPointer: z.object({ authority, metadataAddress: authority }),
  tokenMetadata: z.object({ name: shown, symbol: shown, uri: shown, updateAuthority: authority }),
}

type States = typeof states

/** Absent = the mint does not have it; `unreadable` = it has it, in a form we do not understand. */
export type Found<Value> = Value | 'absent' | 'unreadable'

export type ExtensionFacts = { [Name in keyof States]: Found<z.output<States[Name]>> } & {
  nonTransferable: boolean
  /** Something is present that the node could not read: absence of anything else proves nothing. */
  opaque: boolean
}

const Row = z.object({ extension: z.string().min(1).max(60), state: z.unknown().optional() })

const MAX_EXTENSIONS = 40

/**
 * Reads the `extensions` list of a parsed mint. `clean` bounds text that strangers wrote.
 * @returns the list for the answer and the facts for the rules
 */
export function readExtensions(value: unknown, clean: (text: string) => string): { list: Extension[]; facts: ExtensionFacts } {
  const given: unknown[] = Array.isArray(value) ? value.slice(0, MAX_EXTENSIONS) : []
  const rows = given.flatMap((item) => {
    const parsed = Row.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
  const find = <Name extends keyof States>(name: Name): Found<z.output<States[Name]>> => {
    const [row, ...others] = rows.filter(({ extension }) => extension === name)
    if (row === undefined) return 'absent'
    // A mint has each once: of two that differ nobody knows which one holds.
    if (others.some(({ state }) => JSON.stringify(state) !== JSON.stringify(row.state))) return 'unreadable'
    const parsed = states[name].safeParse(row.state)
    return parsed.success ? (parsed.data as z.output<States[Name]>) : 'unreadable'
  }
  const opaque =
    (value !== undefined && !Array.isArray(value)) ||
    rows.length < given.length ||
    (Array.isArray(value) && value.length > MAX_EXTENSIONS) ||
    // One that we have no meaning for may do anything, as may one that the node could not read.
    rows.some(({ extension }) => !Object.hasOwn(meanings, extension))
  return {
    list: rows.map(({ extension, state }) => ({
      name: clean(extension),
      meaning: Object.hasOwn(meanings, extension) ? meanings[extension]! : UNKNOWN_MEANING,
      state: isRecord(state) ? (tidy(state, clean) as Record<string, unknown>) : null,
    })),
    facts: {
      transferFeeConfig: find('transferFeeConfig'),
      permanentDelegate: find('permanentDelegate'),
      defaultAccountState: find('defaultAccountState'),
      transferHook: find('transferHook'),
      pausableConfig: find('pausableConfig'),
      mintCloseAuthority: find('mintCloseAuthority'),
      metadataPointer: find('metadataPointer'),
      tokenMetadata: find('tokenMetadata'),
      nonTransferable: rows.some(({ extension }) => extension === 'nonTransferable'),
      opaque,
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Raw amounts (u64) are decimal text in our answers, whether a node wrote a number or text. */
const RAW_AMOUNTS = new Set(['maximumFee', 'withheldAmount'])
const U64_MAX = '18446744073709551615'

/** A node's state, bounded in depth and size, text cleaned; numbers that JSON could not carry exactly become null. */
function tidy(value: unknown, clean: (text: string) => string, key = '', depth = 0): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'number') {
    if (RAW_AMOUNTS.has(key)) return value === 2 ** 64 ? U64_MAX : toCount(value) === null ? null : String(value)
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : value
  }
  if (typeof value === 'boolean' || value === null) return value
  if (depth >= 3) return null
  if (Array.isArray(value)) return value.slice(0, 16).map((item) => tidy(item, clean, key, depth + 1))
  if (!isRecord(value)) return null
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 24)
      .map(([name, item]) => [clean(name), tidy(item, clean, name, depth + 1)]),
  )
}
