/** An answer as plain values: what Next's Response, `server.ts` and MCP each make of it costs only them. */
export type Reply = {
  status: number
  headers: Record<string, string>
  /** null: no body (HEAD, 204, 304). */
  body: string | null
}

/** The Web form of a reply. */
export const toResponse = ({ status, headers, body }: Reply): Response => new Response(body, { status, headers })

/** The reply to a HEAD request: same status and headers, no body. */
export const withoutBody = (reply: Reply): Reply => ({ ...reply, body: null })
