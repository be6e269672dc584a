/** A throw-away Redis on a free loopback port, in memory only. */
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { findProgram } from './programs.ts'
import { freePort, startTied, untilReady } from './tied-process.ts'

export type TestRedis = {
  /** For REDIS_URL. */
  url: string
  /** Ends it and starts it again, empty, on the same port. */
  restart(): Promise<void>
  stop(): Promise<unknown>
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 1_000 }, () => socket.write('PING\r\n'))
    socket.on('data', (chunk) => {
      socket.destroy()
      resolve(chunk.toString().startsWith('+PONG'))
    })
    socket.on('timeout', () => socket.destroy(new Error('Redis did not answer.')))
    socket.on('error', reject)
  })
}

/** Starts a server. @throws Error when Redis is absent; guard the suite with `requires('redis')`. */
export async function startRedis(): Promise<TestRedis> {
  const program = findProgram('redis-server')
  if (!program) throw new Error('There is no Redis on this machine.')
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const launch = async () => {
    const child = await startTied(program, args)
    await untilReady('Redis', child, () => answersPing(port))
    return child
  }
  let server = await launch()
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await server.stop()
      server = await launch()
    },
    stop: () => server.stop(),
  }
}
