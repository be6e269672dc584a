/**
 * What Next, called alone, cannot hand to any route: a path with broken escapes, or a route that failed in its own making. The same
 * documents as everywhere else, and no page: nothing here is for a browser to run.
 */
import type { NextPageContext } from 'next'

const Nothing = (): null => null

Nothing.getInitialProps = async ({ req, res, err }: NextPageContext): Promise<object> => {
  // The condition keeps the server's modules out of what Next builds for browsers.
  if (typeof window !== 'undefined' || !req || !res || res.headersSent) return {}
  const { problemOfUnrouted } = await import('../lib/http/socket/unrouted.ts')
  const { send } = await import('../lib/http/socket/node-http.ts')
  const { runningApp } = await import('../lib/running.ts')
  send(res, problemOfUnrouted(runningApp()?.core.env ?? { BASE_URL: '' }, req, res.statusCode, err))
  return {}
}

export default Nothing
