import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../define.ts'

const input = z.strictObject({
  n: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, 'must be a whole number from 1 to 100 in plain digits, without a leading zero')
    .default('1')
    .transform(Number)
    .describe('How many UUIDs, 1 to 100; digits only, no leading zero. Default 1.')
    .meta({ example: '3' }),
})

const output = z.object({
  count: z.int().min(1).max(100).describe('How many UUIDs follow.'),
  uuids: z.array(z.uuidv4()).min(1).max(100).describe('Cryptographically random UUIDs, version 4, lower case.'),
})

export default defineTool({
  path: '/v1/util/uuid',
  price: '0.001000',
  summary: 'Random UUIDs, version 4',
  description:
    'Makes 1 to 100 version 4 UUIDs from a cryptographic random source. Use it where an agent has no safe randomness of its own or must show where an identifier came from; for a plain payment test use util/ping. Costs {price} USD whatever the count; a call that fails is never charged. Answers within milliseconds, plus settlement.',
  input,
  output,
  examples: [
    { title: 'One UUID', query: {}, output: { count: 1, uuids: ['0b9dce1c-7a54-4f0e-9a51-3f0c5e1f7a10'] } },
    {
      title: 'Three at once',
      query: { n: '3' },
      output: {
        count: 3,
        uuids: ['5f1d2c3b-8e9a-4b7c-8d6e-1f2a3b4c5d6e', 'c0ffee00-1234-4abc-9def-0123456789ab', '7d444840-9dc0-41d1-b245-5ffdce74fad2'],
      },
    },
  ],
  sources: [],
  freshness: 'Made when the call is answered; never repeated.',
  limits: ['n is 1 to 100.'],
  handlerCapMs: 2_000,
  run: ({ n }) => ({ count: n, uuids: Array.from({ length: n }, () => randomUUID()) }),
})
