import { describe, expect, test } from 'vitest'
import { schemaRows } from '../catalogue/schema-rows.ts'
import { createCore } from '../core.ts'
import { parseEnv } from '../env.ts'
import { problemCodes } from '../errors.ts'
import { toDocument } from '../html/document.ts'
import { render } from '../html/html.ts'
import { inline, markdown } from '../html/markdown.ts'
import type { Tool } from '../tools/define.ts'
import { parseInput } from '../tools/parse.ts'
import { tools } from '../tools/registry.ts'
import { inputSchema, outputSchema } from '../tools/schema.ts'
import { errorPage, errorsIndex } from './docs/errors-pages.ts'
import { docsIndex } from './docs/index-page.ts'
import { toolPage } from './docs/tool-page.ts'
import { landingPage } from './landing/index.ts'
import { robotsTxt, sitemapXml } from './sitemap.ts'
import { curlSnippet } from './snippets.ts'
import { badPath, examplePath, refusal } from './tool-answers.ts'

const settings = parseEnv({ BASE_URL: 'https://agents.example', TOOLS_URL: 'https://feed.example' })
const textOf = (page: Parameters<typeof toDocument>[0]) => toDocument(page, settings)
const unescaped = (text: string) => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe.each(tools.map((tool): [string, Tool] => [tool.id, tool]))('%s', (_id, tool) => {
  test('stands on the landing page with its price and purpose', () => {
    const text = unescaped(textOf(landingPage(tools, undefined, settings, null, 0)))
    expect(text).toContain(`href="/docs/${tool.id}"`)
    expect(text).toContain(tool.summary)
    expect(text).toContain(`<p class="price">$${Number(tool.price)}</p>`)
  })

  test('has a page with every input, every member of its output, every example and its exact price', () => {
    const text = unescaped(textOf(toolPage(tool, tools, settings)))
    expect(text).toContain(`<strong>$${Number(tool.price)}</strong>`)
    expect(text).toContain(`${tool.amount} atomic units`)
    expect(text).not.toMatch(/\$\d+\.\d{6}/)
    expect(/<p class="lede">(.*?)<\/p>/s.exec(text)?.[1]).not.toMatch(/\d USD\b/)
    for (const name of Object.keys(inputSchema(tool).properties ?? {})) expect(text).toContain(`<code>${name}</code>`)
    for (const name of Object.keys(outputSchema(tool).properties ?? {})) expect(text).toMatch(new RegExp(`<code[^>]*>${name}</code>`))
    for (const { title } of tool.examples) expect(text).toContain(title)
    for (const source of tool.sources ?? []) expect(text).toContain(source)
  })

  test('shows a call that is accepted and one that is refused for free', () => {
    expect(() => parseInput(createCore(settings), tool, new URL(examplePath(tool), settings.BASE_URL).search)).not.toThrow()
    expect(() => parseInput(createCore(settings), tool, new URL(badPath(tool), settings.BASE_URL).search)).toThrow()
    expect(JSON.parse(refusal(tool, settings).body)).toMatchObject({ status: 400, code: 'invalid_input', charged: false })
  })
})

test('every problem type has its page, which says what to do', () => {
  for (const code of problemCodes) {
    const text = textOf(errorPage(code, tools, settings))
    expect(text).toContain(`<link rel="canonical" href="https://agents.example/docs/errors/${code}">`)
    expect(textOf(errorsIndex(tools))).toContain(`/docs/errors/${code}`)
  }
})

test('links to the tenders lead to their own site', () => {
  expect(textOf(docsIndex(tools, tools[0], settings))).toContain('href="https://feed.example/tenders"')
})

test('without terms the landing page says so instead of showing made-up ones', () => {
  const text = textOf(landingPage(tools, undefined, settings, null, 0))
  expect(text).toContain('there are no terms to show')
  expect(text).not.toContain('"payTo"')
})

test('a snippet is one word to the shell, whatever its URL holds', () => {
  const tool = { ...tools[0], examples: [{ title: '', query: { q: "a'b $(x)" }, output: {} }] } as unknown as Tool
  expect(curlSnippet(tool, settings)).toMatch(/^curl -i '[^']*'$/)
})

test('rows of a schema reach into lists, unions and objects', () => {
  const rows = schemaRows({
    properties: {
      a: { type: 'array', items: { type: 'object', properties: { b: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } },
      c: { anyOf: [{ type: 'object', properties: { d: { enum: ['x', 'y'] } } }, { type: 'null' }] },
    },
    required: ['a'],
  })
  expect(rows.map(({ path, type, optional }) => `${path}: ${type}${optional ? '?' : ''}`)).toEqual([
    'a: list of objects',
    'a.b: string or null?',
    'c: object or null?',
    'c.d: one of x, y?',
  ])
})

test('our Markdown keeps markup of others as text and links only where it may', () => {
  expect(render(inline('a `<b>` **c** [d](/e) [f](javascript:g)'))).toBe(
    'a <code>&lt;b&gt;</code> <strong>c</strong> <a href="/e">d</a> [f](javascript:g)',
  )
  expect(render(markdown('# T\n\ntext\nmore\n\n- one\n  more\n- two'))).toBe(
    '<h1>T</h1><p>text more</p><ul><li>one more</li><li>two</li></ul>',
  )
  expect(render(markdown('## H\n\n| A | B |\n|---|---|\n| 1 | x \\| y |'))).toContain('x | y')
})

test('robots and sitemap name the addresses of the settings', () => {
  expect(robotsTxt(settings)).toContain('Sitemap: https://agents.example/sitemap.xml')
  const map = sitemapXml(tools, undefined, settings, Date.now())
  expect(map).toContain('<loc>https://feed.example/tenders/cleaning</loc>')
  for (const { id } of tools) expect(map).toContain(`<loc>https://agents.example/docs/${id}</loc>`)
})
