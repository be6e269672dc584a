/** JSON Schema, as far as our OpenAPI document uses it, to TypeScript types. What it does not know it refuses, so that no type is a guess. */

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  description?: string
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

export const docComment = (text: string | undefined): string => (text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`)

/** The type of a schema, unformatted. @throws TypeError for a schema of an unknown kind */
export const toType = (schema: Schema): string => [...new Set(optionsOf(schema))].join(' | ')

/** The members of the union that a schema is; mostly one. */
function optionsOf(schema: Schema): string[] {
  const { type } = schema
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value))
  if (schema.anyOf) return schema.anyOf.flatMap(optionsOf)
  if (Array.isArray(type)) return type.flatMap((one) => optionsOf({ ...schema, type: one }))
  return [toOne(schema)]
}

function toOne(schema: Schema): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `(${toType(schema.items ?? fail(schema))})[]`
    case 'object':
      return toObject(schema)
    default:
      return Object.keys(schema).some((name) => name !== 'description') ? fail(schema) : 'unknown'
  }
}

function toObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(
    ([name, member]) => `${docComment(member.description)}${key(name)}${required.includes(name) ? '' : '?'}: ${toType(member)}`,
  )
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  return `Record<string, ${typeof additionalProperties === 'object' ? toType(additionalProperties) : 'never'}>`
}

function fail(schema: Schema): never {
  throw new TypeError(`No type is known for ${JSON.stringify(schema).slice(0, 200)}`)
}
