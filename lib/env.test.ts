import { expect, test } from 'vitest'
import { ConfigError, parseEnv } from './env.ts'

test.each(['OPERATOR_TOKEN', 'METRICS_TOKEN'])('%s that can be guessed is refused by its name', (name) => {
  expect(() => parseEnv({ [name]: 'a'.repeat(15) })).toThrow(new RegExp(`${name} must have at least 16 characters`))
  expect(parseEnv({ [name]: 'a'.repeat(16) })).toHaveProperty(name)
  expect(parseEnv({ [name]: '' })).not.toHaveProperty(name, '')
})

test('INNGEST_DEV, which switches signatures off, is refused where it would be meant', () => {
  for (const value of ['1', 'true', 'http://localhost:8288'])
    expect(() => parseEnv({ NODE_ENV: 'production', INNGEST_DEV: value })).toThrow(ConfigError)
  for (const value of ['0', 'false', '']) expect(() => parseEnv({ NODE_ENV: 'production', INNGEST_DEV: value })).not.toThrow()
  expect(() => parseEnv({ NODE_ENV: 'development', INNGEST_DEV: '1' })).not.toThrow()
})

test('a port that is none is refused by its name', () => {
  expect(() => parseEnv({ PORT: '65536' })).toThrow(/PORT must be a port/)
  expect(parseEnv({ PORT: '65535' }).PORT).toBe(65_535)
})

test('every malformed variable is named at once', () => {
  expect(() => parseEnv({ PORT: 'x', PAYTO_BASE: '0x1', FETCH_DENY_CIDRS: '1.2.3.4' })).toThrow(
    /PORT .*; FETCH_DENY_CIDRS .*|PORT .*PAYTO_BASE .*FETCH_DENY_CIDRS/,
  )
})
