/** The commands that read the file of payments: what is left of the caps, what was paid, and whether it is true. */
import { readFileSync } from 'node:fs'
import { Book, type Payment } from '../guard/book.ts'
import { Guard } from '../guard/guard.ts'
import { fileStore } from '../guard/stores.ts'
import { toUsd } from '../money.ts'
import { verifyPayment } from '../verify/payments.ts'
import { publishedKeys, verifyReceipt } from '../verify/receipts.ts'
import { type Arguments, UsageError } from './arguments.ts'
import { print } from './output.ts'
import { guardOptions, rpcs, storeOf } from './settings.ts'
import { type Row, toJson } from './table.ts'

export async function budget(parsed: Arguments): Promise<void> {
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
export async function receipts(parsed: Arguments): Promise<void> {
  const [id] = parsed.words
  const all = await payments(parsed)
  if (id === undefined) return print(parsed, all.map(receiptRow))
  const signed = all.find((payment) => payment.id === id)?.settled?.receipt
  if (signed === undefined) throw new UsageError(`There is no signed receipt of a payment ${id}.`)
  process.stdout.write(`${toJson(signed)}\n`)
}

/** A receipt in a file against the keys of its seller, or without one every payment against its chain. Exit code 1 where anything is wrong. */
export async function verify(parsed: Arguments): Promise<void> {
  const [file] = parsed.words
  return file === undefined ? verifyPayments(parsed) : verifyFile(parsed, file)
}

async function verifyFile(parsed: Arguments, file: string): Promise<void> {
  const { key } = parsed.options
  const keys = key === undefined ? publishedKeys(fetch) : async () => JSON.parse(readFileSync(key, 'utf8')) as unknown
  const book = await bookOf(parsed)
  const checked = await verifyReceipt(JSON.parse(readFileSync(file, 'utf8')), keys, (host, network) => book.pinsOf(host, network))
  print(parsed, checked)
  if (!checked.valid) process.exitCode = 1
}

async function verifyPayments(parsed: Arguments): Promise<void> {
  const rows = []
  for (const payment of await payments(parsed)) {
    const { verdict, detail } = await verifyPayment(payment, rpcs())
    rows.push({ verdict, detail, usd: toUsd(payment.amount), transaction: payment.settled?.transaction ?? '', paymentId: payment.id })
    if (verdict === 'wrong') process.exitCode = 1
  }
  print(parsed, rows)
}
