/**
 * A paid tool is one value. Path, price, words, schemas, examples and work sit in one `defineTool({...})`; the route, the 400, the 402,
 * the listing, OpenAPI, MCP, the docs page, the demo and the sweep tests are read from it.
 */
import type { z } from 'zod'
import type { Core } from '../core.ts'
import { ApiError, type ProblemCode } from '../errors.ts'
import type { Retirement } from '../http/deprecation.ts'

/** What a running tool may use besides its input. */
export type ToolContext = {
  core: Core
  /** Aborts when the handler's cap is reached or the server gives up on the call; pass it to every upstream call. */
  signal: AbortSignal
  requestId: string
}

export type ToolExample<Input, Output> = {
  /** One line: what this example shows. */
  title: string
  /** Query parameters as a caller writes them; they pass the input schema. */
  query: Record<string, string>
  /** A 200 body that passes the output schema. */
  output: Output
  /** Only for types. */
  input?: Input
}

/** `/v1/<family>/<name>`. */
type ToolPath = `/v1/${string}/${string}`
/** What follows `/v1/`, e.g. `evm/4byte`. */
type IdOf<Path extends ToolPath> = Path extends `/v1/${infer Id}` ? Id : never

/** What is said of a tool, by its author. */
type Said<Path extends ToolPath, Input extends z.ZodObject, Output extends z.ZodObject> = {
  path: Path
  /** USD per call, six decimals, e.g. `0.002000`. */
  price: `${number}`
  /** One line, for lists. */
  summary: string
  /** 120 to 500 characters: what it does, when to use it, what it costs, what a failure costs. `{price}` is the price in USD. */
  description: string
  /**
   * Query parameters: a strict object of string schemas (a query holds text only), each with `.describe()` and an `example` in `.meta()`.
   * Transforms and defaults run here, so `run` gets the parsed value.
   */
  input: Input
  output: Output
  examples: [ToolExample<z.input<Input>, z.input<Output>>, ...ToolExample<z.input<Input>, z.input<Output>>[]]
  /** Names of the third-party sources, for the docs page; empty for utilities. */
  sources?: string[]
  /** One sentence on how old the data may be. */
  freshness?: string
  /** Limits in words, one each. */
  limits?: string[]
  /** Milliseconds `run` may take before the call fails with 504, uncharged. Default 12,000. */
  handlerCapMs?: number
  /** Set when the tool is to end: its answers say so until the sunset, then the path is 410 (docs/policy.md). */
  retirement?: Retirement
  /**
   * What of a well-formed input this server's settings do not allow, as the end of a sentence; undefined when nothing. Synchronous, no I/O:
   * its refusal is a 400 before any payment.
   */
  check?(input: z.output<Input>, core: Core): { param: string; problem: string } | undefined
  /**
   * Called before any 402: throws an ApiError (503) when the tool is known to be unable to answer, so that nobody is asked to pay for it.
   * Must be synchronous and cheap: it reads breakers and snapshots in memory, never the network or the database.
   */
  ready?: (core: Core) => void
  /** Called once when a server starts, so that the first call finds data in memory. Must not throw. */
  warm?: (core: Core) => void
}

export type ToolDefinition<Path extends ToolPath, Input extends z.ZodObject, Output extends z.ZodObject> = Said<Path, Input, Output> & {
  /** Parsed input in, the 200 body out; throws ApiError. Never sees a Request, a price or a cache header. */
  run(input: z.output<Input>, context: ToolContext): Promise<z.input<Output>> | z.input<Output>
}

/** A tool with its own types; `Tool` alone is any of them, as what lists and sells them all knows it. */
export type Tool<
  Path extends ToolPath = ToolPath,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = Said<Path, Input, Output> & {
  id: IdOf<Path>
  /** Price in atomic USDC (six decimals), e.g. `2000`. */
  amount: string
  handlerCapMs: number
  run(input: z.output<Input>, context: ToolContext): Promise<z.input<Output>>
}

/** Why a tool would refuse to sell now; undefined: it would not. */
export function refusalOf(core: Core, { ready }: Tool): ProblemCode | undefined {
  try {
    ready?.(core)
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error.code : 'internal_error'
  }
}

/** Makes a tool from its definition. @throws Error when path or price has a wrong form. */
export function defineTool<const Path extends ToolPath, Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Path, Input, Output>,
): Tool<Path, Input, Output> {
  if (!/^\/v1\/[a-z0-9-]+\/[a-z0-9-]+$/.test(definition.path))
    throw new Error(`A tool's path is /v1/<family>/<name>, not ${definition.path}.`)
  if (!/^\d+\.\d{6}$/.test(definition.price)) throw new Error(`A tool's price has six decimals, not ${definition.price}.`)
  return {
    ...definition,
    description: definition.description.replaceAll('{price}', String(Number(definition.price))),
    // `slice` forgets what its text begins with.
    id: definition.path.slice('/v1/'.length) as IdOf<Path>,
    amount: String(BigInt(definition.price.replace('.', ''))),
    handlerCapMs: definition.handlerCapMs ?? 12_000,
    run: async (input, context) => definition.run(input, context),
  }
}
