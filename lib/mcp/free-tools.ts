/** The free tools of the MCP server: prices, samples, and a search over the tenders feed. */
import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { makeListing } from '../catalogue/listing.ts'
import { operationId } from '../catalogue/openapi.ts'
import { findSample, Sample, sampleKinds } from '../catalogue/samples.ts'
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import { sources } from '../tenders/sources/sources.ts'
import { TRADES } from '../tenders/trades/trades.ts'
import { tools } from '../tools/registry.ts'
import type { Caller } from './paid-tools.ts'
import { answerResult, problemResult } from './result.ts'
import { SearchInput, SearchOutput, searchTenders } from './search-tenders.ts'

type FreeTool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
  /** Whether it looks at data that change without us. */
  openWorld: boolean
  run: (core: Core, input: never) => unknown
}

const define = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<FreeTool, 'input' | 'output' | 'run'> & {
    input: Input
    output: Output
    run: (core: Core, input: z.output<Input>) => z.input<Output> | Promise<z.input<Output>>
  },
): FreeTool => tool

const Prices = z.object({
  name: z.string().describe('Name of the service.'),
  payment: z.string().describe('How to pay: protocol, token, networks, facilitator.'),
  payTo: z
    .object({ base: z.string().nullable(), solana: z.string().nullable() })
    .describe('Receiving addresses; null where none is configured.'),
  tools: z
    .array(
      z.object({
        name: z.string().describe('Name of the tool here.'),
        url: z.string().describe('The same over HTTP.'),
        price: z.string().describe('USD per answer, e.g. $0.002000.'),
        description: z.string().describe('What it does and when to use it.'),
      }),
    )
    .describe('Every paid tool.'),
})

const free: readonly FreeTool[] = [
  define({
    name: 'list_prices',
    title: 'What the paid tools cost',
    description:
      'Lists every paid tool with its price per answer in USDC, the networks that are accepted and the receiving addresses. Use it before the first purchase. Free, without a key; answers at once. A tool called without payment answers with its exact terms, which is free too.',
    input: z.strictObject({}),
    output: Prices,
    openWorld: false,
    run({ env }) {
      const { endpoints, ...listing } = makeListing(tools, env)
      return {
        ...listing,
        tools: tools.map((tool, at) => {
          const { url, price, description } = endpoints[at]!
          return { name: operationId(tool), url, price, description }
        }),
      }
    },
  }),
  define({
    name: 'get_sample',
    title: 'A sample answer of a paid tool',
    description:
      'Shows a sample answer or error of a paid tool, so that you can see its form before you buy. Marked sample: true, with a label that says whether it is an example from test data or was recorded from the live service; it says nothing about now. For current data call the tool itself. Free, without a key; answers at once.',
    input: z.strictObject({
      tool: z
        .enum(tools.map(operationId))
        .describe('Name of the paid tool.')
        .meta({ example: operationId(tools[0]) }),
      kind: z.enum(sampleKinds).default('answer').describe('answer: a 200 body. errors: what its failures look like.'),
    }),
    output: z.object({
      samples: z.array(Sample).describe('One answer, or several errors.'),
    }),
    openWorld: false,
    run: ({ env }, { tool, kind }) => ({ samples: findSample(tools.find((entry) => operationId(entry) === tool)!, kind, env) }),
  }),
  define({
    name: 'search_tenders',
    title: 'Search open UK public tenders',
    description: `Searches UK public-sector notices that are open at this second, in ${TRADES.length} trades, from ${sources.length} official portals: by words, trade and region, closing soonest or largest first. Free, without a key; data change once a day. Not official: confirm every notice at its notice_url, and keep the attribution.`,
    input: SearchInput,
    output: SearchOutput,
    openWorld: true,
    run: searchTenders,
  }),
]

const schemaOf = (schema: z.ZodObject, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return { ...rest, type: 'object' } as McpTool['inputSchema']
}

export const listFreeTools = (): McpTool[] =>
  free.map(({ name, title, description, input, output, openWorld }) => ({
    name,
    title,
    description,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'input'),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: openWorld },
    _meta: { price: { amount: '0.000000', currency: 'USD' } },
  }))

export const findFreeTool = (name: string): FreeTool | undefined => free.find((tool) => tool.name === name)

/** Calls a free tool. Never throws. */
export async function callFreeTool(core: Core, tool: FreeTool, values: Record<string, unknown>, caller: Caller): Promise<CallToolResult> {
  try {
    const parsed = tool.input.safeParse(values)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const param = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
      throw new ApiError(
        'invalid_input',
        `${param === undefined ? 'The arguments' : `Argument ${String(param)}`} cannot be used: ${(issue?.message ?? '').slice(0, 300)}.`,
        {
          ...(param === undefined ? {} : { param: String(param).slice(0, 100) }),
          extra: { allowed: Object.keys(tool.input.shape) },
        },
      )
    }
    return answerResult(JSON.stringify(tool.output.parse(await tool.run(core, parsed.data as never))))
  } catch (error) {
    return problemResult(core.env, error, caller.requestId)
  }
}
