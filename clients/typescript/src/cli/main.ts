#!/usr/bin/env node
/** The command line. Answers go to stdout, as JSON or as a table; everything else to stderr. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createClient, findTool } from '../client.ts'
import { discover, type Sold } from '../discover.ts'
import { discoverIn } from '../discover-registry.ts'
import { ClientError, ProblemError, UnreachableError } from '../errors.ts'
import { type ToolId, type ToolQuery, tools } from '../generated.ts'
import { Book, type Payment } from '../guard/book.ts'
import { PUBLIC_RPCS, type Rpcs } from '../guard/chain.ts'
import { Guard, type GuardOptions } from '../guard/guard.ts'
import type { Rail } from '../guard/offers.ts'
import { fileStore } from '../guard/stores.ts'
import { toAtomic, toUsd } from '../money.ts'
import { verifyPayment } from '../verify/payments.ts'
import { publishedKeys, verifyReceipt } from '../verify/receipts.ts'
import { version } from '../version.ts'
import { type Arguments, parseArguments, UsageError } from './arguments.ts'
import { harmless, type Row, toJson, toTable } from './table.ts'
import { COMMANDS, completion, EXPLAINED, usage } from './words.ts'

const note = (text: string): void => void process.stderr.write(`${harmless(text)}\n`)

function print({ flags }: Arguments, value: readonly Row[] | Row): void {
  const asTable = flags.has('table') || (process.stdout.isTTY === true && !flags.has('json'))
  process.stdout.write(asTable ? toTable(value) : `${toJson(value)}\n`)
}

const storeOf = ({ options }: Arguments): string => options.store ?? join(homedir(), '.paid-agent-tools', 'payments.jsonl')

function rpcs(): Rpcs {
  const { BASE_RPC_URL: base, SOLANA_RPC_URL: solana } = process.env
  const given = Object.keys(PUBLIC_RPCS).flatMap((network) => {
    const rpc = network.startsWith('eip155:') ? base : solana
    return rpc ? [[network, rpc] as const] : []
  })
  return { ...PUBLIC_RPCS, ...Object.fromEntries(given) }
}

/** What every paying command holds to. @throws UsageError for a cap that is no amount */
function guardOptions(parsed: Arguments): GuardOptions {
  const { options } = parsed
  const { EVM_PRIVATE_KEY: base, SOLANA_PRIVATE_KEY: solana, SOLANA_RPC_URL: solanaRpcUrl } = process.env
  if (options.rail !== undefined && options.rail !== 'base' && options.rail !== 'solana') throw new UsageError('--rail is base or solana.')
  const caps = {
    perCall: options['max-per-call'],
    perSession: options['max-per-session'],
    perDay: options['max-per-day'],
    perHost: options['max-per-host'],
  }
  for (const [name, usd] of Object.entries(caps)) {
    try {
      if (usd !== undefined) toAtomic(usd)
    } catch {
      throw new UsageError(`The cap ${name} is no amount in US dollars: ${usd}.`)
    }
  }
  return {
    keys: { ...(base ? { base } : {}), ...(solana ? { solana } : {}), ...(solanaRpcUrl ? { solanaRpcUrl } : {}) },
    caps: Object.fromEntries(Object.entries(caps).filter(([, usd]) => usd !== undefined)),
    store: fileStore(storeOf(parsed)),
    rpcs: rpcs(),
    ...(options.rail === undefined ? {} : { rail: options.rail as Rail }),
    ...(options.session === undefined ? {} : { session: options.session }),
  }
}

function serverOf({ options }: Arguments): string {
  const server = options.server ?? process.env.PAID_AGENT_TOOLS_URL
  if (!server || !URL.canParse(server)) throw new UsageError('Say which server: --server URL, or PAID_AGENT_TOOLS_URL.')
  return server
}

function toolOf({ words }: Arguments): ToolId {
  const [name] = words
  if (name === undefined || words.length !== 1) throw new UsageError(`Name one tool: ${Object.keys(tools).join(', ')}.`)
  return findTool(name)
}

/** Parameters are checked by the server, which says exactly what to change and never charges for it. */
const queryOf = ({ params }: Arguments) => params as ToolQuery<ToolId>

