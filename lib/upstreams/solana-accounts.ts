/**
 * Accounts of a Solana node, many callers' in one question: nodes count questions, not accounts, and a crowd that asks one by one waits for
 * its turns.
 */
import { z } from 'zod'
import { type Core, part } from '../core.ts'
import { cached } from '../egress/cached.ts'
import { UpstreamError } from '../egress/upstream-types.ts'
import type { Ask } from './ask.ts'
import { RpcError } from './json-rpc.ts'
import { solanaRpc } from './solana-rpc.ts'

/** How long a question waits for company. */
const GATHER_MS = 10
/** As many accounts as nodes answer at once. */
const MAX_ACCOUNTS = 100
/** With so many questions under way, which may wait for their turn, further callers gather for the next. */
const MAX_FLYING = 4

type Asked = { addresses: readonly string[]; options: object; maxWaitMs: number }
type Question = Asked & { timeoutMs: number }
type Waiting = Question & { resolve: (rows: readonly unknown[]) => void; reject: (error: unknown) => void }

const Rows = z.array(z.unknown())

/** Those with the same options wait together. */
type Queue = { waiting: Waiting[]; flying: number }
const queues = part(() => new Map<string, Queue>())

/** One question, its rows read by `result`. Not kept: what asks it keeps the answer. */
const read = <Schema extends z.ZodType>({ core, signal, timeoutMs }: Ask, { addresses, options, maxWaitMs }: Asked, result: Schema) =>
  solanaRpc(
    { core, signal, timeoutMs },
    {
      method: 'getMultipleAccounts',
      params: [addresses, { ...options, commitment: 'confirmed' }],
      result: z
        .object({ value: z.unknown() })
        .transform(({ value }) => value)
        .pipe(result),
      ageMs: () => 0,
      maxWaitMs,
    },
  )

/** Answers all who wait with one question, each with its own rows. */
async function ask(core: Core, waiting: readonly Waiting[]): Promise<void> {
  const [first] = waiting
  if (!first) return
  const addresses = [...new Set(waiting.flatMap((one) => one.addresses))]
  try {
    const signal = AbortSignal.timeout(first.maxWaitMs + 2 * first.timeoutMs)
    const { value } = await read({ core, signal, timeoutMs: first.timeoutMs }, { ...first, addresses }, Rows)
    if (value.length !== addresses.length) throw new UpstreamError('solana-rpc', 'bad_body', 'not as many rows as accounts')
    const rows = new Map(addresses.map((address, at) => [address, value[at]]))
    for (const one of waiting) one.resolve(one.addresses.map((address) => rows.get(address)))
  } catch (error) {
    for (const one of waiting) one.reject(error)
  }
}

/** The first who wait, as many as one question holds; every caller's addresses fit into one. */
function take(queue: Queue): Waiting[] {
  let room = MAX_ACCOUNTS
  const end = queue.waiting.findIndex(({ addresses }) => {
    room -= addresses.length
    return room < 0
  })
  return queue.waiting.splice(0, end === -1 ? queue.waiting.length : end)
}

function pump(core: Core, queue: Queue): void {
  while (queue.flying < MAX_FLYING && queue.waiting.length > 0) {
    queue.flying++
    void ask(core, take(queue)).finally(() => {
      queue.flying--
      pump(core, queue)
    })
  }
}

function together(core: Core, question: Question): Promise<readonly unknown[]> {
  const key = JSON.stringify([question.options, question.maxWaitMs])
  const queue = queues(core).get(key) ?? { waiting: [], flying: 0 }
  queues(core).set(key, queue)
  return new Promise((resolve, reject) => {
    if (queue.waiting.push({ ...question, resolve, reject }) === 1) setTimeout(() => pump(core, queue), GATHER_MS)
  })
}

/**
 * The accounts at `addresses` (at most 100), in their order, read by `result`; kept as long as `ageMs` says.
 * @param options of getMultipleAccounts: encoding, dataSlice
 * @param maxWaitMs how long the call may wait while every node is at its limit
 * @throws UpstreamError, also when no node's rows fit `result`
 */
export function solanaAccounts<Schema extends z.ZodType>(
  { core, signal, timeoutMs }: Ask,
  asked: { addresses: readonly string[]; options: object; result: Schema; ageMs?: (value: z.output<Schema>) => number; maxWaitMs?: number },
) {
  const { addresses, options, result, ageMs = () => 60_000, maxWaitMs = 0 } = asked
  return cached<z.output<Schema>>({
    core,
    source: 'solana-rpc',
    key: `accounts:${JSON.stringify([addresses, options])}`,
    ageMs,
    signal,
    load: async (signal) => {
      const shared = await together(core, { addresses, options, timeoutMs, maxWaitMs }).catch((error: unknown) => {
        // One wrong address among many: those who asked with it ask for themselves.
        if (error instanceof RpcError) return null
        throw error
      })
      const parsed = shared && result.safeParse(shared)
      if (parsed?.success) return parsed.data
      const { value } = await read({ core, signal, timeoutMs }, { addresses, options, maxWaitMs }, result)
      return value
    },
  })
}
