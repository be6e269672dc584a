#!/usr/bin/env node
/** The command line: `list`, `price`, `call`, `receipts`. Answers go to stdout as JSON, everything else to stderr. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Arguments, parseArguments, UsageError } from './cli-arguments.ts'
import { createClient } from './client.ts'
import { ProblemError } from './errors.ts'
import { type ToolId, type ToolQuery, tools } from './generated.ts'
import { toUsd } from './money.ts'
import { fileReceipts, openPayments, type Receipts, spentSince } from './receipts.ts'
import type { Rail } from './wallet.ts'

const USAGE = `paid-agent-tools-client [options] <command>

  list                              the tools and their prices
  price <tool> [--param value …]    what a call would cost now; free
  call <tool> [--param value …]     buys one answer
  receipts                          what was bought

Options, before the command
  --server URL             default: PAID_AGENT_TOOLS_URL
  --rail base|solana       default: the first for which there is a key
  --max-per-call USD       default 0.02
  --max-per-session USD    default 1; a session is the last 24 hours of the receipts file
  --receipts FILE          default: ~/.paid-agent-tools/receipts.jsonl

Keys come from the environment: EVM_PRIVATE_KEY, SOLANA_PRIVATE_KEY; SOLANA_RPC_URL is optional.
`

const DAY_MS = 24 * 3_600_000

const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
const note = (text: string): void => void process.stderr.write(`${text}\n`)

function toolOf({ words }: Arguments): ToolId {
  const [name = ''] = words
  if (words.length !== 1 || !Object.hasOwn(tools, name)) throw new UsageError(`Name one tool: ${Object.keys(tools).join(', ')}.`)
  return name as ToolId
}

function clientOf({ options }: Arguments, receipts: Receipts) {
  const { EVM_PRIVATE_KEY: base, SOLANA_PRIVATE_KEY: solana, SOLANA_RPC_URL: solanaRpcUrl, PAID_AGENT_TOOLS_URL } = process.env
  const server = options.server ?? PAID_AGENT_TOOLS_URL
  if (!server || !URL.canParse(server)) throw new UsageError('Say which server: --server URL, or PAID_AGENT_TOOLS_URL.')
  if (options.rail !== undefined && options.rail !== 'base' && options.rail !== 'solana') throw new UsageError('--rail is base or solana.')
  const now = Date.now()
  return createClient({
    server,
    receipts,
    keys: { ...(base ? { base } : {}), ...(solana ? { solana } : {}), ...(solanaRpcUrl ? { solanaRpcUrl } : {}) },
    alreadySpent: spentSince(receipts.all(), now - DAY_MS, now),
    ...(options.rail === undefined ? {} : { rail: options.rail as Rail }),
    ...(options['max-per-call'] === undefined ? {} : { maxPerCallUsd: options['max-per-call'] }),
    ...(options['max-per-session'] === undefined ? {} : { maxPerSessionUsd: options['max-per-session'] }),
  })
}

/** Parameters are checked by the server, which says exactly what to change and never charges for it. */
const queryOf = ({ params }: Arguments) => params as ToolQuery<ToolId>

function showReceipts(receipts: Receipts): void {
  const events = receipts.all()
  print(events.filter(({ event }) => event !== 'signed'))
  const open = openPayments(events, Date.now())
  for (const { paymentId, tool, usd } of open)
    note(`Without a known end: ${paymentId}, ${tool}, $${usd}. Make the same call again to learn it.`)
  note(`$${toUsd(spentSince(events, 0, Date.now()))} in all.`)
}

async function main(): Promise<void> {
  const parsed = parseArguments(process.argv.slice(2))
  const receipts = fileReceipts(parsed.options.receipts ?? join(homedir(), '.paid-agent-tools', 'receipts.jsonl'))
  switch (parsed.command) {
    case 'list':
      return print(Object.entries(tools).map(([tool, { price, summary, parameters }]) => ({ tool, price, summary, parameters })))
    case 'price': {
      const prices = await clientOf(parsed, receipts).price(toolOf(parsed), queryOf(parsed))
      return print(prices.map(({ atomic: _, ...price }) => price))
    }
    case 'call': {
      const client = clientOf(parsed, receipts)
      const { data, receipt } = await client.call(toolOf(parsed), queryOf(parsed))
      print(data)
      return note(`Paid $${receipt.usd} on ${receipt.network}: ${receipt.transaction} ($${client.spentUsd} in the last 24 hours)`)
    }
    case 'receipts':
      return showReceipts(receipts)
    default:
      throw new UsageError(parsed.command === undefined ? 'Say what to do.' : `There is no command ${parsed.command}.`)
  }
}

main().catch((error: unknown) => {
  if (error instanceof UsageError) note(`${error.message}\n\n${USAGE}`)
  else if (error instanceof ProblemError) note(JSON.stringify(error.problem, null, 2))
  else note(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
})
