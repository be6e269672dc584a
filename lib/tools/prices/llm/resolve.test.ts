import { describe, expect, test } from 'vitest'
import type { Entry } from './entry.ts'
import { resolveModel, toIndex } from './resolve.ts'

const entry = (provider: string, id: string, over: Partial<Entry> = {}): Entry => ({
  ...{ provider, id, name: null, aliases: [], match: null, batchRates: null, uncertain: false, context: null, maxOutput: null },
  ...{ modalities: null, deprecated: null, deprecatedOn: null, statedOn: null, rates: [{ kind: 'input', usd: `${id.length}` }] },
  ...over,
})

const index = toIndex([
  {
    name: 'one',
    entries: [
      entry('anthropic', 'claude-3-5-haiku-latest', { match: { starts_with: 'claude-3-5-haiku' } }),
      entry('anthropic', 'claude-sonnet-4-5', { match: { starts_with: 'claude-sonnet-4-5' } }),
      entry('google', 'claude-3-5-haiku'),
      entry('google', 'gemini-3-pro-preview'),
      entry('google', 'gemini-2.5-pro'),
      entry('google', 'gemini-2.5-pro-preview'),
      entry('openai', 'gpt-5'),
      entry('mistral', 'mistral-large'),
      entry('groq', 'llama-3.3-70b-versatile'),
    ],
  },
])

const meant = (name: string) => {
  const found = resolveModel(index, name)
  return found && !('several' in found) ? `${found.provider}/${found.model}` : null
}

describe('names as people write them', () => {
  test.each([
    // A maker's own model, however its name is spelled, before the same one at a host that spells it so.
    ['Claude 3.5 Haiku', 'anthropic/claude-3-5-haiku-latest'],
    ['claude-3-5-haiku-20241022', 'anthropic/claude-3-5-haiku-latest'],
    ['vertex/claude-3-5-haiku', 'google-vertex/claude-3-5-haiku'],
    ['Claude Sonnet 4.5 (latest)', 'anthropic/claude-sonnet-4-5'],
    ['claude-4.5-sonnet', 'anthropic/claude-sonnet-4-5'],
    // A provider's word before the name, or as part of it.
    ['OpenAI GPT-5', 'openai/gpt-5'],
    ['Anthropic Claude Sonnet 4.5', 'anthropic/claude-sonnet-4-5'],
    ['google gemini 2.5 pro', 'google/gemini-2.5-pro'],
    ['groq llama 3.3 70b versatile', 'groq/llama-3.3-70b-versatile'],
    ['mistral large', 'mistral/mistral-large'],
    // A preview bears the name while there is nothing else of that name.
    ['Gemini 3 Pro', 'google/gemini-3-pro-preview'],
    ['gemini 2.5 pro', 'google/gemini-2.5-pro'],
  ])('%s is %s', (name, model) => {
    expect(meant(name)).toBe(model)
  })

  test.each([
    'claude',
    'claude sonnet',
    'OpenAI',
    'openai latest',
    'gpt-5 (high)',
    'gpt-5 turbo',
    'Anthropic GPT-5',
    'claude-sonnet-4-5-fast',
    'gemini 3',
  ])('%s may be another model, so it is none', (name) => {
    expect(meant(name)).toBe(null)
  })
})

test('a name with any number of days behind it is told at once', () => {
  expect(meant('claude-3-5-haiku-2024-10-22')).toBe('anthropic/claude-3-5-haiku-latest')
  expect(meant(`claude-3-5-haiku${'-2024-10-22'.repeat(40)}`)).toBe('anthropic/claude-3-5-haiku-latest')
  expect(meant(`claude-3-5-haiku${'-2024-10-22'.repeat(40)}-opus`)).toBeNull()
})
