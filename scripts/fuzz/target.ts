/** A page on loopback for tools that fetch what their caller names: each request gets the body that is set. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Target = { hostPort: string; url: string; set(answer: { status: number; body: string } | 'drop'): void; stop(): Promise<void> }

/** A page with most of what real pages have. */
export const PAGE = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page | Example</title>
<meta property="og:site_name" content="Example"><meta name="author" content="A. Author"><meta property="article:published_time" content="2026-11-20">
<script type="application/ld+json">{"@type":"Article","headline":"A page","author":{"name":"A. Author"},"datePublished":"2026-11-20"}</script></head>
<body><nav><a href="/">Home</a></nav><article><h1>A page</h1><p>One paragraph with <a href="/link?x=1">a link</a>, <em>stress</em> and <code>code</code>.</p>
<p>Another paragraph, long enough to be taken for text by anybody who counts words in a page before deciding what its article is.</p>
<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul><pre><code class="language-ts">const x = 1</code></pre>
<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><img src="/i.png" alt="A picture"><blockquote>Quoted.</blockquote></article>
<footer>Imprint</footer><script>track()</script></body></html>`

export async function startTarget(): Promise<Target> {
  let answer: { status: number; body: string } | 'drop' = { status: 200, body: PAGE }
  const server = createServer((_request, response) => {
    if (answer === 'drop') response.destroy()
    else response.writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8' }).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    hostPort,
    url: `http://${hostPort}/page`,
    set: (next) => {
      answer = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
