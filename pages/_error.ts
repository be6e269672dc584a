/**
 * What Next, called alone, cannot hand to any route: a path with broken escapes, or a route that failed in its own making. The same
 * documents as everywhere else, and no page: nothing here is for a browser to run.
 */
import type { NextPageContext } from 'next'

const Nothing = (): null => null

Nothing.getInitialProps = async ({ req, res, err }: NextPageContext): Promise<object> => {
  // The condition keeps the server's modules out of what Next builds for browsers.
  if (typeof window !== 'undefined' || !req || !res || res.headersSent) return {}
  const { problemOfUnrouted } = await import('../lib/http/unrouted.ts')
  const { send } = await import('../lib/http/node-http.ts')
  send(res, problemOfUnrouted(req, res.statusCode, err))
  return {}
}

export default Nothing
