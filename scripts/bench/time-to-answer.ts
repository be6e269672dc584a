/**
 * How long a paid call takes while the facilitator takes 150 ms to verify and 900 ms to settle and the tool 300 ms: for a payer's first call,
 * where these follow one another, and for the next ones, where tool and verify overlap. The gate, in this process, with local chains.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../../lib/log.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { toolByPath } from '../../lib/tools/registry.ts'
import { rails } from '../../tests/local/buyer.ts'
import { startLocalWorld } from '../../tests/local/index.ts'
import { startGate } from '../../tests/support/gate.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { findRequirement } from '../../tests/support/programs.ts'
import { median } from './measure.ts'

export type TimeToAnswer = {
  /** Median time of a known payer's call over settle plus the longer of verify and tool; of the slower rail. */
  knownPayerVsFloor: number
  details: Record<string, number>
}

const MS = { verify: 150, tool: 300, settle: 900 }
const FLOOR_MS = MS.settle + Math.max(MS.verify, MS.tool)

/** A door before the facilitator that answers after so long, what it took itself included. */
async function startSlowDoor(facilitator: string) {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const until = sleep(path === '/verify' ? MS.verify : path === '/settle' ? MS.settle : 0)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${facilitator}${path}`, { method: request.method ?? 'GET', headers, ...body })
    const text = await answer.text()
    await until
    response.writeHead(answer.status, headers).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Buys from the gate, one call after the other. */
export async function benchTimeToAnswer({ quick }: { quick: boolean }): Promise<TimeToAnswer> {
  log.level = 'error'
  const world = await startLocalWorld()
  const door = await startSlowDoor(world.facilitator.url)
  // Embedded, the database would work on the thread that is measured.
  const postgres = findRequirement('postgres') ? await startPostgres({ durable: true }) : undefined
  const gate = await startGate(
    world.appEnv({ FACILITATOR_URL: door.url, ...(postgres ? { DATABASE_URL: await postgres.createDatabase('time') } : {}) }),
  )
  const tool = toolByPath.get('/v1/dns/lookup') as Tool
  const { run } = tool
  tool.run = async () => {
    await sleep(MS.tool)
    return tool.examples[0].output
  }
  const path = `${tool.path}?${new URLSearchParams(tool.examples[0].query)}`
  const details: Record<string, number> = { floorMs: FLOOR_MS }
  try {
    const seen = new Map<string, number[]>()
    const see = (name: string, ms: number) => seen.set(name, [...(seen.get(name) ?? []), ms])
    for (let call = 0; call < (quick ? 3 : 25); call += 1) {
      for (const rail of rails) {
        const header = await world.buyer.signOnce(await gate.fetch(path), rail)
        const start = performance.now()
        const answer = await gate.fetch(path, { headers: { 'PAYMENT-SIGNATURE': header } })
        await answer.text()
        const ms = performance.now() - start
        if (answer.status !== 200) throw new Error(`${rail}: ${answer.status}`)
        if (call === 0) details[`${rail} first call ms`] = ms
        // Those that find code and connections cold tell of a start, not of a call.
        if (call < (quick ? 1 : 5)) continue
        see(`${rail} known payer ms`, ms)
        for (const [, step = '', took] of (answer.headers.get('Server-Timing') ?? '').matchAll(/(\w+);dur=([\d.]+)/g))
          see(`${rail} ${step} ms`, Number(took))
      }
    }
    for (const [name, values] of seen) details[name] = median(values)
  } finally {
    tool.run = run
    await gate.close()
    door.stop()
    await world.stop()
    await postgres?.stop()
  }
  const slower = Math.max(...rails.map((rail) => details[`${rail} known payer ms`]!))
  return { knownPayerVsFloor: slower / FLOOR_MS, details }
}
