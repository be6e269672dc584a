/**
 * Every paid tool, in the specification's order of endpoints. One line a tool and nothing else: a plain list works in Node, in Vitest and in
 * Next alike. A tool's module is light to load; what is heavy waits behind `await import()` in its `run`.
 */
import type { Tool } from './define.ts'
import utilPing from './util/ping/tool.ts'
import utilTime from './util/time/tool.ts'
import utilUuid from './util/uuid/tool.ts'

export const tools: readonly Tool[] = [
  utilPing, //
  utilUuid,
  utilTime,
]

/** Tools by their path, e.g. `/v1/evm/4byte`. */
export const toolByPath: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.path, tool]))