async function call(parsed: Arguments): Promise<void> {
  const tool = toolOf(parsed)
  const client = createClient({ server: serverOf(parsed), ...guardOptions(parsed) })
  const { data, receipt } = await client.call(tool, queryOf(parsed))
  print(parsed, data)
  const { spentUsd, atRiskUsd } = (await client.budget()).session
  const risk = atRiskUsd === '0.000000' ? '' : `, $${atRiskUsd} at risk`
  note(`Paid $${receipt.usd} on ${receipt.network}: ${receipt.transaction} ($${spentUsd} in this session${risk})`)
}

async function budget(parsed: Arguments): Promise<void> {
  const options = guardOptions(parsed)
  const wallet = new Guard(fetch, options)
  const { session, day, hosts } = await wallet.budget()
  const { sessionUsd, dayUsd, hostUsd, callUsd } = wallet.caps()
  const row = (scope: string, capUsd: string | undefined, held: object = {}): Row => ({
    scope,
    ...held,
    ...(capUsd === undefined ? {} : { capUsd }),
  })
  print(parsed, [
    row(`session ${options.session ?? 'default'}`, sessionUsd, session),
    row('24 hours', dayUsd, day),
    ...Object.entries(hosts).map(([host, held]) => row(host, hostUsd, held)),
    row('one call', callUsd),
  ])
}

async function bookOf(parsed: Arguments): Promise<Book> {
  const book = new Book()
  for (const entry of (await fileStore(storeOf(parsed)).read(0)).entries) book.apply(entry)
  return book
}

async function payments(parsed: Arguments): Promise<Payment[]> {
  return [...(await bookOf(parsed)).payments.values()].filter(({ signed }) => signed !== undefined)
}

const receiptRow = ({ id, state, signed, settled, answered, amount, reserved }: Payment): Row => ({
  at: new Date(signed!.at).toISOString(),
  state: state === 'signed' ? 'at risk' : state,
  usd: toUsd(amount),
  network: reserved.network,
  url: reserved.url,
  transaction: settled?.transaction ?? '',
  reason: answered?.reason ?? '',
  paymentId: id,
})

/** All payments, or the signed receipt of one, as `verify` reads it. */
async function receipts(parsed: Arguments): Promise<void> {
  const [id] = parsed.words
  const all = await payments(parsed)
  if (id === undefined) return print(parsed, all.map(receiptRow))
  const signed = all.find((payment) => payment.id === id)?.settled?.receipt
  if (signed === undefined) throw new UsageError(`There is no signed receipt of a payment ${id}.`)
  process.stdout.write(`${toJson(signed)}\n`)
}

async function verify(parsed: Arguments): Promise<void> {
  const [file] = parsed.words
  if (file !== undefined) {
    const { key } = parsed.options
    const keys = key === undefined ? publishedKeys(fetch) : async () => JSON.parse(readFileSync(key, 'utf8')) as unknown
    const book = await bookOf(parsed)
    const checked = await verifyReceipt(JSON.parse(readFileSync(file, 'utf8')), keys, (host, network) => book.pinsOf(host, network))
    print(parsed, checked)
    if (!checked.valid) process.exitCode = 1
    return
  }
  const rows = []
  for (const payment of await payments(parsed)) {
    const { verdict, detail } = await verifyPayment(payment, rpcs())
    rows.push({ verdict, detail, usd: toUsd(payment.amount), transaction: payment.settled?.transaction ?? '', paymentId: payment.id })
    if (verdict === 'wrong') process.exitCode = 1
  }
  print(parsed, rows)
}

