/** The client's `generated.ts`, from the OpenAPI document alone: what a stranger could make of it. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { makeOpenApi } from '../../lib/catalogue/openapi.ts'
import { tools } from '../../lib/tools/registry.ts'
import { docComment, type Schema, toType } from './to-type.ts'

export const GENERATED = 'clients/typescript/src/generated.ts'
/** The agent skill in the package, which names its server by the variable that the command line reads. */
export const SKILL = 'clients/typescript/skills/paid-agent-tools/SKILL.md'
export const SERVER_IN_SKILL = '$PAID_AGENT_TOOLS_URL'

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }

type Operation = {
  operationId: string
  summary: string
  description: string
  parameters: Parameter[]
  'x-payment-info'?: { price: { amount: string } }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

const quoted = (text: string): string => JSON.stringify(text)

const typeName = (operation: Operation): string =>
  operation.operationId
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const queryOf = ({ parameters }: Operation): Parameter[] => parameters.filter((parameter) => parameter.in === 'query')

const queryType = (operation: Operation): string =>
  toType({
    type: 'object',
    properties: Object.fromEntries(
      queryOf(operation).map(({ name, description, schema }) => [name, { ...schema, ...(description ? { description } : {}) }]),
    ),
    required: queryOf(operation).flatMap(({ name, required }) => (required ? [name] : [])),
  })

const tableEntry = (path: string, operation: Operation): string =>
  `${quoted(path.slice('/v1/'.length))}: ${JSON.stringify({
    path,
    price: operation['x-payment-info']!.price.amount,
    summary: operation.summary,
    description: operation.description,
    parameters: queryOf(operation).map(({ name, required }) => ({ name, required })),
  })},`

/** Formats a source as the repository does. */
export function formatted(source: string, kind: 'ts' | 'json' = 'ts'): string {
  const biome = join(import.meta.dirname, '../../node_modules/.bin/biome')
  return execFileSync(biome, ['format', `--stdin-file-path=generated.${kind}`], {
    input: source,
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
  })
}

/** The text of the file. */
export function clientTypes(): string {
  const settings = {
    BASE_URL: 'https://tools.example.com',
    TOOLS_URL: 'https://tools.example.com',
    CONTACT_URL: 'https://tools.example.com',
  }
  const networks = { NETWORK_BASE: 'eip155:8453', NETWORK_SOLANA: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const
  const { paths } = makeOpenApi(tools, { ...settings, ...networks }) as { paths: Record<string, { get?: Operation }> }
  const paid = Object.entries(paths).flatMap(([path, { get }]) => (get?.['x-payment-info'] ? [[path, get] as const] : []))
  const types = paid.map(([, operation]) => {
    const answer = operation.responses['200']!.content['application/json']!.schema
    const name = typeName(operation)
    return `export type ${name}Query = ${queryType(operation)}\n\n${docComment(operation.summary)}export type ${name} = ${toType(answer)}\n`
  })
  const map = (suffix: string) =>
    paid.map(([path, operation]) => `  ${quoted(path.slice('/v1/'.length))}: ${typeName(operation)}${suffix}`).join('\n')
  return formatted(`/** Written from the OpenAPI document by npm run docs. Do not edit. */

${types.join('\n')}
type Queries = {
${map('Query')}
}

type Answers = {
${map('')}
}

/** Every paid tool: its path, its price in US dollars, and the parameters it takes. */
export const tools = {
${paid.map(([path, operation]) => tableEntry(path, operation)).join('\n')}
} as const

export type ToolId = keyof typeof tools
export type ToolQuery<Id extends ToolId> = Queries[Id]
export type ToolAnswer<Id extends ToolId> = Answers[Id]
`)
}
