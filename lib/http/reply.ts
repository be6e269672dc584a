/** An answer as plain values: what Next's Response, `server.ts` and MCP each make of it costs only them. */
export type Reply<Body = string> = {
  status: number
  headers: Record<string, string>
  /** null: no body (HEAD, 204, 304). */
  body: Body | null
  /** This very object answers more than once, so what is made of it may be kept. */
  lasting?: true
}

/** A reply as `server.ts` sends it: feeds come as bytes, perhaps compressed, everything else as text. */
export type HotReply = Reply<string | Buffer>

/** A request as plain values, from whatever server received it. */
export type Call = {
  method: string
  /** Path as received, still encoded. */
  path: string
  /** Query with its `?`, or empty. */
  search: string
  /** A request header by its lower-case name. */
  header: (name: string) => string | undefined
  clientIp: string
}

/** The Web form of a reply. */
export const toResponse = ({ status, headers, body }: Reply): Response => new Response(body, { status, headers })

/** The reply to a HEAD request: same status and headers, no body. */
export const withoutBody = (reply: Reply): Reply => ({ ...reply, body: null })
