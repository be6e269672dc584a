/** Labelled cases over recorded bodies, when the folder of the reference data stands beside the repository; its licences forbid copies here. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Case, Json } from './world.ts'

const FOLDER = path.join(import.meta.dirname, '../../../shared/fixtures/upstreams')

export const hasRecorded = existsSync(FOLDER)

/** The body of a recorded case. @throws when it is not there */
const body = (file: string) =>
  JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as { result: Record<string, Json> & { value: Json } }

const TROE = '0x2264927271f2d60b2fcd0f571728a9753b9f4cbd'
const NITRO = '0x95b6cd4acb05a4e3b682f009fd323bb1d822f5cf'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const PYUSD = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'

/** What is recorded of a token, each over the clean bodies of the other sources. A body whose nulls mean something cannot be a merge patch. */
export function recordedCases(): Case[] {
  const of = (id: string, label: Case['label'], chain: Case['chain'], address: string, patch: Record<string, Json>): Case => ({
    ...{ id: `recorded-${id}`, class: 'recorded', label, chain, address, patch },
  })
  const goplus = (file: string, key: string) => body(`goplus-${file}.json`).result[key] ?? null
  const mint = (file: string) => body(`solana-rpc/getAccountInfo-${file}.json`).result.value
  return [
    of('troe', 'good', 'base', TROE, { goplus: goplus('evm/troe-ethereum-full', TROE) }),
    of('nitro', 'dangerous', 'base', NITRO, { honeypot: body('honeypot-is/ishoneypot-nitro-true.json') as unknown as Json }),
    of('usdc', 'trusted', 'solana', USDC, { mint: mint('usdc-mint'), goplus: goplus('solana/usdc', USDC) }),
    of('pyusd', 'trusted', 'solana', PYUSD, { mint: mint('pyusd-token2022-mint') }),
  ]
}
