/** Two real server processes on one database: a payment is one payment wherever it arrives. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { atomicPrice } from '../support/price.ts'
import { requires } from '../support/requires.ts'
import { type Server, startServer } from '../support/server.ts'

requires('postgres')('two server processes on one database', () => {
  let world: LocalWorld
  let postgres: TestPostgres
  let servers: Server[]
  const folder = mkdtempSync(join(tmpdir(), 'two-'))
  beforeAll(async () => {
    world = await startLocalWorld()
    postgres = await startPostgres()
    const env = world.appEnv({ DATABASE_URL: postgres.url, DATA_DIR: folder, BASE_URL: 'http://tools.test', JOBS_DRIVER: 'off' })
    servers = [await startServer({ env, logFile: join(folder, 'one.log') }), await startServer({ env, logFile: join(folder, 'two.log') })]
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop()
    await world?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  describe.each(rails)('on %s', (rail) => {
    test.each([true, false])(
      'twenty identical signatures over both run once and settle once (facilitator remembers duplicates: %s)',
      async (svmDuplicateCache) => {
        world.facilitator.set({ svmDuplicateCache, landingDelayMs: 400 })
        const header = await world.buyer.signOnce(await fetch(`${servers[0]!.url}/v1/util/uuid?n=2`), rail)
        const [before, settles] = [(await world.balances())[rail], world.facilitator.counters.settle]
        const send = (index: number) => fetch(`${servers[index % 2]!.url}/v1/util/uuid?n=2`, { headers: { 'PAYMENT-SIGNATURE': header } })
        const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
        expect(world.facilitator.counters.settle - settles).toBe(1)
        expect((await world.balances())[rail] - before).toBe(atomicPrice('util/uuid'))
        const paid = answers.filter((answer) => answer.status === 200)
        expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(paid.length === 20 ? [200] : [200, 409]))
        const bodies = await Promise.all([...paid, await send(0), await send(1)].map((answer) => answer.text()))
        expect(new Set(bodies).size).toBe(1)
        const elsewhere = await fetch(`${servers[1]!.url}/v1/util/uuid?n=3`, { headers: { 'PAYMENT-SIGNATURE': header } })
        expect(elsewhere.status).toBe(409)
      },
    )
  })
})
