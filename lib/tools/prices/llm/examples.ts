/** Examples of the tool: the docs, the samples and the contract sweep read them. */

import type { z } from 'zod'
import type { Model } from './model.ts'

const claude = {
  id: 'anthropic/claude-example',
  name: 'Anthropic: Claude Example',
  provider: 'anthropic',
  inputUsdPer1M: 3,
  outputUsdPer1M: 15,
  cacheReadUsdPer1M: 0.3,
  cacheWriteUsdPer1M: 3.75,
  reasoningUsdPer1M: null,
  canonicalId: 'anthropic/claude-example-20260101',
  modality: 'text+image->text',
  contextLength: 200000,
  maxOutputTokens: 64000,
  free: false,
  variable: false,
  conditional: false,
  expiresAt: null,
} satisfies z.input<typeof Model>

const head = { currency: 'USD', unit: 'per_1m_tokens', refreshSeconds: 300, stale: false } as const
const list = { resolved: null, cost_usd: null, cost: null, comparison: null }
const at = '2026-11-20T12:00:00.000Z'
const tail = (ageSeconds: number, ...names: string[]) => ({
  fetchedAt: at,
  ageSeconds,
  cached: ageSeconds > 0,
  sources: names.map((name) => ({ name, ok: true, as_of: at })),
  unavailable: [],
})

export const familyExample = {
  title: 'Models of one family',
  query: { q: 'claude', limit: '1' },
  output: {
    count: 2,
    total: 300,
    ...head,
    source: 'openrouter',
    models: [claude],
    short: false,
    next: 1,
    ...list,
    ...tail(0, 'openrouter'),
  },
}

const row = (kind: 'input' | 'output' | 'cache_read', usd: number, overInputTokens: number | null = null) => ({
  kind,
  usd,
  unit: 'per_1m_tokens' as const,
  overInputTokens,
  upToInputTokens: null,
  from: null,
  utcFrom: null,
  utcTo: null,
  utcDays: null,
})

export const costExample = {
  title: 'The cost of one request, in the tier for long prompts',
  query: { model: 'claude-example', input_tokens: '250000', cached_tokens: '100000', output_tokens: '1000' },
  output: {
    count: 1,
    total: 9,
    ...head,
    source: 'genai-prices',
    models: [{ ...claude, name: 'Claude Example', canonicalId: null, conditional: true, cacheWriteUsdPer1M: null }],
    short: false,
    next: null,
    resolved: {
      asked: 'claude-example',
      provider: 'anthropic',
      model: 'claude-example',
      name: 'Claude Example',
      matchedBy: 'id' as const,
      source: 'genai-prices',
      as_of: at,
      statedOn: null,
      context: 1000000,
      max_output: 64000,
      modalities: { input: ['text', 'image'], output: ['text'] },
      deprecated: false,
      deprecated_on: null,
      schedule: [
        row('input', 3),
        row('input', 6, 200000),
        row('cache_read', 0.3),
        row('cache_read', 0.6, 200000),
        row('output', 15),
        row('output', 22.5, 200000),
      ],
      batchSchedule: null,
    },
    cost_usd: 0.9825,
    cost: {
      at,
      inputTokens: 250000,
      cachedTokens: 100000,
      writtenTokens: 0,
      writtenHourTokens: 0,
      outputTokens: 1000,
      batch: false,
      source: 'genai-prices',
      lines: [
        { kind: 'input' as const, count: 150000, rateUsd: '6', overInputTokens: 200000, usd: '0.9' },
        { kind: 'cache_read' as const, count: 100000, rateUsd: '0.6', overInputTokens: 200000, usd: '0.06' },
        { kind: 'output' as const, count: 1000, rateUsd: '22.5', overInputTokens: 200000, usd: '0.0225' },
      ],
      exactUsd: '0.9825',
      notes: [],
    },
    comparison: {
      agree: true,
      sources: [
        {
          source: 'genai-prices',
          provider: 'anthropic',
          model: 'claude-example',
          as_of: at,
          statedOn: null,
          inputUsdPer1M: 3,
          outputUsdPer1M: 15,
          cacheReadUsdPer1M: 0.3,
          cost_usd: 0.9825,
        },
        {
          source: 'models.dev',
          provider: 'anthropic',
          model: 'claude-example',
          as_of: at,
          statedOn: '2026-11-01',
          inputUsdPer1M: 3,
          outputUsdPer1M: 15,
          cacheReadUsdPer1M: 0.3,
          cost_usd: 0.9825,
        },
      ],
      differences: [],
    },
    ...tail(42, 'genai-prices', 'models.dev', 'openrouter'),
  },
}

export const fieldsExample = {
  title: 'Only the two prices of each model',
  query: { limit: '2', fields: 'inputUsdPer1M,outputUsdPer1M' },
  output: {
    count: 300,
    total: 300,
    ...head,
    source: 'openrouter',
    models: [
      { id: 'anthropic/claude-example', inputUsdPer1M: 3, outputUsdPer1M: 15 },
      { id: 'deepseek/example-chat', inputUsdPer1M: 0.2002, outputUsdPer1M: 0.8001 },
    ],
    short: false,
    next: 2,
    ...list,
    ...tail(61, 'openrouter'),
  },
}
