/** From a query string to a tool's typed input, or the 400 that says exactly what to change. No I/O: this runs before any payment. */
import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import type { Tool, ToolContext } from './define.ts'
import { inputSchema } from './schema.ts'

type ToolOf<Input extends z.ZodObject> = Tool<Tool['path'], Input>

const MAX_QUERY_LENGTH = 300_000

/** A working call of the tool, as path and query. */
const examplePath = (tool: Tool): string => {
  const query = new URLSearchParams(tool.examples[0].query).toString()
  return query ? `${tool.path}?${query}` : tool.path
}

function invalid(tool: Tool, baseUrl: string, param: string | undefined, reason: string): ApiError {
  const { properties = {}, required = [] } = inputSchema(tool)
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    description: schema.description,
  }))
  const property = param !== undefined && Object.hasOwn(properties, param) ? properties[param] : undefined
  const allowed =
    (property?.enum as unknown[] | undefined) ??
    (property?.pattern as string | undefined) ??
    (property ? undefined : parameters.map(({ name }) => name))
  return new ApiError('invalid_input', `${reason} Nothing was charged. A call that works: ${baseUrl}${examplePath(tool)}`, {
    ...(param === undefined ? {} : { param: param.slice(0, 100) }),
    extra: {
      reason,
      ...(allowed === undefined ? {} : { allowed }),
      ...(property?.pattern === undefined ? {} : { pattern: property.pattern }),
      parameters,
      example: `${baseUrl}${examplePath(tool)}`,
      price: { amount: tool.price, currency: 'USD' },
    },
  })
}

function unknownParameter(tool: Tool, baseUrl: string, name: string): ApiError {
  const names = Object.keys(tool.input.shape)
  const reason = names.length > 0 ? `Unknown parameter; allowed: ${names.join(', ')}.` : 'This endpoint takes no parameters.'
  return invalid(tool, baseUrl, name, reason)
}

/**
 * Parses a query (`?` optional). Names that start with `_` are ignored; unknown, repeated or malformed ones are refused by name.
 * @throws ApiError `invalid_input` (400) with `param`, reason, allowed values and a working example URL.
 */
export function parseInput<Input extends z.ZodObject>(core: Core, tool: ToolOf<Input>, search: string): z.output<Input> {
  const baseUrl = core.env.BASE_URL
  if (search.length > MAX_QUERY_LENGTH) throw invalid(tool, baseUrl, undefined, `The query is longer than ${MAX_QUERY_LENGTH} characters.`)
  const values: Record<string, string> = {}
  if (search.length > 1) {
    const names = Object.keys(tool.input.shape)
    for (const [name, value] of new URLSearchParams(search)) {
      if (name.startsWith('_')) continue
      if (!names.includes(name)) throw unknownParameter(tool, baseUrl, name)
      if (Object.hasOwn(values, name)) throw invalid(tool, baseUrl, name, `Parameter ${name} is given more than once.`)
      values[name] = value
    }
  }
  return parseValues(core, tool, values)
}

/** Parses named values that are already apart (MCP arguments). @throws ApiError `invalid_input` */
export function parseValues<Input extends z.ZodObject>(core: Core, tool: ToolOf<Input>, values: Record<string, unknown>): z.output<Input> {
  const baseUrl = core.env.BASE_URL
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(tool.input.shape, name))
  if (unknown !== undefined) throw unknownParameter(tool, baseUrl, unknown)
  const result = tool.input.safeParse(values)
  if (result.success) {
    const refused = tool.check?.(result.data, core)
    if (refused) throw invalid(tool, baseUrl, refused.param, `Parameter ${refused.param} is not valid: ${refused.problem}.`)
    return result.data
  }
  const issue = result.error.issues[0] as z.core.$ZodIssue
  const param = issue.path[0] === undefined ? undefined : String(issue.path[0])
  const missing = param !== undefined && !Object.hasOwn(values, param)
  throw invalid(
    tool,
    baseUrl,
    param,
    missing ? `Parameter ${param} is missing.` : `Parameter ${param ?? ''} is not valid: ${issue.message}.`.replace(/\.+$/, '.'),
  )
}

/** One thing asked of one tool: what a payment buys. Whoever sells it knows what it is bound to and how to get it, and not what is in it. */
export type ToolRequest = {
  tool: Tool
  /** Binds a payment to the tool and its input with defaults filled, whatever the order or spelling of the query. */
  fingerprint: string
  /** The 200 body, not yet checked. @throws ApiError */
  run(context: ToolContext): Promise<unknown>
}

/** A tool with the input it is to work on. */
export function toRequest<Input extends z.ZodObject>(tool: ToolOf<Input>, input: z.output<Input>): ToolRequest {
  const canonical = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    tool,
    fingerprint: hash('sha256', `GET ${tool.path} ${JSON.stringify(canonical)}`),
    run: (context) => tool.run(input, context),
  }
}
