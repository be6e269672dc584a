/** JSON Schemas of a tool, made from its zod schemas: what OpenAPI, the 402, MCP and the docs pages show. */
import { z } from 'zod'
import type { Tool } from './define.ts'

export type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema>; required?: string[] }

const memo = <Value>(make: (tool: Tool) => Value) => {
  const made = new WeakMap<Tool, Value>()
  return (tool: Tool): Value => {
    if (!made.has(tool)) made.set(tool, make(tool))
    return made.get(tool) as Value
  }
}

/** Schema of the query as a caller writes it (before defaults and transforms). JSON Schema 2020-12. */
export const inputSchema = memo((tool) => z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

/** Schema of the 200 body. JSON Schema 2020-12. */
export const outputSchema = memo((tool) => z.toJSONSchema(tool.output, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

const IN_HEADER = new Set(['type', 'description', 'enum', 'default'])

/** What a query takes, short enough for a header: words, choices and defaults. Patterns and bounds stand in OpenAPI. */
export const shortInputSchema = memo((tool): Required<Pick<JsonSchema, 'properties' | 'required'>> => {
  const { properties = {}, required = [] } = inputSchema(tool)
  const short = (schema: JsonSchema): JsonSchema => Object.fromEntries(Object.entries(schema).filter(([name]) => IN_HEADER.has(name)))
  return { properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, short(schema)])), required }
})

const SHORT = new Set(['type', 'enum', 'const', 'anyOf'])

/** The first level of an output schema, types only: short enough for a header (a 402 is at most 8 kB). */
export const shortOutputSchema = memo((tool): JsonSchema => {
  const { properties = {}, required = [] } = outputSchema(tool)
  const short = (schema: JsonSchema): JsonSchema => {
    const kept = Object.fromEntries(Object.entries(schema).filter(([name]) => SHORT.has(name)))
    const options = kept.anyOf as JsonSchema[] | undefined
    // `anyOf` of plain types is a union of types; anything deeper is left to the full schema.
    return options
      ? options.every((option) => typeof option.type === 'string')
        ? { type: [...new Set(options.map((option) => option.type))] }
        : {}
      : kept
  }
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, short(schema)])),
    required,
  }
})
