/** What base/token-risk takes and gives. */
import { z } from 'zod'
import { isEvmAddress } from '../../../chain/evm-address.ts'
import { Age } from '../../risk/age.ts'
import { Liquidity } from '../../risk/liquidity.ts'
import { Summary } from '../../risk/summary.ts'
import { tailShape } from '../../tail.ts'
import { adminKinds } from './admin.ts'
import { Security } from './security.ts'
import { Trade } from './trade/outcome.ts'

export const input = z.strictObject({
  address: z
    .string()
    .max(64, 'must be 0x and 40 hex digits')
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .refine(isEvmAddress, 'has a wrong EIP-55 checksum; check the address, or write it in lower case')
    .transform((address) => address.toLowerCase())
    .describe('Address of an ERC-20 contract on Base: 0x and 40 hex digits, in lower case or with a right EIP-55 checksum.')
    .meta({ example: '0x4200000000000000000000000000000000000006' }),
})

const address = (what: string) => z.string().nullable().describe(`${what}, EIP-55; null when there is none or it could not be read.`)

export const output = z.object({
  address: z.string().describe('The contract asked for, EIP-55.'),
  name: z.string().nullable().describe('Name, cleaned; text of a stranger.'),
  symbol: z.string().nullable().describe('Symbol, cleaned; text of a stranger.'),
  security: Security.nullable().describe('Security flags, each true, false or null; null as a whole when no security source answered.'),
  chain: z
    .object({
      isContract: z.boolean().nullable().describe('Whether code lives at the address; null when no node answered.'),
      owner: address('What owner() answers'),
      paused: z.boolean().nullable().describe('What paused() answers; null when there is no such function.'),
      totalSupply: z.string().nullable().describe('What totalSupply() answers, raw units, decimal text.'),
      implementation: address('Implementation behind an EIP-1967 proxy'),
      proxyAdmin: address('Admin of an EIP-1967 proxy'),
      beacon: address('Beacon of an EIP-1967 proxy'),
      upgradeAdmin: z
        .object({
          kind: z
            .enum(adminKinds)
            .describe('none: nobody; key: a plain key; unread: it is a proxy, and who controls it could not be read.'),
          address: address('Who can replace the code'),
          threshold: z.int().nonnegative().nullable().describe('Signatures that a multisig needs; null for others.'),
          delaySeconds: z.number().nonnegative().nullable().describe('Seconds that a timelock waits; null for others.'),
        })
        .nullable()
        .describe('Who can replace the code of a proxy, read on the chain; null when the token is no proxy.'),
    })
    .describe('Our own reads of the contract.'),
  trade: Trade.nullable().describe('Our own simulated trades in the deepest pool; null when none could run.'),
  liquidity: Liquidity.describe('Liquidity and volume on exchanges.'),
  age: Age.describe('Age of the oldest pool on Base.'),
  summary: Summary.describe('Verdict with its findings, by documented rules.'),
  ...tailShape,
})

export type Output = z.input<typeof output>
