/**
 * Every paid tool, in the specification's order of endpoints. One line a tool and nothing else: a plain list works in Node, in Vitest and in
 * Next alike. A tool's module is light to load; what is heavy waits behind `await import()` in its `run`.
 */

import baseTokenRisk from './base/token-risk/tool.ts'
import cryptoPrice from './crypto/price/tool.ts'
import type { Tool } from './define.ts'
import dnsLookup from './dns/lookup/tool.ts'
import evm4byte from './evm/4byte/tool.ts'
import pricesGpu from './prices/gpu/tool.ts'
import pricesLlm from './prices/llm/tool.ts'
import solanaTokenRisk from './solana/token-risk/tool.ts'
import utilPing from './util/ping/tool.ts'
import utilTime from './util/time/tool.ts'
import utilUuid from './util/uuid/tool.ts'
import webMarkdown from './web/markdown/tool.ts'
import webStatus from './web/status/tool.ts'

export const tools = [
  solanaTokenRisk,
  baseTokenRisk,
  webMarkdown,
  webStatus,
  evm4byte,
  cryptoPrice,
  pricesLlm,
  pricesGpu,
  dnsLookup,
  utilPing,
  utilUuid,
  utilTime,
] as const satisfies readonly Tool[]

/** A path at which a tool is sold. */
export type SoldPath = (typeof tools)[number]['path']

/** Tools by their path, e.g. `/v1/evm/4byte`. */
export const toolByPath: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.path, tool]))