/** Serves until the host closes our input. Nothing but messages may go to stdout. */
async function mcp(parsed: Arguments): Promise<void> {
  const [{ serveStdio }, { Bridge }] = await Promise.all([import('@modelcontextprotocol/server/stdio'), import('../bridge/bridge.ts')])
  const { registry, find } = parsed.options
  const servers = (parsed.options.server ?? (registry === undefined ? process.env.PAID_AGENT_TOOLS_URL : undefined) ?? '')
    .split(',')
    .filter(Boolean)
  if (servers.length === 0 && registry === undefined)
    throw new UsageError('Say whose tools: --server URL, more than one divided by commas, or --registry URL.')
  const addresses = servers.map((server) => serverOf({ ...parsed, options: { ...parsed.options, server } }))
  const sold = await listed([
    ...(registry === undefined ? [] : [discoverIn(registry, find)]),
    ...addresses.map((address) => discover(address)),
  ])
  const { 'ask-above': askAbove = '0.05' } = parsed.options
  const bridge = new Bridge(withoutClashes(sold), { guard: guardOptions(parsed), askAbove: toAtomic(askAbove) })
  serveStdio(bridge.server)
  note(`${sold.length} tools of ${[...servers, registry ?? []].flat().join(', ')}; budget: ${JSON.stringify(guardOptions(parsed).caps)}`)
}

/** What those sell that answer; who does not is named, unless nobody does. */
async function listed(lists: Promise<Sold[]>[]): Promise<Sold[]> {
  const answers = await Promise.allSettled(lists)
  const sold = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  for (const answer of answers)
    if (answer.status === 'rejected') {
      if (sold.length === 0 || !(answer.reason instanceof UnreachableError)) throw answer.reason
      note(answer.reason.message)
    }
  return sold
}

/** Tools of two sellers with one name get that of their host as well. */
const withoutClashes = (sold: readonly Sold[]): Sold[] =>
  sold.map((one) => {
    const clashes = sold.filter(({ name }) => name === one.name).length > 1
    return clashes ? { ...one, name: `${new URL(one.url).host.replace(/[^a-z0-9]+/g, '_')}_${one.name}`.slice(0, 64) } : one
  })

function explain({ words }: Arguments): void {
  const [word = ''] = words
  const name = Object.keys(EXPLAINED).find((known) => known.toLowerCase() === word.toLowerCase().replaceAll(' ', '-'))
  if (name === undefined) throw new UsageError(`These can be explained: ${Object.keys(EXPLAINED).join(', ')}.`)
  process.stdout.write(`${name}: ${EXPLAINED[name]}\n`)
}

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (argv.includes('--help') || argv[0] === '-h') return void process.stdout.write(usage())
  if (argv.includes('--version')) return void process.stdout.write(`${version()}\n`)
  const parsed = parseArguments(argv)
  switch (parsed.command) {
    case 'tools':
      return print(
        parsed,
        Object.entries(tools).map(([tool, { price, summary, parameters }]) => ({
          tool,
          price,
          summary,
          parameters: parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(' '),
        })),
      )
    case 'price': {
      const client = createClient({
        server: serverOf(parsed),
        ...guardOptions(parsed),
        signer: { rails: ['base', 'solana'], sign: unsigned },
      })
      const prices = await client.price(toolOf(parsed), queryOf(parsed))
      return print(
        parsed,
        prices.map(({ atomic: _, ...price }) => price),
      )
    }
    case 'call':
      return call(parsed)
    case 'budget':
      return budget(parsed)
    case 'receipts':
      return receipts(parsed)
    case 'verify':
      return verify(parsed)
    case 'mcp':
      return mcp(parsed)
    case 'explain':
      return explain(parsed)
    case 'completion': {
      const script = completion(parsed.words[0] ?? '')
      if (script === undefined) throw new UsageError('Name a shell: bash, zsh or fish.')
      return void process.stdout.write(script)
    }
    case 'help':
      return void process.stdout.write(usage())
    default:
      throw new UsageError(
        parsed.command === undefined
          ? 'Say what to do.'
          : `There is no command ${parsed.command}; there are ${Object.keys(COMMANDS).join(', ')}.`,
      )
  }
}

/** A price is asked for without a wallet, on every network. */
const unsigned = (): Promise<never> => Promise.reject(new Error('A price is never signed for.'))

main().catch((error: unknown) => {
  if (error instanceof UsageError) note(`${error.message}\n\n${usage()}`)
  else if (error instanceof ProblemError) note(toJson(error.problem))
  else note(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  if (error instanceof ClientError && !(error instanceof ProblemError) && Object.hasOwn(EXPLAINED, error.name))
    note(`More: paid-agent-tools-client explain ${error.name}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
