import { expect, test } from 'vitest'
import { z } from 'zod'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { defineJob } from '../define.ts'
import { claimNext, enqueue } from '../queue/store.ts'
import { coreOver } from '../test-support.ts'
import { holdJobs } from './in-hand.ts'

test('work that does not listen, and a database that is away, do not keep a program from stopping', async () => {
  const database = await memoryDatabase()
  const never = Promise.withResolvers<never>()
  const job = defineJob({
    name: 'hang-on',
    summary: 'Test.',
    params: z.strictObject({}),
    schedule: null,
    event: 'test/requested',
    run: () => never.promise,
  })
  await enqueue(database, { type: job.name, params: {}, trigger: 'api' })
  const row = await claimNext(database, 'me', 60_000, [job.name])
  const inHand = holdJobs(coreOver(database), { owner: 'me', leaseMs: 60_000, backoffBaseMs: 10_000 }, () => undefined)
  inHand.begin(job, row!)
  await database.close()
  await expect(inHand.stop(20)).resolves.toBeUndefined()
  never.reject(new Error('It ended at last.'))
})
