/** Loopback stand-ins for everything outside: the upstreams of the tools, the tenders sources, and a page for the web tools to read. */
import { generateReleases, startOcdsSources } from './ocds-source/index.ts'
import { startStandInSite } from './stand-in-site.ts'
import { startUpstreams } from './upstreams/server.ts'

/** Enough for a few open notices in every trade, and read within seconds. */
const notices = 400

export type StandIns = {
  /** Makes the server use them. */
  env: Record<string, string>
  /** What a tool's `url` parameter should name instead of its example's. */
  pageUrl: string
  stop(): Promise<void>
}

/** Starts them all; what was started is stopped again when one fails. */
export async function startStandIns(): Promise<StandIns> {
  const started: { stop(): Promise<void> }[] = []
  const keep = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
    started.push(part)
    return part
  }
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  try {
    const upstreams = keep(await startUpstreams())
    const site = keep(await startStandInSite())
    const sources = keep(await startOcdsSources(generateReleases({ count: notices, now: Date.now() })))
    // The pause between two requests spares real servers; ours needs none.
    const pace = { INGEST_INTERVAL_MS: '0' }
    return { env: { ...upstreams.env, ...sources.env, ...pace, FETCH_ALLOW_TARGETS: site.target }, pageUrl: site.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
