/** The description of an API as Markdown: what it is, its operations in their order, its schemas. */
import { isRecord, type LdNode } from '../page/json-ld.ts'
import { code, contentOf, entriesOf, FIELDS, fieldsOf, listOf, resolve, stringOf, table, typeOf } from './api-schema.ts'
import { fence } from './source.ts'

const METHOD = /^(?:get|put|post|delete|options|head|patch|trace|query)$/
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

export function* apiParts(api: LdNode, paths: readonly [string, LdNode][]): Generator<string> {
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
