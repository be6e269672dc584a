import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
type Manifest = { dependencies: Record<string, string>; optionalDependencies?: Record<string, string> }
const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'))
const manifest = read(join(folder, 'package.json'))
const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies }
const command = (args: string[], input: string): string =>
  execFileSync(process.execPath, [join(folder, 'src/cli.ts'), ...args], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })

test('its dependencies are the versions that the repository installs', () => {
  const root = read(join(folder, '../../package.json')).dependencies
  for (const [name, version] of Object.entries(dependencies)) expect(root[name]).toBe(version)
})

test('it knows its own files, its dependencies and Node, and nothing of the program around it', () => {
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const known = new Set([...Object.keys(dependencies), ...builtinModules.map((name) => `node:${name}`)])
  for (const file of files) {
    if (file.startsWith('testing')) continue
    for (const [, from] of readFileSync(join(folder, 'src', file), 'utf8').matchAll(/(?:from|import)\(? ?'([^']+)'/g)) {
      const inside = from!.startsWith('.') && join(folder, 'src', file, '..', from!).startsWith(folder)
      expect(inside || known.has(from!), `${file} imports ${from}`).toBe(true)
    }
  }
})

test('as a command it reads a page from its input, and says when there is nothing to read', () => {
  const page = '<title>Tides</title><h1>Tides</h1><p>The tide turns <a href="/twice">twice</a> a day.</p>'
  expect(command(['--url', 'https://tide.example/a/'], page)).toBe('The tide turns [twice](https://tide.example/twice) a day.\n')
  expect(JSON.parse(command(['--json'], page))).toMatchObject({ title: 'Tides', contentType: 'text/html' })
  expect(() => command([], '')).toThrow(/nothing_readable/)
  expect(() => command(['--url', 'no address'], page)).toThrow(/Usage/)
})
