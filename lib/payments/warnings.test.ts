import { expect, test, vi } from 'vitest'
import { createCore } from '../core.ts'
import { parseEnv } from '../env.ts'
import { toCall } from '../http/reply.ts'
import { log } from '../log.ts'
import { noteTime } from './facilitator/skew.ts'
import { noteCaller, paymentWarnings } from './warnings.ts'

const call = (clientIp: string, forwarded?: string) =>
  toCall('GET', '/v1/util/ping', (name) => (name === 'x-forwarded-for' ? forwarded : undefined), clientIp)

test.each([
  ['behind a proxy that nobody named', {}, call('10.0.0.1', '198.51.100.1'), 1],
  ['behind Next alone', {}, call('unknown'), 1],
  ['straight from the net', {}, call('198.51.100.1'), 0],
  ['behind a proxy that is trusted', { TRUSTED_PROXIES: '10.0.0.0/8' }, call('198.51.100.1', '198.51.100.1'), 0],
  ['on a platform that names its clients', { VERCEL: '1' }, call('198.51.100.1', '198.51.100.1'), 0],
])('%s: it is said once that callers share an address, or not at all', (_name, variables, from, said) => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  const core = createCore(parseEnv(variables))
  for (let count = 0; count < 3; count += 1) noteCaller(core, from)
  expect(warn).toHaveBeenCalledTimes(said)
  expect(paymentWarnings(core)).toHaveLength(said)
  warn.mockRestore()
})

test('a wrong clock is a warning until it is set right', () => {
  const core = createCore(parseEnv({}))
  noteTime(core, 'one', new Date(Date.now() - 600_000).toUTCString(), Date.now())
  expect(paymentWarnings(core)).toEqual([expect.stringMatching(/^the clock of this machine is \d+ seconds ahead/)])
  noteTime(core, 'one', new Date().toUTCString(), Date.now())
  expect(paymentWarnings(core)).toEqual([])
})

test.each([
  ['real money in the embedded database', {}, 1],
  ['test money there', { NETWORK_BASE: 'eip155:84532', NETWORK_SOLANA: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }, 0],
  ['real money in PostgreSQL', { DATABASE_URL: 'postgres://db.example/till' }, 0],
  ['nothing to sell', { PAYTO_BASE: undefined }, 0],
])('%s: %j', (_name, variables, said) => {
  const seller = {
    FACILITATOR_URL: 'https://facilitator.example',
    PAYTO_BASE: `0x${'1'.repeat(40)}`,
    PAYTO_SOLANA: 'So11111111111111111111111111111111111111112',
  }
  const warnings = paymentWarnings(createCore(parseEnv({ ...seller, ...variables })))
  expect(warnings.filter((warning) => warning.includes('power'))).toHaveLength(said)
})
