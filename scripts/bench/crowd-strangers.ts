/**
 * Strangers who try everything at once, in a process of their own: `node crowd-strangers.ts <port> <connections>`. Each connection keeps to one
 * way of misbehaving and begins again when it is ended; they come from a fifth as many addresses. Says `open` when all have begun, and at the end
 * how many answers it had and the milliseconds of processor time it took.
 */
import { connect, type Socket } from 'node:net'

const [port = 0, connections = 200] = process.argv.slice(2).map(Number)
const json = 'Content-Type: application/json\r\n'
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
const forged = () => `X-Inngest-Signature: t=${Math.floor(Date.now() / 1000)}&s=${'ab'.repeat(32)}\r\n`

const head = (method: string, target: string, from: string, headers = '') =>
  `${method} ${target} HTTP/1.1\r\nHost: tools.test\r\nX-Forwarded-For: ${from}\r\n${headers}`
const get = (target: string, from: string, headers = '') => `${head('GET', target, from, headers)}\r\n`
const post = (target: string, from: string, headers: string, body: string) =>
  `${head('POST', target, from, headers)}${json}Content-Length: ${body.length}\r\n\r\n${body}`
const batch = `[${Array.from({ length: 100 }, () => list).join()}]`
const nested = `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
const event = `[${'0,'.repeat(9_000)}"${'a'.repeat(900_000)}"]`
const flood = (piece: string) => piece.repeat(Math.floor(7_500 / piece.length))

/** What a connection says each time it may; what it says to keep an unfinished request open. */
type Way = { say: (from: string) => string; drip?: string }

const ways: Way[] = [
  { say: () => '' },
  { say: (from) => head('GET', '/', from), drip: 'X-A: b\r\n' },
  { say: (from) => `${head('POST', '/mcp', from, json)}Content-Length: 400000\r\n\r\n`, drip: ' '.repeat(100) },
  { say: (from) => `${head('POST', '/mcp', from, json)}Transfer-Encoding: chunked\r\n\r\n`, drip: `1000\r\n${' '.repeat(4_096)}\r\n` },
  { say: (from) => get('/a//b', from, 'Connection: Upgrade\r\nUpgrade: websocket\r\n') },
  { say: (from) => post('/mcp', from, '', list) },
  { say: (from) => post('/mcp', from, '', batch) },
  { say: (from) => post('/mcp', from, '', nested) },
  { say: (from) => post('/api/inngest', from, forged(), event) },
  { say: (from) => get(`/api/inngest?${flood('a&')}`, from) },
  { say: (from) => get(`/og/tools.png?${flood('a&')}`, from) },
  { say: (from) => get(`/api/uk-tenders/construction.json?${flood('&')}`, from) },
  { say: (from) => get(`/api/uk-tenders/construction.json?q=${flood('%26')}`, from) },
  { say: (from) => get(`/v1/util/uuid?${flood('n=1&')}`, from) },
  { say: (from) => get('/v1/util/ping', from) },
  { say: (from) => get('/v1/util/ping', from, `PAYMENT-SIGNATURE: ${Buffer.from('{"x402Version":2}').toString('base64')}\r\n`) },
  { say: (from) => get('/ops', from, `Authorization: Bearer ${Math.random()}\r\n`) },
  { say: (from) => post('/api/jobs', from, `Authorization: Bearer ${Math.random()}\r\n`, '{"type":"ingest-tenders"}') },
  { say: (from) => get('/status', from).repeat(40) },
  { say: (from) => get('/openapi.json', from, 'Accept-Encoding: br\r\n') },
  { say: (from) => get('/_next/image?url=%2Fog%2Ftools.png&w=3840&q=100', from) },
  { say: () => 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'.repeat(20) },
]

const DRIP_MS = 1_000
const AGAIN_MS = 20
let stopping = false
let answers = 0
const sockets = new Set<Socket>()

function misbehave(number: number): void {
  const { say, drip } = ways[number % ways.length]!
  const from = `198.51.100.${Math.floor(number / 5) % 250}`
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  let timer: NodeJS.Timeout | undefined
  socket.once('connect', () => {
    socket.write(say(from))
    if (drip !== undefined) timer = setInterval(() => socket.writable && socket.write(drip), DRIP_MS)
  })
  // Answered: the same again, as fast as answers come.
  socket.on('data', (chunk) => {
    if (!chunk.includes('HTTP/1.1')) return
    answers += 1
    if (drip === undefined && socket.writable) socket.write(say(from))
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    sockets.delete(socket)
    clearInterval(timer)
    if (!stopping) setTimeout(misbehave, AGAIN_MS, number)
  })
}

for (let number = 0; number < connections; number += 1) misbehave(number)
setTimeout(() => process.stdout.write('open\n'), 500)
process.once('SIGTERM', () => {
  stopping = true
  for (const socket of sockets) socket.destroy()
  const { user, system } = process.cpuUsage()
  process.stdout.write(`${JSON.stringify({ answers, cpuMs: Math.round((user + system) / 1000) })}\n`, () => process.exit(0))
})
