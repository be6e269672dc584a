import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { requires } from './requires.ts'
import { startTied } from './tied-process.ts'

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

requires('postgres')('a throw-away PostgreSQL', () => {
  test('keeps its data over a restart and a crash, and is gone after stop', async () => {
    const server = await startPostgres()
    try {
      const url = await server.createDatabase('second')
      await ask(url, 'create table kept (n int)')
      await server.restart()
      await ask(url, 'insert into kept values (1)')
      await server.crash()
      await expect(ask(url, 'select 1')).rejects.toThrow()
      await server.start()
      expect(await ask(url, 'select count(*)::int as rows from kept')).toEqual([{ rows: expect.any(Number) }])
    } finally {
      await server.stop()
    }
    await expect(ask(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
  })
})

requires('redis')('a throw-away Redis', () => {
  test('answers, restarts on the same port, stops', async () => {
    const server = await startRedis()
    const { default: Redis } = await import('ioredis')
    const client = new Redis(server.url, { lazyConnect: true })
    client.on('error', () => undefined)
    await client.connect()
    await client.set('name', 'value')
    expect(await client.get('name')).toBe('value')
    client.disconnect()
    await server.restart()
    await server.stop()
  })
})

test('a tied process ends with stop, and a stubborn one is killed', async () => {
  const child = await startTied(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"])
  while (!child.output().includes('up')) await new Promise((resolve) => setTimeout(resolve, 10))
  await child.stop(200)
  expect(child.exited()).toBe(true)
  expect(() => process.kill(child.pid, 0)).toThrow(/ESRCH/)
})
