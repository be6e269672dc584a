import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand as run } from '../../tests/support/command.ts'
import { root } from './run.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
/** Every command that is a program of this repository: its name, and the words that start it. */
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [node, ...words] = line.split(' ')
  return node === 'node' && words[0] !== undefined ? [{ name, words }] : []
})

/** Those of the packages, which have no head to read. */
const ofPackages = [
  'packages/extractor/src/cli.ts',
  'packages/extractor/bench/index.ts',
  'packages/extractor/train/index.ts',
  'clients/typescript/src/cli/main.ts',
]

test('the commands are found', () => expect(commands.length).toBeGreaterThan(15))

test.concurrent.each(commands)('npm run $name -- --help says how it is called, and does nothing else', async ({ name, words }) => {
  const { code, out, error } = await run([...words, '--help'])
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toMatch(new RegExp(`npm (run )?(--silent )?${name}\\b`))
})

test.concurrent.each(ofPackages)('%s --help says how it is called, and does nothing else', async (file) => {
  const { code, out, error } = await run([file, '--help'])
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toMatch(/^(Usage: |paid-agent-tools-client \[options\])/)
})

test.concurrent.each(['backup', 'ledger', 'match', 'start'])(
  'npm run %s with an option that does not exist is one sentence and exit code 2',
  async (name) => {
    const { words = [] } = commands.find((command) => command.name === name) ?? {}
    const { code, error } = await run([...words, '--no-such-option'])
    expect(code).toBe(2)
    expect(error).toContain('--no-such-option')
    expect(error).not.toMatch(/^\s+at /m)
  },
)

test.each(['demo', 'test'])('npm run %s refuses a wrong option before it installs anything', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'bare-'))
  for (const file of ['scripts/bootstrap.mjs', `scripts/${name}.ts`]) await cp(join(root, file), join(folder, file))
  const { code, error } = await run([join(folder, 'scripts/bootstrap.mjs'), name, '--no-such-option'])
  expect({ code, error }).toEqual({ code: 2, error: "Unknown option '--no-such-option'. --help tells more.\n" })
  await rm(folder, { recursive: true })
})

describe('npm run markdown', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'markdown-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('a page that is no JSON line is a problem, and exit code 1', async () => {
    const page = join(folder, 'page.html')
    writeFileSync(page, '<!DOCTYPE html><p>A page</p>\n')
    const { code, out } = await run(['scripts/markdown.ts', page])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ problem: { code: 'invalid_input' } })
  })
})
