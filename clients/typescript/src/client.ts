/** The typed client: a guarded fetch that knows the tools of one server, their parameters and their answers. */
import { PaymentRefusedError, type Problem, ProblemError, UnknownToolError, UnreachableError } from './errors.ts'
import { type ToolAnswer, type ToolId, type ToolQuery, tools } from './generated.ts'
import { MAX_PROBLEM_BYTES } from './guard/exchange.ts'
import { type Budget, Guard, type GuardOptions, type Receipt } from './guard/guard.ts'
import { textUpTo } from './guard/replayable.ts'
import { toUsd } from './money.ts'
import { type Checked, type KeySource, keysOf, misfitOf, type Purchase, publishedKeys, verifyReceipt } from './verify/receipts.ts'

export type ClientOptions = GuardOptions & {
  /** Origin of the server, e.g. `https://tools.example.com`. */
  server: string
  fetch?: typeof globalThis.fetch
  /** Checks the seller's signed receipts against its published key: `receipt.attested` tells how that went. Default false. */
  checkReceipts?: boolean
}

export type Bought<Answer> = { data: Answer; receipt: Receipt }

export type Price = { usd: string; atomic: bigint; network: string; payTo: string; asset: string }

/** More than any answer has; a body that goes on is a lost connection. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

const queryOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Problem).code === 'string' &&
  typeof (value as Problem).detail === 'string'

/** How many letters two names differ by at most: enough to tell a slip of the keyboard. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, against] of [...other].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === against ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}

/** The tool of that name. @throws UnknownToolError with names that are near */
export function findTool(name: string): ToolId {
  if (Object.hasOwn(tools, name)) return name as ToolId
  const wanted = name
    .slice(0, 50)
    .toLowerCase()
    .replace(/^\/?(v1\/)?/, '')
    .replaceAll('_', '/')
  const near = (Object.keys(tools) as ToolId[])
    .map((tool) => ({
      tool,
      far: tool.split('/').includes(wanted) || wanted.split('/').includes(tool.split('/')[1]!) ? 0 : distance(wanted, tool),
    }))
    .filter(({ far }) => far <= 4)
    .sort((a, b) => a.far - b.far)
  throw new UnknownToolError(
    name,
    near.slice(0, 3).map(({ tool }) => tool),
  )
}

/** A body to its end, parsed: what is cut short or no JSON must be asked for again. */
async function jsonAnswer(response: Response): Promise<Response> {
  const text = await textUpTo(response, MAX_ANSWER_BYTES)
  JSON.parse(text)
  return new Response(text, { status: response.status, headers: response.headers })
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await textUpTo(response, response.ok ? MAX_ANSWER_BYTES : MAX_PROBLEM_BYTES))
  } catch {
    return undefined // not ours: a proxy's page
  }
}

export class Client {
  readonly #server: string
  readonly #guard: Guard
  readonly #keys: KeySource | undefined

  constructor({ server, fetch = globalThis.fetch, checkReceipts = false, ...options }: ClientOptions) {
    const { origin, host } = new URL(server)
    this.#server = origin
    this.#keys = checkReceipts ? keysOf(host, publishedKeys(fetch)) : undefined
    this.#guard = new Guard(fetch, { keys: {}, ...options })
  }

  #requestOf(name: string, query: object): [string, RequestInit] {
    const search = new URLSearchParams(queryOf(query)).toString()
    return [
      `${this.#server}${tools[findTool(name)].path}${search ? `?${search}` : ''}`,
      { headers: { Accept: 'application/json' }, redirect: 'error' },
    ]
  }

  /** What this client's session and the last 24 hours hold: spent, reserved, at risk. */
  budget = (): Promise<Budget> => this.#guard.budget()

  /** What a call would cost, on every network this client would pay on. Free. @throws ProblemError, UnknownToolError */
  async price<Id extends ToolId>(tool: Id, query: ToolQuery<Id>): Promise<Price[]> {
    const { response, terms } = await this.#guard.terms(...this.#requestOf(tool, query))
    if (!terms) throw await withoutTerms(response)
    return terms.offers.map(({ amount, network, payTo, asset }) => ({ usd: toUsd(amount), atomic: amount, network, payTo, asset }))
  }

  /**
   * Buys one answer.
   * @throws SpendCapError, NoOfferError, PayToChangedError, UnknownToolError, UnreachableError, WalletError, StoreError (nothing was sent),
   * ProblemError, PaymentRefusedError (not charged, by the server's word), SettlementUnknownError, PaidUnansweredError
   */
  async call<Id extends ToolId>(tool: Id, query: ToolQuery<Id>): Promise<Bought<ToolAnswer<Id>>> {
    const [url, init] = this.#requestOf(tool, query)
    const response = await this.#guard.fetch(url, init, { whole: jsonAnswer })
    const receipt = this.#guard.receiptOf(response)
    const body = await jsonOf(response)
    if (receipt && response.status === 402) throw new PaymentRefusedError(receipt.reason ?? 'payment_refused')
    // The server checks every answer against the schema these types are generated from.
    if (receipt && response.ok && body !== undefined) return { data: body as ToolAnswer<Id>, receipt: await this.#attested(receipt, url) }
    throw isProblem(body) ? new ProblemError(body, receipt !== undefined) : noAnswer(response)
  }

  /** The answer is bought, so a receipt that does not hold is told of and never thrown for. */
  async #attested(receipt: Receipt, url: string): Promise<Receipt> {
    if (!this.#keys || receipt.signed === undefined) return receipt
    const checked = await verifyReceipt(receipt.signed, this.#keys, () => [receipt.payTo])
    return { ...receipt, attested: fitting(checked, { url, ...receipt }) }
  }
}

/** What a check found, where the receipt must also be this purchase's. */
function fitting(checked: Checked, purchase: Purchase): Checked {
  const misfit = checked.claims && misfitOf(checked.claims, purchase)
  return misfit === undefined ? checked : { valid: false, detail: `The receipt is of another purchase: its ${misfit} differs.` }
}

const noAnswer = ({ status }: Response): UnreachableError =>
  new UnreachableError(`The server answered ${status}, with neither terms nor a problem. Is it the right address?`)

/** The error of a request that was answered with something other than its price. */
async function withoutTerms(response: Response): Promise<Error> {
  const body = await jsonOf(response)
  return isProblem(body) ? new ProblemError(body) : noAnswer(response)
}

/** Makes a client. Nothing is asked, loaded or signed until the first call. */
export const createClient = (options: ClientOptions): Client => new Client(options)
