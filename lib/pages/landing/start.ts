import type { Env } from '../../core.ts'
import { codeBlock } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import type { Tool } from '../../tools/define.ts'
import { curlSnippet, mcpSnippet, pythonSnippet, typescriptSnippet } from '../snippets.ts'

/** Everything a stranger needs to make a first call. */
export const start = (tool: Tool, settings: Env) => html`<section id="start" aria-labelledby="start-title">
  <div class="head"><h2 id="start-title">Make a first call</h2><p>A wallet with a few cents of USDC is all it takes. Any x402 version 2 client works.</p></div>
  <div class="grid">
    <div>${codeBlock('curl', curlSnippet(tool, settings), { note: 'See the price first; no wallet needed' })}</div>
    <div>${codeBlock('MCP', mcpSnippet(settings), { note: 'For agents that speak the Model Context Protocol' })}</div>
    <div>${codeBlock('TypeScript', typescriptSnippet(tool, settings), { note: html`<code>@x402/fetch</code>` })}</div>
    <div>${codeBlock('Python', pythonSnippet(tool, settings), { note: html`<code>x402</code>` })}</div>
  </div>
</section>`
