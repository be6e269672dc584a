/** The samples of a tool as tabs, and who can pay over MCP. */
import type { Env } from '../core.ts'
import { codeBlock, tabs } from '../html/blocks.ts'
import { type Html, html } from '../html/html.ts'
import type { Tool } from '../tools/define.ts'
import { toolSnippets } from './snippets.ts'

/** One tab for each way to call it. */
export const sampleTabs = (tool: Tool, settings: Pick<Env, 'BASE_URL'>): Html =>
  tabs(
    'call-tab',
    `Samples for ${tool.id}`,
    toolSnippets(tool, settings).map(({ label, note, language, code }) => [label, codeBlock(label, code, { note, language })]),
  )

/** Over MCP money moves only where the host has a wallet: who has, and what helps the others. */
export const hostsThatPay: Html = html`Over MCP a host must be able to pay. A program with an x402 client can (tab “MCP agent”); hosts without a wallet, such as Claude Desktop, Cursor
and VS Code, cannot by themselves: let them start our bridge (<code>mcp --server</code>, tab “MCP host”), which holds the key and the cap on your machine.`
