import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { toolByPath, tools } from './registry.ts'
import { inputSchema, outputSchema } from './schema.ts'

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

  test('every field, in and out, is described, and a registry can build a working call', () => {
    const schema = inputSchema(tool)
    expect(hasDescriptions(schema, 'input')).toEqual([])
    expect(hasDescriptions(outputSchema(tool), 'output')).toEqual([])
    const query: Record<string, string> = {}
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const value = property.example ?? property.default
      expect(value, name).toBeTypeOf('string')
      query[name] = String(value)
    }
    expect(tool.input.safeParse(query).success).toBe(true)
  })

  test('at least two examples pass their own schemas', () => {
    expect(tool.examples.length).toBeGreaterThanOrEqual(2)
    for (const { query, output } of tool.examples) {
      expect(tool.input.safeParse(query).error).toBeUndefined()
      expect(tool.output.safeParse(output).error).toBeUndefined()
    }
  })

  test('unknown parameters are refused', () => {
    expect(tool.input.safeParse({ ...tool.examples[0].query, surprise: '1' }).success).toBe(false)
  })
})
