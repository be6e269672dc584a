import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Award } from '../notices/outlook.ts'
import { againOf } from './again.ts'

// What is read is of the shape of an award as far as it is looked at.
const contract = (fields: Partial<Award>): Award =>
  ({ contract_start: '2024-04-01', contract_end: '2027-03-31', value_is_ceiling: false, title: '', cpvs: [], ...fields }) as Award

test.each<[string, Partial<Award>, boolean]>([
  ['cleaning for three years', { title: 'Office cleaning services', cpvs: ['90911200'] }, true],
  ['for a month', { title: 'Office cleaning services', cpvs: ['90911200'], contract_end: '2024-04-30' }, false],
  ['for thirty years', { title: 'Office cleaning services', cpvs: ['90911200'], contract_end: '2054-04-30' }, false],
  ['from a day that is not stated', { title: 'Office cleaning services', cpvs: ['90911200'], contract_start: null }, false],
  ['a framework', { title: 'Office cleaning services', cpvs: ['90911200'], value_is_ceiling: true }, false],
  ['building works', { title: 'New classroom block', cpvs: ['45214200'] }, false],
  ['a study', { title: 'Review of cleaning services', cpvs: ['90911200'] }, false],
  ['goods', { title: 'Purchase of a mower', cpvs: ['16310000'] }, false],
  ['a taxi for one child', { title: 'Taxi service, Made School', cpvs: ['60120000'] }, false],
])('%s', (_, fields, sure) => {
  expect(againOf(contract(fields)).sure).toBe(sure)
})

const Row = z.object({
  title: z.string(),
  main_cpv: z.string().nullable(),
  cpvs: z.array(z.string()).default([]),
  again: z.boolean().default(false),
})

test('of real titles that are called sure to be needed again, as if for three years, at least 95 % are labelled so by hand', () => {
  const labels = readFileSync(new URL('../trades/match-labels.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const rows = labels.map((line) => Row.parse(JSON.parse(line)))
  const sure = rows.filter(
    ({ title, main_cpv, cpvs }) => againOf(contract({ title, cpvs: [...(main_cpv ? [main_cpv] : []), ...cpvs] })).sure,
  )
  expect(sure.length).toBeGreaterThan(60)
  expect(sure.filter(({ again }) => again).length / sure.length).toBeGreaterThanOrEqual(0.95)
})
