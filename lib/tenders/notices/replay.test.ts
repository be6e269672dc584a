import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../sources/json-repair.ts'
import { replay } from './replay.ts'

const folder = join(import.meta.dirname, '../../../../shared/fixtures/ocds')
const rows = join(folder, 'example-mapping.jsonl')

describe.skipIf(!existsSync(rows))('real notices (skipped where the fixtures are absent)', () => {
  type Row = {
    file: string
    expected: Record<string, unknown> & { id: string }
    extras: Record<string, unknown> & { closed_by: string | null }
  }
  const golden = existsSync(rows)
    ? readFileSync(rows, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Row)
    : []
  const packages = [...new Set(golden.map(({ file }) => file))].map((file) => parseJson(readFileSync(join(folder, file), 'utf8')))
  const problems: string[] = []
  const at = (time: string) =>
    new Map(replay(packages, Date.parse(time), (problem) => problems.push(problem)).map((notice) => [notice.id, notice]))
  const end = at('2030-01-01T00:00:00Z')

  test.each(golden.map(({ expected, extras }) => [expected.id, expected, extras] as const))(
    '%s has every field as expected',
    (id, expected, extras) => {
      const { closed_by, ...fields } = extras
      expect(end.get(id)).toMatchObject({ ...expected, ...fields })
      expect(end.get(id)?.reason).toBe(closed_by === null ? 'expired' : 'awarded')
    },
  )

  test('nothing but the expected notices comes out, and no release is lost', () => {
    expect([...end.keys()].sort()).toEqual(golden.map(({ expected }) => expected.id).sort())
    expect(problems).toEqual([])
  })

  test('of a notice published twice in seven minutes the later one is listed', () => {
    const then = at('2026-06-01T00:00:00Z')
    expect(then.get('fts:050712-2026')).toMatchObject({ open: false, reason: 'duplicate' })
    expect(then.get('fts:050719-2026')).toMatchObject({ open: true, also_at: [{ id: 'fts:050712-2026' }] })
  })
})

test('releases of no known source are named and left out', () => {
  const problems: string[] = []
  expect(replay([{ releases: [{ ocid: 'ocds-other-1', id: '1' }] }, 'x', { releases: 5 }], 0, (problem) => problems.push(problem))).toEqual(
    [],
  )
  expect(problems).toHaveLength(3)
})
