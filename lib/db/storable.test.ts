import { expect, test } from 'vitest'
import { memoryDatabase } from '../../tests/support/database.ts'
import { storable, storableJson } from './storable.ts'

const BAD = ['a\0b', '\ud800', 'x\udfffy', '\0'.repeat(5_000)]

test.each(BAD)('%j can be stored wherever it stands: as text, as a value, as a name', async (text) => {
  const database = await memoryDatabase()
  const json = storableJson({ [text]: [text, { [text]: { [text]: text } }], plain: 1, none: null })
  const [row] = await database.query<{ text: string; json: Record<string, unknown> }>('select $1::text as text, $2::jsonb as json', [
    storable(text),
    json,
  ])
  expect(row!.text.length).toBeLessThanOrEqual(1_000)
  expect(row!.json).toMatchObject({ plain: 1, none: null })
  expect(JSON.stringify(row)).not.toMatch(/\\u0000|\\ud800|\\udfff/i)
  await database.close()
})
