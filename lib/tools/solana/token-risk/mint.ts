/** The mint account: the core datum of the answer. */

import { base64 } from '@scure/base'
import { z } from 'zod'
import { TOKEN_PROGRAM } from '../../../chain/solana-address.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { decodeMint } from './decode-mint.ts'
import { base58Address, type Extension, type ExtensionFacts, readExtensions } from './extensions.ts'
import { decodeMetaplex, METAPLEX_PROGRAM } from './metaplex.ts'

export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

export type Mint = {
  program: 'spl-token' | 'token-2022'
  decimals: number
  /** Raw units, decimal text. */
  supply: string
  mintAuthority: string | null
  freezeAuthority: string | null
  extensions: Extension[]
  facts: ExtensionFacts
}

export type Metadata = {
  mutable: boolean | null
  updateAuthority: string | null
  name: string | null
  symbol: string | null
  uri: string | null
  standard: 'token-2022' | 'metaplex' | null
}

const encoded = z.tuple([z.string(), z.string()])
const parsed = z.object({ parsed: z.object({ type: z.string(), info: z.unknown().optional() }) })

export const Account = z
  .object({
    owner: base58Address,
    /** Bytes of the account, whatever of them the node could parse. */
    space: z.number().nullish(),
    data: z.union([
      parsed,
      encoded,
      z
        .unknown()
        .optional()
        .transform(() => null),
    ]),
  })
  .nullable()
export type Account = z.output<typeof Account>

/** Rows of getMultipleAccounts; rows that do not fit are a failure of the node. */
export const Accounts = z.array(Account)

const PLAIN_MINT_BYTES = 82

const MintInfo = z.object({
  decimals: z.number().int().min(0).max(255),
  supply: z.string().regex(/^\d{1,20}$/),
  mintAuthority: base58Address.nullable(),
  freezeAuthority: base58Address.nullable(),
  isInitialized: z.boolean().optional(),
  extensions: z.unknown().optional(),
})

/** The mint and its Metaplex account; a node whose answer about the mint cannot be read has failed. */
export const MintAccounts = Accounts.refine((rows) => {
  try {
    return rows[0] !== undefined && readMint(rows[0], (text) => text) !== undefined
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}, 'unreadable mint account')

/**
 * The mint of an account; `no-account` and `not-a-mint` when there is nothing to sell.
 * @throws UpstreamError `bad_body` when a token program owns it but the node's answer cannot be read
 */
export function readMint(account: Account, clean: (text: string) => string): Mint | 'no-account' | 'not-a-mint' {
  if (account === null) return 'no-account'
  const program = account.owner === TOKEN_PROGRAM ? 'spl-token' : account.owner === TOKEN_2022_PROGRAM ? 'token-2022' : null
  if (program === null) return 'not-a-mint'
  const read = readInfo(account.data)
  if (read === 'not-a-mint') return read
  const info = MintInfo.safeParse(read)
  if (!info.success) throw new UpstreamError('solana-rpc', 'bad_body', 'unreadable mint', { cause: info.error })
  if (info.data.isInitialized === false) return 'not-a-mint'
  const { decimals, supply, mintAuthority, freezeAuthority, extensions } = info.data
  // A mint of more bytes than a plain one has extensions, listed or not.
  const given = extensions ?? ((account.space ?? 0) > PLAIN_MINT_BYTES ? null : undefined)
  const { list, facts } = readExtensions(program === 'token-2022' ? given : undefined, clean)
  return { program, decimals, supply, mintAuthority, freezeAuthority, extensions: list, facts }
}

/** `info` of a parsed mint. Nodes fall back to base64 when their parser does not know an extension: the bytes say the same. */
function readInfo(data: NonNullable<Account>['data']): unknown {
  if (data === null) throw new UpstreamError('solana-rpc', 'bad_body', 'account data in an unknown form')
  if (!Array.isArray(data)) return data.parsed.type === 'mint' ? data.parsed.info : 'not-a-mint'
  const bytes = toBytes(data)
  if (bytes === null) throw new UpstreamError('solana-rpc', 'bad_body', 'account data is not base64')
  try {
    return decodeMint(bytes) ?? 'not-a-mint'
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UpstreamError('solana-rpc', 'bad_body', 'bytes of no mint', { cause: error })
  }
}

/** The bytes of an account; null when they came in another form, or are no base64. */
export function toBytes([text, encoding]: [string, string]): Uint8Array | null {
  if (encoding !== 'base64') return null
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

const UNKNOWN: Metadata = { mutable: null, updateAuthority: null, name: null, symbol: null, uri: null, standard: null }

/** Name, symbol and mutability: from the mint itself, else from the Metaplex account if that program owns it, else unknown. */
export function readMetadata(mint: string, facts: ExtensionFacts, metaplex: Account, clean: (text: string) => string): Metadata {
  const show = (text: string | null) => (text === null ? null : clean(text) || null)
  const own = facts.tokenMetadata
  if (own !== 'absent' && own !== 'unreadable')
    return {
      mutable: own.updateAuthority !== null,
      updateAuthority: own.updateAuthority,
      name: show(own.name),
      symbol: show(own.symbol),
      uri: show(own.uri),
      standard: 'token-2022',
    }
  if (metaplex?.owner !== METAPLEX_PROGRAM || !Array.isArray(metaplex.data)) return UNKNOWN
  const bytes = toBytes(metaplex.data)
  const found = bytes === null ? null : decodeMetaplex(bytes, mint)
  if (found === null) return UNKNOWN
  return {
    mutable: found.mutable,
    updateAuthority: found.updateAuthority,
    name: show(found.name),
    symbol: show(found.symbol),
    uri: show(found.uri),
    standard: 'metaplex',
  }
}
