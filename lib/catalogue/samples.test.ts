import { expect, test } from 'vitest'
import { parseEnv } from '../env.ts'
import { toDocument } from '../html/document.ts'
import { landingPage } from '../pages/landing/index.ts'
import { tools } from '../tools/registry.ts'
import { findSample, sampleLabel } from './samples.ts'

const settings = parseEnv({ BASE_URL: 'https://agents.example' })

test('a sample is called what it is: an example, or a recording with its day', () => {
  const recordedAt = '2026-11-21T23:59:59.000Z'
  expect(sampleLabel({ source: 'stand-in', recordedAt })).toBe('Example, from test data')
  expect(sampleLabel({ source: 'live', recordedAt })).toBe('Recorded on 21 November 2026 from the live service')
})

test('every sample that is served carries its label', () => {
  for (const tool of tools)
    for (const kind of ['answer', 'errors'] as const)
      for (const sample of findSample(tool, kind, settings)) expect(sample.label).toBe(sampleLabel(sample))
})

test('no page calls made-up data recorded or real', () => {
  const text = toDocument(landingPage(tools, undefined, settings, null, 0), settings)
  for (const tool of tools)
    if (findSample(tool, 'answer', settings)[0]?.source === 'stand-in') {
      expect(text).toContain('Example, from test data')
      expect(text).not.toMatch(/Recorded \d|stand-in|real (?:calls|data|answers)/i)
    }
})
