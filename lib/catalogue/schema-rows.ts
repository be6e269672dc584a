/** A JSON Schema as rows for a table: one per member, those of objects and lists beneath their own. Pure. */
import type { JsonSchema } from '../tools/schema.ts'

export type SchemaRow = { path: string; name: string; depth: number; type: string; description: string; optional: boolean }

const DEPTH_MAX = 3

const asSchema = (value: unknown): JsonSchema | undefined =>
  typeof value === 'object' && value !== null ? (value as JsonSchema) : undefined
const asList = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.map(asSchema).filter((item) => item !== undefined) : [])

/** The type in words: "string or null", "list of objects", "one of A, B". */
export function typeInWords(schema: JsonSchema): string {
  const options = [...asList(schema.anyOf), ...asList(schema.oneOf)]
  if (options.length > 0) return [...new Set(options.map(typeInWords))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => (value === null ? 'null' : String(value))).join(', ')}`
  if (schema.type === 'array') {
    const items = asSchema(schema.items)
    return items && items.type !== undefined && items.type !== 'object' ? `list of ${typeInWords(items)}` : 'list of objects'
  }
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** Members of a schema, wherever they hide: in the object itself, in a list's items, or in the object of a union. */
function membersOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  const items = asSchema(schema.items)
  const inner = [
    items,
    ...asList(schema.anyOf),
    ...asList(schema.oneOf),
    ...(items ? [...asList(items.anyOf), ...asList(items.oneOf)] : []),
  ]
  return inner.find(
    (option): option is JsonSchema => option !== undefined && (option.properties !== undefined || option.items !== undefined),
  )
}

/** Rows of all members, at most three levels deep. */
export function schemaRows(schema: JsonSchema, prefix = '', depth = 0): SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const row = {
      path,
      name,
      depth,
      type: typeInWords(member),
      description: typeof member.description === 'string' ? member.description : '',
      optional: !(schema.required ?? []).includes(name),
    }
    let inner = membersOf(member)
    while (inner && !inner.properties) inner = membersOf(inner)
    return [row, ...(inner && depth < DEPTH_MAX ? schemaRows(inner, path, depth + 1) : [])]
  })
}
