/** The extractor's package in the hands of a stranger: its types stand alone, its sample and its command read a page, on each Node here. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeVersions } from '../support/node-versions.ts'
import { installPacked } from '../support/packed-client.ts'

const root = join(import.meta.dirname, '../..')
const samples = [...readFileSync(join(root, 'packages/extractor/README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
const sentence = 'The pier was opened in 1896 and carried trains of day trippers out to the steamers until the storm of 1953.'
const page = `<!doctype html><html lang="en"><head><title>The pier</title></head><body><nav><a href="/">Home</a></nav>
<article><h1>The pier</h1>${`<p>${sentence}</p>`.repeat(6)}</article></body></html>`

let folder: string
beforeAll(() => {
  folder = installPacked('packages/extractor')
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  writeFileSync(join(folder, 'page.html'), page)
  // The samples read the bytes of a page that their reader has at hand.
  const bytes = "import { readFileSync } from 'node:fs'\nconst bytes = readFileSync('page.html')\n"
  for (const [nth, code] of samples.entries()) writeFileSync(join(folder, `sample-${nth}.ts`), `${bytes}${code}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('its types are complete on their own, and the samples fit them', () => {
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2024'],
    strict: true,
    types: ['node'],
    skipLibCheck: false,
    outDir: '.',
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: samples.map((_, nth) => `sample-${nth}.ts`) }))
  expect(execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder, encoding: 'utf8' })).toBe('')
})

test('it holds what it needs and no tests', () => {
  const held = readdirSync(join(folder, 'node_modules/page-extractor'), { recursive: true, encoding: 'utf8' })
  expect(held).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/src/cli.js', 'dist/data/weights.json']))
  expect(held.filter((name) => /\.test\.|^(train|bench|src)\b/.test(name))).toEqual([])
})

describe.each(nodeVersions())('on $version', ({ node }) => {
  const run = (...words: string[]) => promisify(execFile)(node, words, { cwd: folder, timeout: 250_000 })

  test('every sample reads the page', async () => {
    for (const nth of samples.keys()) {
      const { stdout, stderr } = await run(`sample-${nth}.js`)
      expect([stdout.includes('The pier'), stdout.includes(sentence), stdout.includes('Home'), stderr]).toEqual([true, true, false, ''])
    }
  })

  test('its command reads a file, and says no to what is none', async () => {
    const command = 'node_modules/.bin/page-extractor'
    const { stdout } = await run(command, '--url', 'https://example.com/pier', '--json', 'page.html')
    expect(JSON.parse(stdout)).toMatchObject({ title: 'The pier', markdown: expect.stringContaining(sentence) })
    await expect(run(command, 'package.json', 'page.html')).rejects.toMatchObject({ code: 2 })
  })
})
