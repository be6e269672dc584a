import { z } from 'zod'
import { defineTool } from '../../define.ts'

const output = z.object({
  message: z.literal('pong').describe('Always "pong".'),
  time: z.iso.datetime().describe('Server time, ISO 8601 UTC with milliseconds.'),
})

export default defineTool({
  path: '/v1/util/ping',
  price: '0.001000',
  summary: 'Test a wallet with the cheapest call there is',
  description:
    'Answers "pong" and the server time. Use it to prove that a wallet, a network and an x402 client work together before buying data; for the time in a zone use util/time. Costs {price} USD; a call that fails is never charged. Needs no third party and answers within milliseconds, plus settlement.',
  input: z.strictObject({}),
  output,
  examples: [
    { title: 'A first paid call', query: {}, output: { message: 'pong', time: '2026-11-20T12:00:00.000Z' } },
    { title: 'The time is the server clock at the call', query: {}, output: { message: 'pong', time: '2026-03-01T00:00:00.250Z' } },
  ],
  sources: [],
  freshness: 'The time is read when the call is answered.',
  limits: ['No parameters.'],
  handlerCapMs: 2_000,
  run: () => ({ message: 'pong' as const, time: new Date().toISOString() }),
})
