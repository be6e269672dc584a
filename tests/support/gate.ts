/** The gate in this process, over settings of the test's choice: as the server runs it, without the server. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Core } from '../../lib/core.ts'
import { type Call, type Reply, toCall, toResponse } from '../../lib/http/reply.ts'
import { currentOffers } from '../../lib/payments/offer/offers.ts'
import { gate } from '../../lib/payments/sale/gate.ts'
import { testCore } from './core.ts'

export type TestGate = {
  /** The program behind it. */
  core: Core
  /** Calls a paid path as a client would; `url` may be a path. */
  fetch: typeof globalThis.fetch
  close: () => Promise<void>
}

/** `answer` of the gate, watched or not, in the form of `fetch`. Whose call it is `clientIpOf` reads from its headers; with `startGate` that is `x-tools-client-ip`. */
export const asFetch =
  (
    answer: (call: Call) => Reply | Promise<Reply>,
    clientIpOf: (header: Call['header']) => string = () => 'unknown',
  ): typeof globalThis.fetch =>
  async (input, init) => {
    const isAddress = typeof input === 'string' || input instanceof URL
    const request = isAddress ? new Request(new URL(input, 'http://tools.test'), init) : input
    const { pathname, search } = new URL(request.url)
    const header = (name: string) => request.headers.get(name) ?? undefined
    return toResponse(await answer(toCall(request.method, pathname + search, header, clientIpOf(header))))
  }

const OFFERS_MS = 60_000

/**
 * A program with these settings and nothing of the environment, with an in-memory database unless DATABASE_URL or DATA_DIR is given.
 * @param selling false: does not wait until it has offers to make
 */
export async function startGate(variables: Record<string, string>, { selling = true } = {}): Promise<TestGate> {
  const core = testCore(variables)
  await core.database()
  for (const end = Date.now() + OFFERS_MS; selling && currentOffers(core) === undefined && Date.now() < end; ) await sleep(20)
  return {
    core,
    fetch: asFetch(
      (call) => gate(core, call),
      (header) => header('x-tools-client-ip') ?? 'unknown',
    ),
    close: () => core.closeDatabase(),
  }
}
