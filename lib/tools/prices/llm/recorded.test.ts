/** Bills by a recorded list, worked out apart from this code. The list is not part of this repository; without it these tests are skipped. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { costOf } from './cost.ts'
import { toEntries } from './genai-prices.ts'
import { resolveModel, toIndex } from './resolve.ts'

const file = path.resolve(import.meta.dirname, '../../../../../shared/fixtures/upstreams/genai-prices/data-slim-v2-cut.json')
const absent = !existsSync(file)
if (absent) process.stderr.write(`recorded.test.ts: no recorded list at ${file}, skipped\n`)

const NOON = Date.parse('2026-11-22T12:00:00Z')

test.skipIf(absent)('bills by recorded schedules: tiers, caches, requests, times of day, rounding', () => {
  const { entries, unread } = toEntries(JSON.parse(readFileSync(file, 'utf8')))
  expect(unread).toBe(false)
  const index = toIndex([{ name: 'genai-prices', entries }])
  const questions: [
    name: string,
    model: string,
    input: number,
    cached: number,
    written: number,
    hour: number,
    output: number,
    usd: number,
  ][] = [
    ['Claude Sonnet 4.5', 'anthropic/claude-sonnet-4-5', 200_000, 0, 0, 0, 1_000, 0.615],
    ['claude-sonnet-4-5-20250929', 'anthropic/claude-sonnet-4-5', 200_001, 180_000, 1_234, 0, 777, 0.24734],
    ['anthropic/claude-opus-4-6', 'anthropic/claude-opus-4-6', 250_000, 1, 2, 3, 4, 1.250113],
    ['claude 3.5 haiku', 'anthropic/claude-3-5-haiku-latest', 1_234, 0, 0, 0, 1, 0.000991],
    ['OpenAI GPT-5', 'openai/gpt-5', 7, 0, 0, 0, 0, 0.000009],
    ['gpt-5.4', 'openai/gpt-5.4', 272_001, 272_000, 0, 0, 12_345, 0.413768],
    ['gpt-4o-mini-2024-07-18', 'openai/gpt-4o-mini', 987_654, 371_588, 0, 0, 64_001, 0.15868],
    ['gemini 2.5 pro', 'google/gemini-2.5-pro', 200_001, 0, 0, 0, 333, 0.504998],
    ['Gemini 3 Pro', 'google/gemini-3-pro-preview', 200_000, 33_358, 0, 0, 64_001, 1.107968],
    ['models/gemini-2.5-flash-lite', 'google/gemini-2.5-flash-lite', 1, 0, 0, 0, 1, 0.000001],
    ['deepseek-chat', 'deepseek/deepseek-chat', 999, 500, 0, 0, 4_096, 0.004675],
    ['MiniMax-M3', 'minimax/minimax-m3', 512_001, 12, 0, 0, 3, 0.307202],
    ['Kimi-K2.5', 'moonshotai/kimi-k2.5', 1_000_003, 1_000_003, 0, 0, 12_345, 0.137035],
    ['perplexity sonar pro', 'perplexity/sonar-pro', 1_000, 0, 0, 0, 1_000, 0.032],
    ['groq/llama-3.3-70b-versatile', 'groq/llama-3.3-70b-versatile', 12_345, 6_599, 0, 0, 4_096, 0.010519],
  ]
  const bills = questions.map(([name, , inputTokens, cachedTokens, writtenTokens, writtenHourTokens, outputTokens]) => {
    const found = resolveModel(index, name)
    const entry = found && 'offers' in found ? found.offers[0]?.entry : undefined
    const cost = entry && costOf(entry.rates, { inputTokens, cachedTokens, writtenTokens, writtenHourTokens, outputTokens }, NOON)
    return [name, entry && `${entry.provider}/${entry.id}`, cost && 'usd' in cost ? cost.usd : null]
  })
  expect(bills).toEqual(questions.map(([name, model, , , , , , usd]) => [name, model, usd]))
})
