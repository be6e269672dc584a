/** A small website on loopback with one article: what the demo's web tools read instead of somebody's real page. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { KEPT } from './http-server.ts'

const article = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Paying per call</title>
<meta name="description" content="Why a program would rather pay a tenth of a cent than sign up.">
<meta name="author" content="The contributors">
</head>
<body>
<header><nav><a href="/">Home</a> <a href="/about">About</a></nav></header>
<main>
<article>
<h1>Paying per call</h1>
<p>A program that needs one answer has little use for an account, a monthly plan and an invoice. It wants to see a price, pay it, and
get on with its work. The status code for that, <code>402 Payment Required</code>, has been reserved since the first version of HTTP.</p>
<h2>How it goes</h2>
<ol>
<li>The program asks, and the server answers 402 with its terms: how much, on which network, to whom.</li>
<li>The program signs a payment of exactly that amount and asks again, with the signature in a header.</li>
<li>The server checks the signature, does the work, settles the payment, and answers 200 with a receipt.</li>
</ol>
<p>Nothing moves when the work fails, because the payment is settled only after the answer exists. A signature that was never settled
simply expires after two minutes.</p>
<h2>What it costs</h2>
<table><thead><tr><th>Call</th><th>Price</th></tr></thead>
<tbody><tr><td>A ping</td><td>$0.001</td></tr><tr><td>A token report</td><td>$0.010</td></tr></tbody></table>
<p>These are the prices of single calls. There is no minimum, no key to rotate, and nothing to cancel.</p>
</article>
</main>
<footer><p>Made for a demonstration.</p></footer>
</body>
</html>
`

export type StandInSite = {
  /** URL of the article. */
  url: string
  /** For FETCH_ALLOW_TARGETS. */
  target: string
  stop(): Promise<void>
}

/** Starts it on a free port. */
export async function startStandInSite(): Promise<StandInSite> {
  const server = createServer(KEPT, (request, response) => {
    const found = new URL(request.url ?? '/', 'http://localhost').pathname === '/paying-per-call'
    const body = found ? article : '<!doctype html><title>Not found</title><p>There is no such page.'
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/paying-per-call`,
    target: `127.0.0.1:${port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
