/** Parts of the description of an API (OpenAPI 3, Swagger 2) as Markdown: what a schema is in a few words, and its fields as a table. */
import { isRecord, type LdNode } from '../page/json-ld.ts'
import { cutAt } from '../page/limits.ts'
import { fence } from './source.ts'

/** More than any API has that somebody reads in one piece; references could make much out of little. */
const MOST = { fields: 200, kinds: 30, depth: 3, refs: 8, description: 10_000, value: 100 }

export const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])
export const listOf = (value: unknown, most = MOST.fields): unknown[] => (Array.isArray(value) ? value.slice(0, most) : [])
export const stringOf = (value: unknown): string => (typeof value === 'string' ? cutAt(value, MOST.description).trim() : '')
const literal = (value: unknown): string => (typeof value === 'object' ? '' : cutAt(JSON.stringify(value), MOST.value))
export const code = (text: string): string => (text === '' ? '' : `\`${text.replace(/[`\n]/g, ' ')}\``)
const cell = (text: string): string => text.replace(/\s+/g, ' ').replace(/(?<!\\)\|/g, '\\|')
const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** What a local reference leads to. */
export function resolve(api: LdNode, value: unknown): LdNode {
  let at = value
  for (let refs = 0; refs < MOST.refs && isRecord(at) && typeof at.$ref === 'string'; refs += 1) {
    const steps = at.$ref.startsWith('#/')
      ? at.$ref
          .slice(2)
          .split('/')
          .map((step) => step.replace(/~1/g, '/'))
      : []
    at = steps.reduce<unknown>(
      (node, step) => (isRecord(node) && Object.hasOwn(node, step) ? node[step] : null),
      steps.length > 0 ? api : null,
    )
  }
  return isRecord(at) ? at : {}
}

/** A schema in a few words: the name of one described elsewhere, else its type and what it may be. */
export function typeOf(schema: unknown, depth = 0): string {
  if (!isRecord(schema) || depth > MOST.depth) return ''
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref)
  const several = listOf(schema.oneOf ?? schema.anyOf ?? schema.allOf, MOST.kinds).map((one) => typeOf(one, depth + 1))
  if (several.length > 0) return several.filter(Boolean).join(schema.allOf ? ' & ' : ' | ')
  const values = listOf(schema.enum, MOST.kinds).map(literal)
  if (values.length > 0) return values.join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items, depth + 1) || 'any'}[]`
  const type = listOf([schema.type].flat(), MOST.kinds).map(stringOf).join(' | ')
  const wording = stringOf(schema.format) === '' ? type : `${type} (${stringOf(schema.format)})`
  const preset = schema.default === undefined ? '' : literal(schema.default)
  return preset === '' ? wording : `${wording}, default ${preset}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const used = head.map((_, at) => rows.some((row) => row[at] !== ''))
  const line = (cells: readonly string[]): string => `| ${cells.filter((_, at) => used[at]).join(' | ')} |`
  return [[line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n')]
}

/** The fields of an object, those of objects within it by their path. */
export function fieldsOf(schema: LdNode, path = '', depth = 0): string[][] {
  const required = new Set(listOf(schema.required))
  const own = entriesOf(schema.properties).slice(0, MOST.fields)
  const inner = depth < MOST.depth ? listOf(schema.allOf).flatMap((part) => (isRecord(part) ? fieldsOf(part, path, depth + 1) : [])) : []
  return [
    ...inner,
    ...own.flatMap(([name, field]) => {
      if (!isRecord(field)) return []
      const row = [code(`${path}${name}`), code(typeOf(field)), required.has(name) ? 'yes' : '', stringOf(field.description)]
      const items = isRecord(field.items) ? field.items : null
      const below = depth < MOST.depth ? fieldsOf(items ?? field, `${path}${name}${items ? '[]' : ''}.`, depth + 1) : []
      return [row, ...below]
    }),
  ].slice(0, MOST.fields)
}

export const FIELDS = ['Name', 'Type', 'Required', 'Description']

/** An example as it would be sent; nothing where it is nested deeper than can be written. */
function exampleOf(example: unknown): string[] {
  try {
    return [fence(typeof example === 'string' ? example : JSON.stringify(example, null, 2), 'json')]
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return []
  }
}

/** What a body or an answer holds: its schema, its fields where it has no name, and an example. */
export function contentOf(api: LdNode, holder: LdNode): string[] {
  const [media] = entriesOf(holder.content)
  const [type, content] = media ?? ['', holder]
  if (!isRecord(content)) return []
  const schema = isRecord(content.schema) ? content.schema : {}
  const [first] = entriesOf(content.examples)
  const example = content.example ?? (first === undefined ? undefined : resolve(api, first[1]).value)
  return [
    [code(type), code(typeOf(schema))].filter(Boolean).join(' '),
    ...table(FIELDS, typeof schema.$ref === 'string' ? [] : fieldsOf(schema)),
    ...(example === undefined ? [] : exampleOf(example)),
  ].filter(Boolean)
}
