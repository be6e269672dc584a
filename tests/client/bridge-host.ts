/** A host with a bridge behind it, in memory, and what its person says. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { Bridge } from '../../clients/typescript/src/bridge/bridge.ts'
import type { Sold } from '../../clients/typescript/src/discover.ts'
import type { GuardOptions } from '../../clients/typescript/src/guard/guard.ts'
import { toAtomic } from '../../clients/typescript/src/money.ts'
import { BRIEFLY, encode, offer, PATIENTLY, required } from './trick-parts.ts'

/** A well-known key of test chains; it holds nothing anywhere. */
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
export const CAP = '0.0035'

type Result = { isError?: boolean; content: { text: string }[]; structuredContent?: unknown; _meta?: object }

const open: Client[] = []
export async function closeHosts(): Promise<void> {
  for (const client of open.splice(0)) await client.close()
}

export const sell = (name: string, url: string, more: Partial<Sold> = {}): Sold => ({
  name,
  title: name,
  description: '',
  method: 'GET',
  url,
  inputSchema: { type: 'object', properties: {} },
  places: { nth: 'query' },
  priceUsd: undefined,
  ...more,
})

type Options = { fetch?: typeof fetch; says?: () => unknown; askAbove?: string; guard?: GuardOptions }

/** `says`: what the person answers when asked; undefined: the host cannot ask. */
export async function host(sold: Sold[], options: Options = {}) {
  const bridge = new Bridge(sold, {
    guard: { keys: { base: KEY }, caps: { perSession: CAP }, ...BRIEFLY, ...PATIENTLY, ...options.guard },
    askAbove: toAtomic(options.askAbove ?? '0.05'),
    ...(options.fetch ? { fetch: options.fetch } : {}),
  })
  const asked: string[] = []
  const client = new Client({ name: 'host', version: '1' }, { capabilities: options.says ? { elicitation: {} } : {} })
  if (options.says)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return options.says!() as never
    })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([bridge.server().connect(far), client.connect(near)])
  open.push(client)
  const call = async (name: string, values: Record<string, unknown> = {}, signal?: AbortSignal) =>
    (await client.callTool({ name, arguments: values }, signal ? { signal } : {})) as unknown as Result
  return { client, call, asked }
}

export const ask402 = (amount = '1000') =>
  new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': encode(required([{ ...offer, amount }])) } })
export const isPaid = (input: unknown) => (input as Request).headers.has('PAYMENT-SIGNATURE')
