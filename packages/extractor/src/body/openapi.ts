/** Descriptions of APIs (OpenAPI 3, Swagger 2) that a page carries as data for a script to draw, as Markdown. */
import { isRecord, type LdNode } from '../page/json-ld.ts'
import { cutAt } from '../page/limits.ts'
import { fence } from './source.ts'

const BEGIN = /\{\s*"(?:openapi|swagger)"\s*:\s*"(?:2\.0|3\.\d)/g
/** Other texts that begin like one. */
const TRIES = 3
const METHOD = /^(?:get|put|post|delete|options|head|patch|trace|query)$/
/** More than any API has that somebody reads in one piece; references could make much out of little. */
const MOST = { chars: 1_000_000, fields: 200, kinds: 30, depth: 3, refs: 8, description: 10_000, value: 100 }
/** Share of its first paths that a page which shows them has. */
const SHOWN = { paths: 200, share: 0.5 }

/** Index behind the object that begins at `start`; -1 where it does not end. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  const marks = /["{}]|\\./gs
  let inString = false
  marks.lastIndex = start
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') inString = !inString
    else if (inString) continue
    else if (mark[0] === '{') depth += 1
    else if (mark[0] === '}') {
      depth -= 1
      if (depth === 0) return marks.lastIndex
    }
  }
  return -1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // What only begins like a description is none.
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

/** The first description in the source of a page that has paths. */
function findApi(html: string): LdNode | null {
  BEGIN.lastIndex = 0
  for (let tries = 0; tries < TRIES; tries += 1) {
    const begin = BEGIN.exec(html)
    if (begin === null) return null
    const end = endOfObject(html, begin.index)
    if (end === -1) return null
    const api = parsed(html.slice(begin.index, end))
    if (isRecord(api) && isRecord(api.paths)) return api
    BEGIN.lastIndex = end
  }
  return null
}

const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])
const listOf = (value: unknown, most = MOST.fields): unknown[] => (Array.isArray(value) ? value.slice(0, most) : [])
const stringOf = (value: unknown): string => (typeof value === 'string' ? cutAt(value, MOST.description).trim() : '')
const literal = (value: unknown): string => (typeof value === 'object' ? '' : cutAt(JSON.stringify(value), MOST.value))
const code = (text: string): string => (text === '' ? '' : `\`${text.replace(/[`\n]/g, ' ')}\``)
const cell = (text: string): string => text.replace(/\s+/g, ' ').replace(/(?<!\\)\|/g, '\\|')
const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** What a local reference leads to. */
function resolve(api: LdNode, value: unknown): LdNode {
  let at = value
  for (let refs = 0; refs < MOST.refs && isRecord(at) && typeof at.$ref === 'string'; refs += 1) {
    const steps = at.$ref.startsWith('#/') ? at.$ref.slice(2).split('/') : []
    at = steps.reduce<unknown>(
      (node, step) => (isRecord(node) && Object.hasOwn(node, step.replace(/~1/g, '/')) ? node[step.replace(/~1/g, '/')] : null),
      steps.length > 0 ? api : null,
    )
  }
  return isRecord(at) ? at : {}
}

