/** Who may know whom, as AGENTS.md draws it: an import goes down the list or stays in its row. And no file leads back to itself, but by types. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Top to bottom. A name is a folder, or a file without its ending. */
const ROWS = [
  ['app', 'pages', 'inngest', 'instrumentation', 'server'],
  ['lib/running', 'lib/app'],
  ['lib/site'],
  ['lib/mcp', 'lib/pages', 'lib/ops', 'lib/telemetry', 'lib/readiness', 'lib/jobs', 'lib/watch'],
  ['lib/catalogue'],
  ['lib/payments'],
  ['lib/html'],
  ['lib/tools', 'lib/tenders'],
  ['lib/upstreams'],
  [
    'lib/egress',
    'lib/http',
    'lib/db',
    'lib/chain',
    'lib/core',
    'lib/env',
    'lib/settings',
    'lib/operator',
    'lib/errors',
    'lib/log',
    'lib/observe',
    'lib/listeners',
  ],
]
/** Never each other, whatever the row says. */
const STRANGERS = [['lib/tools', 'lib/tenders']]
/** Below everything: what any row may use. */
const ANYWHERE = ['lib/edit-distance', 'lib/metrics', 'lib/steps', 'lib/wait']

const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^'";]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|test-support|\.suite\.ts$/.test(name))

/** The row's name for a file: its folder below `lib`, or itself. */
const partOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/')
  return (first === 'lib' ? `lib/${second}` : first).replace(/\.tsx?$/, '')
}

const rowOf = (part: string): number => ROWS.findIndex((row) => row.includes(part))

const arrows = [...['lib', 'app', 'pages', 'inngest'].flatMap(filesOf), 'server.ts', 'instrumentation.ts'].flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map((match) => ({
    file,
    target: relative(root, join(root, dirname(file), match[1] ?? match[2] ?? '')),
    isType: /^\s*(?:import|export) type\b/.test(match[0]),
    from: partOf(file),
    to: partOf(relative(root, join(root, dirname(file), match[1] ?? match[2] ?? ''))),
  })),
)

test('the arrows are read at all', () => {
  expect(arrows.length).toBeGreaterThan(1_000)
  expect(arrows.some(({ file, to }) => file === 'lib/site/table.ts' && to === 'lib/mcp')).toBe(true)
})

test('every part of lib stands in the list', () => {
  const parts = [...new Set(filesOf('lib').map(partOf))]
  expect(parts.filter((part) => rowOf(part) < 0 && !ANYWHERE.includes(part))).toEqual([])
})

test('no arrow points upwards, and tools and tenders do not know each other', () => {
  const wrong = arrows.filter(({ from, to }) => {
    if (from === to || ANYWHERE.includes(from) || ANYWHERE.includes(to) || rowOf(to) < 0) return false
    return rowOf(to) < rowOf(from) || STRANGERS.some((pair) => pair.includes(from) && pair.includes(to))
  })
  expect(wrong.map(({ file, to }) => `${file} -> ${to}`)).toEqual([])
})

test('no circle but of types', () => {
  const known = new Map<string, { target: string }[]>()
  for (const { file, target, isType } of arrows) if (!isType) known.set(file, [...(known.get(file) ?? []), { target }])
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'open') circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (state.has(file)) return
    state.set(file, 'open')
    for (const { target } of known.get(file) ?? []) walk(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of known.keys()) walk(file, [])
  expect(circles).toEqual([])
})

test('next is known to app, pages and inngest only', () => {
  const outside = filesOf('lib').filter((file) => /from 'next(?:\/|')/.test(readFileSync(join(root, file), 'utf8')))
  expect(outside).toEqual([])
})
