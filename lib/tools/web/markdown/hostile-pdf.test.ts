import { afterAll, expect, test } from 'vitest'
import { pdf } from '../../../../packages/extractor/src/testing/pdf.ts'
import { convertInSteps } from './convert-in-steps.ts'
import { ConvertFailure, type ConvertInput, makeConvertPool } from './pool.ts'

const pool = makeConvertPool({ size: 1, patience: 5, waitMs: 60_000 })
afterAll(() => pool.close())

const input = (text: string): ConvertInput => ({
  bytes: new Uint8Array(pdf([[{ text, x: 60, y: 700 }]])),
  url: 'https://harbour.example/a.pdf',
  contentType: 'application/pdf',
  contentLanguage: null,
  truncated: false,
})

test('a text that outgrows the heap of a worker costs its own answer and not the process', async () => {
  const outcome = await convertInSteps(pool, input('abcdefgh'.repeat(3_000_000))).catch((error: unknown) => error)
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ConvertFailure)
  const next = await convertInSteps(pool, input('The tide turns twice a day and the ferry with it.')).catch((error: unknown) => error)
  if (next instanceof Error) expect(next).toBeInstanceOf(ConvertFailure)
})
