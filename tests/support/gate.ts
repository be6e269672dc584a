/** The gate in this process, over an environment of the test's choice: as the server runs it, without the server. */
import { vi } from 'vitest'
import { toCall } from '../../lib/http/node-http.ts'
import { type Call, type Reply, toResponse } from '../../lib/http/reply.ts'

const KEY = Symbol.for('paid-agent-tools')

export type TestGate = {
  /** Calls a paid path as a client would; `url` may be a path. */
  fetch: typeof globalThis.fetch
  /** Modules of this instance of the program. */
  load: <Module>(importer: () => Promise<Module>) => Promise<Module>
  close: () => Promise<void>
}

/** `answer` of the gate, watched or not, in the form of `fetch`. Whose call it is `clientIpOf` reads from its headers. */
export const asFetch =
  (
    answer: (call: Call) => Reply | Promise<Reply>,
    clientIpOf: (header: Call['header']) => string = () => 'unknown',
  ): typeof globalThis.fetch =>
  async (input, init) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), 'http://tools.test'), init)
    const { pathname, search } = new URL(request.url)
    const header = (name: string) => request.headers.get(name) ?? undefined
    return toResponse(await answer(toCall(request.method, pathname + search, header, clientIpOf(header))))
  }

/** Starts a fresh program state under `variables` (all others of ours unset), with an in-memory database unless DATABASE_URL or DATA_DIR is given. */
export async function startGate(variables: Record<string, string>): Promise<TestGate> {
  const before = { ...process.env }
  const state = (globalThis as Record<symbol, unknown>)[KEY]
  delete (globalThis as Record<symbol, unknown>)[KEY]
  vi.resetModules()
  Object.assign(process.env, { BASE_URL: 'http://tools.test', LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', ...variables })
  const { shared } = await import('../../lib/shared.ts')
  const { openDatabase, closeDb } = await import('../../lib/db/index.ts')
  if (!variables.DATABASE_URL && !variables.DATA_DIR) shared('database', () => ({ opening: openDatabase({}) }))
  const { env } = await import('../../lib/env.ts')
  env()
  const { answer } = await import('../../lib/payments/gate.ts')
  const { clientIpOf } = await import('../../lib/http/client-ip.ts')
  return {
    fetch: asFetch(answer, clientIpOf),
    load: (importer) => importer(),
    async close() {
      await closeDb()
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
      ;(globalThis as Record<symbol, unknown>)[KEY] = state
    },
  }
}
