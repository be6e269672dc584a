/** Who may know whom, as AGENTS.md draws it: an import goes down the list or stays in its row. And no file leads back to itself. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Top to bottom. A name is a folder, or a file without its ending. */
const ROWS = [
  ['tests/client', 'tests/contract', 'tests/e2e', 'tests/integration'],
  ['scripts'],
  ['tests/local', 'tests/simulation', 'tests/support'],
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
    'clients',
    'packages',
    'scripts/steps',
  ],
]
/** Never each other, whatever the row says. */
const STRANGERS = [['lib/tools', 'lib/tenders']]
/** Parts whose folders are stages: bottom to top, by their names below the part. */
const STAGES = {
  'lib/payments': ['protocol', 'chain', 'facilitator', 'offer', 'books', 'warnings.ts', 'sale'],
  'lib/tenders': [
    'words',
    'trades',
    'sources',
    'notices',
    'ingest',
    'publish',
    'search',
    'snapshot',
    'feed',
    'outlook',
    'export',
    'daily-ingest.ts',
  ],
}
/** Below everything: what any row may use. */
const ANYWHERE = ['lib/edit-distance', 'lib/metrics', 'lib/steps', 'lib/wait']

const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^'";]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

const sourcesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })

const filesOf = (folder: string): string[] =>
  sourcesOf(folder).filter(
    (name) => /^tests\/(?:client|contract|e2e|integration)/.test(name) || !/\.test\.ts$|test-support|\.suite\.ts$/.test(name),
  )

/** The row's name for a file: its folder below `lib`, `tests` or `scripts/steps`, or itself. */
const partOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/')
  const isFolder = first === 'lib' || first === 'tests' || (first === 'scripts' && second === 'steps')
  return (isFolder ? `${first}/${second}` : first).replace(/\.tsx?$/, '')
}

const rowOf = (part: string): number => ROWS.findIndex((row) => row.includes(part))

const PRODUCT = ['lib', 'app', 'pages', 'inngest']
const FILES = [...[...PRODUCT, 'packages', 'clients', 'scripts', 'tests'].flatMap(filesOf), 'server.ts', 'instrumentation.ts']
const arrowsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map((match) => ({
    file,
    target: relative(root, join(root, dirname(file), match[1] ?? match[2] ?? '')),
    from: partOf(file),
    to: partOf(relative(root, join(root, dirname(file), match[1] ?? match[2] ?? ''))),
  }))
const arrows = FILES.flatMap(arrowsOf)

test('the arrows are read at all', () => {
  expect(arrows.length).toBeGreaterThan(1_000)
  expect(arrows.some(({ file, to }) => file === 'lib/site/table.ts' && to === 'lib/mcp')).toBe(true)
})

test('every part of lib and tests stands in the list', () => {
  const parts = [...new Set(['lib', 'tests'].flatMap(filesOf).map(partOf))]
  expect(parts.filter((part) => rowOf(part) < 0 && !ANYWHERE.includes(part))).toEqual([])
})

test('no arrow points upwards, and tools and tenders do not know each other', () => {
  const wrong = arrows.filter(({ from, to }) => {
    if (from === to || ANYWHERE.includes(from) || ANYWHERE.includes(to) || rowOf(to) < 0) return false
    return rowOf(to) < rowOf(from) || STRANGERS.some((pair) => pair.includes(from) && pair.includes(to))
  })
  expect(wrong.map(({ file, to }) => `${file} -> ${to}`)).toEqual([])
})

test.each(Object.entries(STAGES))('%s is built in stages, and none knows a later one', (part, stages) => {
  const stage = (file: string) => {
    const name = file.split('/')[2] ?? ''
    return name.endsWith('.test-support.ts') ? stages.length : stages.indexOf(name)
  }
  // What tests share stands where its own imports allow it; only a test itself may use all that comes after.
  const shared = sourcesOf(part).filter((file) => file.includes('test-support'))
  const within = [...arrows, ...shared.flatMap(arrowsOf)].filter(({ from, to }) => from === part && to === part)
  expect(within.length).toBeGreaterThan(50)
  expect(
    within.filter(({ file, target }) => stage(file) < stage(target) || stage(file) < 0).map(({ file, target }) => `${file} -> ${target}`),
  ).toEqual([])
})

test('what is served, and what is published by itself, knows neither commands nor tests', () => {
  const isBeside = (part: string) => /^(?:tests|scripts)/.test(part)
  // `npm start` is a command too, and reads its options as they all do.
  const wrong = arrows.filter(({ from, to }) => isBeside(to) && !isBeside(from) && !(from === 'server' && to === 'scripts/steps'))
  expect(wrong.map(({ file, to }) => `${file} -> ${to}`)).toEqual([])
})

test('no circle, be it of types', () => {
  const known = new Map<string, { target: string }[]>()
  for (const { file, target } of arrows) known.set(file, [...(known.get(file) ?? []), { target }])
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
