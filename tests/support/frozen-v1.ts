/** What callers of `/v1` build on, as plain values that can be kept and compared. */
import type { Tool } from '../../lib/tools/define.ts'
import { inputSchema, type JsonSchema, outputSchema } from '../../lib/tools/schema.ts'

export type FrozenTool = {
  price: string
  input: Record<string, { required: boolean; schema: JsonSchema }>
  /** Path of every member, e.g. `matches[].name`, to its type; `?` at the end: it may be absent. */
  output: Record<string, string>
}
export type Frozen = { paths: Record<string, FrozenTool>; problems: Record<string, number> }

const optionsOf = (schema: JsonSchema): JsonSchema[] => (schema.anyOf as JsonSchema[] | undefined)?.flatMap(optionsOf) ?? [schema]

function typeOf(schema: JsonSchema): string {
  const names = optionsOf(schema).flatMap(({ type, enum: values, const: value, format }) => {
    if (value !== undefined) return [JSON.stringify(value)]
    if (values) return (values as unknown[]).map((entry) => JSON.stringify(entry))
    const types = (Array.isArray(type) ? type : [type ?? 'any']) as string[]
    return types.map((name) => (format && name === 'string' ? `string:${String(format)}` : name))
  })
  return [...new Set(names)].sort().join(' | ')
}

/** Members of all objects within, of every option of a union. */
function members(schema: JsonSchema, path: string, into: Record<string, string>): Record<string, string> {
  for (const option of optionsOf(schema)) {
    if (option.items) members(option.items as JsonSchema, `${path}[]`, into)
    for (const [name, member] of Object.entries(option.properties ?? {})) {
      const at = path === '' ? name : `${path}.${name}`
      const type = `${typeOf(member)}${option.required?.includes(name) ? '' : '?'}`
      into[at] = into[at] === undefined || into[at] === type ? type : [...new Set([...into[at].split(' or '), type])].sort().join(' or ')
      members(member, at, into)
    }
  }
  return into
}

const words = ['description', 'example', 'examples', 'title']
const withoutWords = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !words.includes(name)))

const freeze = (tool: Tool): FrozenTool => {
  const { properties = {}, required = [] } = inputSchema(tool)
  return {
    price: tool.price,
    input: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, { required: required.includes(name), schema: withoutWords(schema) }]),
    ),
    output: members(outputSchema(tool), '', {}),
  }
}

export const frozen = (tools: readonly Tool[], problems: Record<string, { status: number }>): Frozen => ({
  paths: Object.fromEntries(tools.map((tool) => [tool.path, freeze(tool)])),
  problems: Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status])),
})

/** A form of whole numbers, with as many zeros before them as one likes, and one above all that are taken anywhere. */
const NUMBERS = /^\^0\*\(\?:[\d\\[\]{},|d-]+\)\$$/
const ABOVE_ALL = 10_000_000

/** Whether a form takes all that another took: the same, or whole numbers and more of them. */
function takesAll(had: string, has: string | undefined): boolean {
  if (had === has || has === undefined) return had === has
  if (!NUMBERS.test(had) || !NUMBERS.test(has)) return false
  const [before, after] = [new RegExp(had), new RegExp(has)]
  for (let number = 0; number < ABOVE_ALL; number += 1) if (before.test(String(number)) && !after.test(String(number))) return false
  return true
}

/** A schema of an input may only widen: further values are taken, nothing else changes. */
function narrows(before: JsonSchema, after: JsonSchema): boolean {
  const { enum: had, pattern: hadForm, ...rest } = before
  const { enum: has, pattern: hasForm, ...others } = after
  if (had && !(had as unknown[]).every((value) => (has as unknown[] | undefined)?.includes(value))) return true
  if (typeof hadForm === 'string' ? !takesAll(hadForm, hasForm as string | undefined) : hadForm !== hasForm) return true
  return JSON.stringify(Object.entries(rest).sort()) !== JSON.stringify(Object.entries(others).sort())
}

function toolBreaks(path: string, before: FrozenTool, after: FrozenTool): string[] {
  const found: string[] = []
  if (Number(after.price) > Number(before.price)) found.push(`${path}: the price rose from ${before.price} to ${after.price}`)
  for (const [name, { required, schema }] of Object.entries(before.input)) {
    const now = after.input[name]
    if (!now) found.push(`${path}: parameter ${name} is gone`)
    else if (now.required && !required) found.push(`${path}: parameter ${name} became required`)
    else if (narrows(schema, now.schema)) found.push(`${path}: parameter ${name} takes something else`)
  }
  for (const [name, { required }] of Object.entries(after.input))
    if (required && !before.input[name]) found.push(`${path}: parameter ${name} is new and required`)
  for (const [member, type] of Object.entries(before.output)) {
    const now = after.output[member]
    if (now === undefined) found.push(`${path}: ${member} is gone`)
    else if (now !== type) found.push(`${path}: ${member} was ${type} and is ${now}`)
  }
  return found
}

/** Everything in `after` that would break a caller of `before`. */
export function breaks(before: Frozen, after: Frozen): string[] {
  const found: string[] = []
  for (const [path, tool] of Object.entries(before.paths)) {
    const now = after.paths[path]
    found.push(...(now ? toolBreaks(path, tool, now) : [`${path} is gone`]))
  }
  for (const [code, status] of Object.entries(before.problems))
    if (after.problems[code] !== status) found.push(`problem ${code} was ${status} and is ${after.problems[code] ?? 'gone'}`)
  return found
}
