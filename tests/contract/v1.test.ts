/**
 * `/v1` is frozen (docs/policy.md): what was published stays. `v1.snapshot.json` holds it; additions pass, and are taken in
 * by `npm run docs`, which takes nothing away.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problems } from '../../lib/errors.ts'
import { tools } from '../../lib/tools/registry.ts'
import { breaks, type Frozen, frozen } from '../support/frozen-v1.ts'

const file = join(import.meta.dirname, 'v1.snapshot.json')
const published = JSON.parse(readFileSync(file, 'utf8')) as Frozen
const now = frozen(tools, problems)

test('nothing that was published is taken away or changed', () => {
  expect(breaks(published, now)).toEqual([])
})

describe('every way to break a caller is noticed', () => {
  const path = '/v1/dns/lookup'
  const changed = (change: (copy: Frozen) => void): string[] => {
    const copy = structuredClone(now)
    change(copy)
    return breaks(now, copy)
  }
  const of = (copy: Frozen) => copy.paths[path]!

  test.each<[string, (copy: Frozen) => void]>([
    ['a path that is gone', (copy) => delete copy.paths[path]],
    ['a higher price', (copy) => (of(copy).price = '0.001001')],
    ['a parameter that is gone', (copy) => delete of(copy).input.type],
    ['a parameter that becomes required', (copy) => (of(copy).input.type!.required = true)],
    ['a new parameter that is required', (copy) => (of(copy).input.extra = { required: true, schema: { type: 'string' } })],
    ['a changed default', (copy) => (of(copy).input.type!.schema.default = 'MX')],
    ['a value that is no longer taken', (copy) => (of(copy).input.type!.schema.enum = ['A'])],
    ['a member of the answer that is gone', (copy) => delete of(copy).output.found],
    ['a member that may be absent now', (copy) => (of(copy).output.found = `${of(copy).output.found}?`)],
    ['a member of another type', (copy) => (of(copy).output.found = 'string')],
    ['a member that may be null now', (copy) => (of(copy).output.found = 'boolean | null')],
    ['a problem code that is gone', (copy) => delete copy.problems.invalid_input],
    ['a problem code of another status', (copy) => (copy.problems.invalid_input = 422)],
  ])('%s', (_, change) => {
    expect(changed(change)).not.toEqual([])
  })

  test.each([
    ['more of them', '^0*(?:\\d{1,6}|[12]\\d{6}|3000000)$', []],
    ['fewer of them', '^0*(?:\\d{1,5}|3000000)$', ['/v1/web/markdown: parameter offset takes something else']],
    ['something else', '^[0-9a-f]{1,7}$', ['/v1/web/markdown: parameter offset takes something else']],
  ])('a parameter that takes whole numbers may take more: %s', (_, pattern, found) => {
    const [before, after] = [structuredClone(now), structuredClone(now)]
    const of = (copy: Frozen) => copy.paths['/v1/web/markdown']!.input.offset!.schema
    of(before).pattern = '^0*(?:\\d{1,6}|1000000)$'
    of(after).pattern = pattern
    expect(breaks(before, after)).toEqual(found)
  })

  test.each<[string, (copy: Frozen) => void]>([
    ['a new tool', (copy) => (copy.paths['/v1/util/new'] = structuredClone(of(copy)))],
    ['a lower price', (copy) => (of(copy).price = '0.000900')],
    ['a new optional parameter', (copy) => (of(copy).input.extra = { required: false, schema: { type: 'string' } })],
    ['a further value of a parameter', (copy) => (of(copy).input.type!.schema.enum as unknown[]).push('CAA')],
    ['a new member of the answer', (copy) => (of(copy).output.extra = 'string')],
    ['a new problem code', (copy) => (copy.problems.teapot = 418)],
  ])('not a break: %s', (_, change) => {
    expect(changed(change)).toEqual([])
  })
})
