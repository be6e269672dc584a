/** The whole app in this process behind a port: every path, without Next. */
import { type App, createApp } from '../../lib/app.ts'
import { toCall, toResponse } from '../../lib/http/reply.ts'
import { testCore } from './core.ts'
import { serveHttp } from './http-server.ts'

export type WholeApp = { app: App; url: string; stop: () => Promise<void> }

/** Starts it with these settings and BASE_URL at its own port; no jobs run. Ready when it makes offers. */
export async function startWholeApp(env: Record<string, string>): Promise<WholeApp> {
  let handle: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not yet'))
  const server = await serveHttp((request) => handle(request))
  const app = createApp(testCore({ ...env, BASE_URL: server.url, JOBS_DRIVER: 'off' }), {
    queue: () => Promise.reject(new Error('there is no queue')),
  })
  handle = async (request) => {
    const { pathname, search } = new URL(request.url)
    const header = (name: string) => request.headers.get(name) ?? undefined
    return toResponse(await app.answer(toCall(request.method, pathname + search, header, '127.0.0.1')))
  }
  for (const deadline = Date.now() + 60_000; (await fetch(`${server.url}/v1/util/ping`)).status !== 402; )
    if (Date.now() > deadline) throw new Error('The app makes no offers.')
  return {
    app,
    url: server.url,
    stop: async () => {
      await app.drain()
      await server.stop()
    },
  }
}
