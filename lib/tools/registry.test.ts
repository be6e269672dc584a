import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import { parseInput, toRequest } from './parse.ts'
import { type SoldPath, toolByPath, tools } from './registry.ts'
import { inputSchema, outputSchema } from './schema.ts'

const core = testCore()

const folders = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === 'tool.ts')
  .map((entry) =>
    path
      .relative(import.meta.dirname, entry.parentPath)
      .split(path.sep)
      .join('/'),
  )

test('every tool folder is in the registry, and nothing else', () => {
  expect(tools.map(({ id }) => id).sort()).toEqual(folders.sort())
  expect(toolByPath.size).toBe(tools.length)
})

test('a tool keeps its own types through the registry', async () => {
  const ping = tools.find((tool) => tool.id === 'util/ping')!
  expectTypeOf(ping.path).toEqualTypeOf<'/v1/util/ping'>()
  expectTypeOf<'/v1/util/pong'>().not.toExtend<SoldPath>()
  const lookup = tools.find((tool) => tool.id === 'dns/lookup')!
  const input = parseInput(core, lookup, '?name=example.com')
  expectTypeOf(input.name).toBeString()
  expectTypeOf<Awaited<ReturnType<typeof ping.run>>['message']>().toEqualTypeOf<'pong'>()
  expect(input.type).toBe('A')
})

test('what a payment is bound to is the tool and its input, in any order and spelling', () => {
  const bound = (search: string) => {
    const lookup = tools.find((tool) => tool.id === 'dns/lookup')!
    return toRequest(lookup, parseInput(core, lookup, search)).fingerprint
  }
  expect(bound('?name=example.com&type=mx')).toBe(bound('?type=MX&name=EXAMPLE.com.&_cachebuster=1'))
  expect(bound('?name=example.com')).toBe(bound('?name=example.com&type=A'))
  expect(bound('?name=example.com')).not.toBe(bound('?name=example.com&type=MX'))
  // Kept in the table of claims: another value would turn every resend of today away.
  expect(bound('?name=example.com')).toBe('d898a8b865bd6644bfab60f8a906af086df2fca08ec4deb12b65a710cfd352bd')
})

const hasDescriptions = (schema: unknown, at: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, { description?: string }>
    items?: unknown
    anyOf?: unknown[]
  }
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, property]) => [
      ...(property.description ? [] : [`${at}.${name}`]),
      ...hasDescriptions(property, `${at}.${name}`),
    ]),
    ...hasDescriptions(items, `${at}[]`),
    ...(anyOf ?? []).flatMap((option) => hasDescriptions(option, at)),
  ]
}

describe.each(tools.map((tool) => [tool.id, tool] as const))('%s', (_id, tool) => {
  test('its words say what, when, what it costs and what a failure costs, in 120 to 500 characters', () => {
    expect(tool.description.length).toBeGreaterThanOrEqual(120)
    expect(tool.description.length).toBeLessThanOrEqual(500)
    expect(tool.description).toMatch(/\buse (it|this)\b/i)
    expect(tool.description).toContain(`Costs ${Number(tool.price)} USD`)
    expect(tool.description).toMatch(/(never|not|un)\s?charged/)
    expect(tool.description).toMatch(/(seconds?|milliseconds|\bs\b)/)
  })

  test('every field, in and out, is described, and a registry can build a working call of what is required', () => {
    const schema = inputSchema(tool)
    expect(hasDescriptions(schema, 'input')).toEqual([])
    expect(hasDescriptions(outputSchema(tool), 'output')).toEqual([])
    const query: Record<string, string> = {}
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const value = property.example ?? property.default
      expect(value, name).toBeTypeOf('string')
      if (schema.required?.includes(name)) query[name] = String(value)
    }
    expect(tool.input.safeParse(query).success).toBe(true)
  })

  test('there are at least two examples', () => expect(tool.examples.length).toBeGreaterThanOrEqual(2))

  test('unknown parameters are refused', () => {
    expect(tool.input.safeParse({ ...tool.examples[0].query, surprise: '1' }).success).toBe(false)
  })
})
