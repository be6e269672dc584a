import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { inLine, MAX_AHEAD } from './in-line.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
let server: Server
let client: Socket
afterEach(() => {
  client?.destroy()
  server?.closeAllConnections()
  server?.close()
})

/** A server whose answers wait until the test gives them. */
async function start(text: string) {
  const begun: ServerResponse[] = []
  const line = inLine((_request, response) => void begun.push(response))
  server = createServer(line.listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  let heard = ''
  client.on('data', (chunk) => {
    heard += chunk.toString('latin1')
  })
  client.write(text)
  await expect.poll(() => begun).toHaveLength(1)
  return { begun, waiting: line.waiting, heard: () => heard }
}

test('requests sent ahead begin one after the other, and are answered in order', async () => {
  const { begun, waiting, heard } = await start(GET.repeat(10))
  for (let number = 1; number <= 10; number += 1) {
    await expect.poll(() => begun).toHaveLength(number)
    expect(waiting()).toBe(11 - number)
    begun[number - 1]!.end(`answer ${number};`)
  }
  await expect.poll(() => heard().match(/answer \d+;/g)).toEqual(Array.from({ length: 10 }, (_, index) => `answer ${index + 1};`))
  await expect.poll(waiting).toBe(0)
})

test('who sends too many ahead is cut off, and none of them begins', async () => {
  const { begun, waiting } = await start(GET.repeat(5 * MAX_AHEAD))
  await expect.poll(() => client.closed).toBe(true)
  expect(begun).toHaveLength(1)
  begun[0]!.end()
  await expect.poll(waiting).toBe(0)
  expect(begun).toHaveLength(1)
})

test('what waits when its client leaves never begins', async () => {
  const { begun, waiting } = await start(GET.repeat(20))
  expect(waiting()).toBe(20)
  client.destroy()
  await expect.poll(waiting).toBe(0)
  begun[0]!.end()
  expect(begun).toHaveLength(1)
})