/** A schema in a few words: the name of one described elsewhere, else its type and what it may be. */
function typeOf(schema: unknown, depth = 0): string {
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const used = head.map((_, at) => rows.some((row) => row[at] !== ''))
  const line = (cells: readonly string[]): string => `| ${cells.filter((_, at) => used[at]).join(' | ')} |`
  return [[line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n')]
}

/** The fields of an object, those of objects within it by their path. */
function fieldsOf(schema: LdNode, path = '', depth = 0): string[][] {
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

const FIELDS = ['Name', 'Type', 'Required', 'Description']

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
function contentOf(api: LdNode, holder: LdNode): string[] {
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

const PARAMETERS = ['Name', 'In', 'Type', 'Required', 'Description']

type Place = { readonly method: string; readonly path: string; readonly item: LdNode; readonly operation: LdNode }

/** What many operations refer to is written once: `made` holds it by the place in the description. */
function once(made: Map<LdNode, string[]>, place: LdNode, make: (place: LdNode) => string[]): string[] {
  const known = made.get(place) ?? make(place)
  made.set(place, known)
  return known
}

const parameterRow = (parameter: LdNode): string[] => [
  code(stringOf(parameter.name)),
  stringOf(parameter.in),
  code(typeOf(isRecord(parameter.schema) ? parameter.schema : parameter)),
  parameter.required === true ? 'yes' : '',
  stringOf(parameter.description),
]

function* operationParts(api: LdNode, { method, path, item, operation }: Place, made: Map<LdNode, string[]>): Generator<string> {
  const known = (holder: LdNode): string[] => once(made, holder, (place) => contentOf(api, place))
  const endpoint = `${method.toUpperCase()} ${path}`
  yield `## ${stringOf(operation.summary) || stringOf(operation.operationId) || endpoint}`.replace(/\n/g, ' ')
  yield code(endpoint) + (operation.deprecated === true ? ' (deprecated)' : '')
  yield stringOf(operation.description)
  const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].map((parameter) => resolve(api, parameter))
  if (parameters.length > 0) yield '### Parameters'
  yield* table(
    PARAMETERS,
    parameters.map((parameter) => once(made, parameter, parameterRow)),
  )
  const body = resolve(api, operation.requestBody)
  if (isRecord(body.content)) {
    yield '### Request body'
    yield stringOf(body.description)
    yield* known(body)
  }
  const answers = entriesOf(operation.responses)
  if (answers.length > 0) yield '### Responses'
  for (const [status, reference] of answers) {
    const answer = resolve(api, reference)
    yield `**${status}** ${stringOf(answer.description)}`
    yield* known(answer)
  }
  for (const sample of listOf(operation['x-codeSamples'] ?? operation['x-code-samples']).filter(isRecord))
    yield fence(
      stringOf(sample.source),
      stringOf(sample.lang)
        .toLowerCase()
        .replace(/[^\w+#-]/g, ''),
    )
}

function* apiParts(api: LdNode, paths: readonly [string, LdNode][]): Generator<string> {
  const info = isRecord(api.info) ? api.info : {}
  yield `# ${stringOf(info.title) || 'API'}`.replace(/\n/g, ' ')
  yield stringOf(info.description)
  const servers = serversOf(api)
  if (servers.length > 0) yield `## Servers\n\n${servers.join('\n')}`
  const made = new Map<LdNode, string[]>()
  for (const [path, item] of paths)
    for (const [method, operation] of entriesOf(item))
      if (METHOD.test(method) && isRecord(operation)) yield* operationParts(api, { method, path, item, operation }, made)
  const schemas = entriesOf(isRecord(api.components) ? api.components.schemas : api.definitions)
  if (schemas.length > 0) yield '## Schemas'
  for (const [name, schema] of schemas) {
    if (!isRecord(schema)) continue
    yield `### ${name}`
    yield stringOf(schema.description)
    const fields = table(FIELDS, fieldsOf(schema))
    yield* fields.length > 0 ? fields : [code(typeOf(schema))]
  }
}

function serversOf(api: LdNode): string[] {
  const urls = listOf(api.servers).map((server) => (isRecord(server) ? stringOf(server.url) : ''))
  if (typeof api.host === 'string') urls.push(`${stringOf(listOf(api.schemes)[0]) || 'https'}://${api.host}${stringOf(api.basePath)}`)
  return urls.filter(Boolean).map((url) => `- ${code(url)}`)
}

/**
 * The reference that a page has a script draw from a description of an API, as Markdown that begins with its title, whose descriptions
 * are those of strangers; null where it has none, or shows most of it anyway. Linear in the page.
 * @param shown the text that the page shows
 */
export function undrawnApi(html: string, shown: string): string | null {
  const api = findApi(html)
  if (api === null) return null
  const paths = entriesOf(api.paths).filter((entry): entry is [string, LdNode] => isRecord(entry[1]))
  const first = paths.slice(0, SHOWN.paths)
  if (first.filter(([path]) => shown.includes(path)).length >= first.length * SHOWN.share) return null
  const parts: string[] = []
  let room = MOST.chars
  for (const part of apiParts(api, paths)) {
    if (part !== '') parts.push(part)
    room -= part.length
    if (room < 0) break
  }
  return parts.join('\n\n')
}
