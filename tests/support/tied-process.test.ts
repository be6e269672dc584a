import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './tied-process.ts'

test('a port for a program that is about to start is given to nobody else, neither by us nor by the system', async () => {
  const ours = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(new Set(ours).size).toBe(20)
  const servers = Array.from({ length: 200 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const lowest = Math.min(...servers.map((server) => (server.address() as { port: number }).port))
  for (const server of servers) server.close()
  expect(Math.max(...ours)).toBeLessThan(lowest)
})

test('a port on which somebody listens is passed over', async () => {
  const taken = await freePort()
  const server = createServer().listen(taken, '127.0.0.1')
  await once(server, 'listening')
  const others = await Promise.all(Array.from({ length: 100 }, freePort))
  expect(others).not.toContain(taken)
  server.close()
})
