/**
 * The one `fetch` of the upstream layer: undici with its own keep-alive pool, so that a framework's patched global fetch (caches,
 * de-duplication) never stands between us and a source. Loaded on the first call, not at start.
 */
import { type Core, part } from '../core.ts'
import type { Transport } from './transport.ts'

/** The way over the network, connected on the first call. */
const network = part(async (): Promise<Transport> => {
  const { Agent, fetch } = await import('undici')
  const dispatcher = new Agent({ keepAliveTimeout: 30_000, connections: 32, connect: { timeout: 5_000 } })
  // A redirect of an API is a failure: our keys travel in headers that a redirect would carry to another host.
  return async (url, request) => fetch(url, { ...request, redirect: 'manual', dispatcher })
})

/** The transport in force: the one the core was made with, else the network. */
export const transport = async (core: Core): Promise<Transport> => core.transport ?? network(core)
