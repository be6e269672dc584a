import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '../reply.ts'
import { type FastLane, type LaneRoute, openFastLane } from './fast-lane.ts'

const text = (body: string, more: Partial<Reply> = {}): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain' },
  body,
  ...more,
})

let server: Server
let lane: FastLane
let byNode: string[]
const clients: Socket[] = []
/** The bytes that the server has read of all its connections. */
let read: () => number

async function open(route: LaneRoute, options: { keepAliveTimeout?: number } = {}): Promise<void> {
  byNode = []
  server = createServer({ keepAliveTimeout: 5_000, ...options }, async (request, response) => {
    byNode.push(`${request.method} ${request.url}`)
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(`node ${request.method} ${request.url} ${body}`)
  })
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  read = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  lane = openFastLane(server, route)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A connection: what it has received so far, and whether the server has ended it. */
function dial(): { socket: Socket; received: () => string; ended: () => boolean; until: (text: string) => Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  let [all, over] = ['', false]
  socket.on('data', (chunk) => {
    all += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    over = true
  })
  socket.on('end', () => {
    over = true
  })
  const until = async (wanted: string): Promise<string> => {
    for (const deadline = Date.now() + 50_000; !all.includes(wanted); await sleep(2))
      if (Date.now() > deadline) throw new Error(`"${wanted}" did not come; received: ${all}`)
    return all
  }
  return { socket, received: () => all, ended: () => over, until }
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: a.test\r\n\r\n`
const fast: LaneRoute = ({ target }) => (target.startsWith('/fast') ? () => text(`lane ${target}`) : undefined)

test('a plain request is answered from the socket, with all that an HTTP answer has', async () => {
  await open(fast)
  const client = dial()
  client.socket.write(get('/fast/1'))
  const answer = await client.until('lane /fast/1')
  expect(answer).toMatch(
    /^HTTP\/1\.1 200 OK\r\nContent-Type: text\/plain\r\nContent-Length: 12\r\nDate: \w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nlane \/fast\/1$/,
  )
  client.socket.write(get('/fast/2'))
  await client.until('lane /fast/2')
  expect(byNode).toEqual([])
})

test.each([
  ['one that no route takes', get('/slow'), 'node GET /slow '],
  ['a POST with its body', 'POST /fast HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello', 'node POST /fast hello'],
  ['one that was sent ahead behind a plain one', get('/fast/1') + get('/slow'), 'node GET /slow '],
  ['one of HTTP/1.0', 'GET /fast HTTP/1.0\r\nHost: a\r\n\r\n', 'node GET /fast '],
  ['one that ends its connection', 'GET /fast HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'node GET /fast '],
])('any other request is Node’s, first or later on a connection: %s', async (_, bytes, wanted) => {
  await open(fast)
  const first = dial()
  first.socket.write(bytes)
  await first.until(wanted)
  const later = dial()
  later.socket.write(get('/fast/a'))
  await later.until('lane /fast/a')
  later.socket.write(bytes)
  await later.until(wanted)
})

test.each([
  [303, 'Content-Length: 0\r\n'],
  [404, 'Content-Length: 0\r\n'],
  [204, undefined],
  [304, undefined],
])('an answer of %d without a body ends where its head ends, while the connection goes on', async (status, length) => {
  await open(() => () => ({ status, headers: { Location: '/' }, body: null }))
  const { socket, until, received } = dial()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await until('\r\n\r\n')
  if (length === undefined) expect(received()).not.toContain('Content-Length')
  else expect(received()).toContain(length)
  const { status: seen } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { redirect: 'manual' })
  expect(seen).toBe(status)
})

test('a request in pieces loses no byte', async () => {
  await open(fast)
  const client = dial()
  let sent = 0
  for (const piece of ['GET /fast/long HT', 'TP/1.1\r\nHost: a.te', 'st\r\n\r', '\n']) {
    client.socket.write(piece)
    sent += piece.length
    await expect.poll(read).toBe(sent)
  }
  await client.until('node GET /fast/long ')
  // The connection stays with Node, and goes on.
  client.socket.write(get('/fast/next'))
  await client.until('node GET /fast/next ')
})

test('requests sent ahead are begun one after the other, and each waits until the one before is answered', async () => {
  const finish: ((reply: Reply) => void)[] = []
  const asked: string[] = []
  await open(({ target }) => () => {
    asked.push(target)
    return target.startsWith('/later') ? new Promise((resolve) => finish.push(resolve)) : text(`now ${target};`)
  })
  const client = dial()
  client.socket.write(['/a', '/a', '/later/1', '/b', '/later/2', '/c'].map(get).join(''))
  while (finish.length < 1) await sleep(2)
  await sleep(20)
  expect([asked, lane.inHand()]).toEqual([['/a', '/a', '/later/1'], 1])
  finish[0]!(text('first;'))
  while (finish.length < 2) await sleep(2)
  expect(asked.slice(3)).toEqual(['/b', '/later/2'])
  finish[1]!(text('second;'))
  const answers = await client.until('now /c;')
  expect(answers.match(/[^\n]+;/g)).toEqual(
    ['now /a;', 'now /a;', 'first;', 'now /b;', 'second;', 'now /c;'].map((one) => expect.stringContaining(one)),
  )
  expect(byNode).toEqual([])
})

test('what is sent ahead of a request that is Node’s is answered before, and everything after it is Node’s, to the last piece', async () => {
  await open(fast)
  const client = dial()
  client.socket.write(`${get('/fast/1')}${get('/slow')}${get('/fast/2')}GET /fast/3 HT`)
  await client.until('node GET /fast/2 ')
  client.socket.write('TP/1.1\r\nHost: a\r\n\r\n')
  expect(await client.until('node GET /fast/3 ')).toMatch(/lane \/fast\/1.*node GET \/slow .*node GET \/fast\/2 .*node GET \/fast\/3 /s)
})

test('half a request behind a whole one loses no byte', async () => {
  await open(fast)
  const client = dial()
  client.socket.write(`${get('/fast/1')}GET /fast/2 HT`)
  await client.until('lane /fast/1')
  client.socket.write('TP/1.1\r\nHost: a\r\n\r\n')
  await client.until('node GET /fast/2 ')
})

test('what is no HTTP gets Node’s 400', async () => {
  await open(fast)
  const client = dial()
  client.socket.write('hello\r\n\r\n')
  expect(await client.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request/)
})

test('answers that take time keep their order, and nothing else is begun on their connection meanwhile', async () => {
  let finish: (reply: Reply) => void = () => {}
  const asked: string[] = []
  await open(({ target }) => () => {
    asked.push(target)
    return target === '/later' ? new Promise((resolve) => (finish = resolve)) : text(`now ${target}`)
  })
  const client = dial()
  client.socket.write(get('/later'))
  while (asked.length < 1) await sleep(2)
  expect(lane.inHand()).toBe(1)
  client.socket.write(get('/now'))
  await sleep(50)
  expect(asked).toEqual(['/later'])
  finish(text('done'))
  expect(await client.until('now /now')).toMatch(/done.*now \/now$/s)
  expect(lane.inHand()).toBe(0)
})

test('work goes on when its client leaves, and is in hand until it ends', async () => {
  let finish: (reply: Reply) => void = () => {}
  let begun = false
  await open(() => () => {
    begun = true
    return new Promise((resolve) => (finish = resolve))
  })
  const client = dial()
  client.socket.write(get('/later'))
  while (!begun) await sleep(2)
  client.socket.resetAndDestroy()
  await sleep(50)
  expect(lane.inHand()).toBe(1)
  finish(text('for nobody'))
  await sleep(20)
  expect(lane.inHand()).toBe(0)
})

test('closing ends idle connections, lets answers in hand go out, begins nothing, and leaves new connections to Node', async () => {
  let finish: (reply: Reply) => void = () => {}
  let asked = 0
  await open(({ target }) => () => {
    asked += 1
    return target === '/later' ? new Promise((resolve) => (finish = resolve)) : text('now')
  })
  const [idle, waiting, untouched] = [dial(), dial(), dial()]
  idle.socket.write(get('/now'))
  await idle.until('now')
  waiting.socket.write(get('/later') + get('/now'))
  while (asked < 2) await sleep(2)
  lane.close()
  idle.socket.write(get('/now'))
  waiting.socket.write(get('/now'))
  finish(text('done'))
  expect(await waiting.until('done')).toContain('Connection: close\r\n')
  for (const client of [idle, waiting, untouched]) while (!client.ended()) await sleep(2)
  expect(asked).toBe(2)
  const late = dial()
  late.socket.write(get('/now'))
  await late.until('node GET /now ')
})

test.each<[string, (socket: Socket) => Promise<unknown>]>([
  [
    'sends on and on',
    async (socket) => {
      for (let index = 0; index < 500; index += 1) {
        socket.write(get(`/fast/${index}`))
        await sleep(1)
      }
    },
  ],
  [
    'has sent everything ahead',
    (socket) => {
      socket.write(get('/fast').repeat(500))
      return sleep(500)
    },
  ],
])('whoever %s without reading is answered on only as he reads', async (_, send) => {
  let answered = 0
  const body = 'x'.repeat(100_000)
  await open(() => () => {
    answered += 1
    return text(body)
  })
  const { socket } = dial()
  socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  await send(socket)
  while (answered === 0) await sleep(2)
  expect(answered).toBeLessThan(200)
  socket.resume()
  while (answered < 500) await sleep(2)
})

test('an idle connection is closed after the server’s keep-alive time', async () => {
  await open(fast, { keepAliveTimeout: 1_000 })
  const [silent, used] = [dial(), dial()]
  used.socket.write(get('/fast'))
  await used.until('lane /fast')
  await expect.poll(() => [silent.ended(), used.ended()]).toEqual([true, true])
})

test('a client that closes its half still gets its answers', async () => {
  await open(fast)
  const client = dial()
  client.socket.end(get('/fast/whole') + get('/fast/half'))
  await client.until('lane /fast/half')
  while (!client.ended()) await sleep(2)
})

test('a header that holds a line break is never sent, and costs only its own connection', async () => {
  await open(
    ({ target }) =>
      () =>
        text('x', { headers: { 'X-Evil': target === '/evil' ? 'a\r\nSet-Cookie: b' : 'good' } }),
  )
  const [evil, good] = [dial(), dial()]
  evil.socket.write(get('/evil'))
  good.socket.write(get('/good'))
  await good.until('X-Evil: good')
  while (!evil.ended()) await sleep(2)
  expect(evil.received()).toBe('')
})

test.each([3, 100_000])('%d bytes that last are the same bytes each time, with the date of their second', async (length) => {
  const body = Buffer.alloc(length, 'abc')
  const lasting: Reply = { status: 200, headers: { 'Content-Length': String(length) }, body, lasting: true }
  await open(() => () => lasting)
  const client = dial()
  const dates = new Set<string>()
  const answers = () => client.received().split('HTTP/1.1 200 OK\r\n').slice(1)
  for (let index = 0; index < 12; index += 1) {
    client.socket.write(get('/'))
    await sleep(110)
    while (answers().at(index)?.split('\r\n\r\n')[1]?.length !== length) await sleep(2)
  }
  for (const answer of answers()) {
    const [head = '', said] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^Content-Length: ${length}\r\nDate: `))
    expect(said === body.toString()).toBe(true)
    dates.add(/Date: (.*)/.exec(head)![1]!)
  }
  expect(answers()).toHaveLength(12)
  expect(dates.size).toBeGreaterThan(1)
})
