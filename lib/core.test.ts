import { expect, test } from 'vitest'
import { testCore } from '../tests/support/core.ts'

test('a program whose database cannot be opened ends as quickly as any: there is nothing to close', async () => {
  const opening = Promise.withResolvers<never>()
  const core = testCore({}, { openDatabase: () => opening.promise })
  const asked = core.database()
  const closed = core.closeDatabase()
  opening.reject(new Error('no answer'))
  await expect(asked).rejects.toThrow('no answer')
  await expect(closed).resolves.toBeUndefined()
})
