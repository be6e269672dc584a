/** Loopback stand-ins for everything outside: the upstreams of the tools and the tenders sources. */
import { startUpstreams } from '../../tests/support/upstreams/server.ts'

export type StandIns = { env: Record<string, string>; stop(): Promise<void> }

/** Starts them all; what was started is stopped again when one fails. */
export async function startStandIns(): Promise<StandIns> {
  const parts: StandIns[] = []
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part.stop()
  }
  try {
    parts.push(await startUpstreams())
    return { env: Object.assign({}, ...parts.map(({ env }) => env)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
