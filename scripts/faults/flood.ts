/** Up to a thousand hostile calls of one wallet at one address, over HTTP and MCP and all servers, with a good buyer among them: what they cost, and whether he was served. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '../../lib/db/index.ts'
import { UNPAID } from '../../lib/payments/books/claims.ts'
import { type Buyer, createBuyer, rails } from '../../tests/local/buyer.ts'
import type { LocalWorld } from '../../tests/local/index.ts'
import { editPayment, readPayment } from '../../tests/local/payment-variants.ts'

const MOST = 1_000
const AT_ONCE = 10
const GOOD_PATH = '/v1/util/uuid?n=2'
/** Payments a minute that need not verify, per address and per payer, in each process; a minute may turn while this runs. */
const UNVERIFIED = 60

export type Flood = {
  hostileCalls: number
  hostileVerifies: number
  hostileRuns: number
  hostileRows: number
  goodCalls: number
  goodRefused: number
}

/** A page that is not there, and how often it was asked for. */
export async function startMissingPage(): Promise<{ url: string; target: string; asked: () => number; stop: () => void }> {
  let asked = 0
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/gone')) asked += 1
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>Gone</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${target}/gone`, target, asked: () => asked, stop: () => void server.close() }
}

/** What the calls of a run buy in turn: an answer that we make ourselves, and one that is fetched, which may be begun before its payment is verified. */
export const soldPath = (index: number, { target }: { target: string }): string =>
  index % 2 === 0
    ? `/v1/util/uuid?n=${1 + (index % 9)}`
    : `/v1/web/status?url=${encodeURIComponent(`http://${target}/page?n=${1 + (index % 9)}`)}`

/** Within the budgets that docs/payments-safety.md states. */
export const isBounded = (flood: Flood, servers: number): boolean =>
  flood.hostileRuns <= 2 * UNPAID.free &&
  flood.hostileVerifies <= servers * 2 * 2 * UNVERIFIED &&
  flood.hostileRows <= flood.hostileVerifies &&
  flood.goodRefused === 0

const send = (server: string, url: string, header: string, overMcp: boolean) =>
  overMcp
    ? fetch(`${server}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'web_markdown', arguments: { url }, _meta: { 'x402/payment': readPayment(header) } },
        }),
      })
    : fetch(`${server}/v1/web/markdown?url=${encodeURIComponent(url)}`, { headers: { 'PAYMENT-SIGNATURE': header } })

/** Makes half as many calls as the run itself has, a thousand at most. `page` answers 404, so that every run of the tool ends unpaid. */
export async function flood(
  world: LocalWorld,
  servers: string[],
  page: { url: string; asked: () => number },
  good: Buyer,
  databaseUrl: string | undefined,
  calls: number,
): Promise<Flood> {
  const hostileCalls = Math.min(MOST, AT_ONCE * Math.ceil(calls / 2 / AT_ONCE))
  const store = databaseUrl ? await openDatabase({ databaseUrl }) : undefined
  const rows = async () =>
    Number((await store?.query<{ n: string }>(`select count(*) as n from ledger where outcome <> 'settled'`))?.[0]?.n ?? 0)
  const before = { rows: await rows(), asked: page.asked(), verify: world.facilitator.counters.verify }
  const hostile = await createBuyer(world.base, world.solana)
  const hostileCall = async (index: number) => {
    const rail = rails[index % 2]!
    const server = servers[(index >> 1) % servers.length]!
    const offer = await fetch(`${server}/v1/web/markdown?url=${encodeURIComponent(page.url)}`)
    const header = await hostile.signOnce(offer, rail)
    const bad = editPayment(header, ({ accepted, payload }) => {
      if (index % 4 > 1) Object.assign(accepted, { amount: '1' })
      else if (payload.authorization) Object.assign(payload.authorization as object, { nonce: `0x${String(index).padStart(64, '0')}` })
    })
    await (await send(server, page.url, (index >> 2) % 2 === 0 ? header : bad, index % 3 === 0)).arrayBuffer()
  }
  let [goodCalls, goodRefused] = [0, 0]
  for (let done = 0; done < hostileCalls; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => hostileCall(done + index)))
    const server = servers[goodCalls % servers.length]!
    const header = await good.signOnce(await fetch(`${server}${GOOD_PATH}`), rails[goodCalls % 2]!)
    const answer = await fetch(`${server}${GOOD_PATH}`, { headers: { 'PAYMENT-SIGNATURE': header } })
    await answer.arrayBuffer()
    goodCalls += 1
    if (answer.status !== 200) goodRefused += 1
  }
  const hostileRows = (await rows()) - before.rows
  await store?.close()
  return {
    hostileCalls,
    hostileVerifies: world.facilitator.counters.verify - before.verify - goodCalls,
    hostileRuns: page.asked() - before.asked,
    hostileRows,
    goodCalls,
    goodRefused,
  }
}
