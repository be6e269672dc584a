/** What comes in and what goes out, as plain values: every server (Node's, the fast lane, Next's, a test) makes the one and sends the other. */
/** An answer, paid or free: page, feed, document or failure. */
export type Reply = {
  status: number
  headers: Record<string, string>
  /** null: no body (HEAD, 204, 304). */
  body: string | Buffer | null
  /** This very object answers more than once, so what is made of it may be kept. It carries all its headers. */
  lasting?: true
}

/** A request. One call may be answered several times: who polls sends the same bytes again and again. */
export type Call = {
  method: string
  /** Path as received, still encoded. */
  path: string
  /** Query with its `?`, or empty. */
  search: string
  /** A request header by its lower-case name. */
  header: (name: string) => string | undefined
  clientIp: string
  /**
   * Reads the body, once; undefined when it has more than `maxBytes`. No throw: the server's copy of an error class is not that of the site.
   */
  body: (maxBytes: number) => Promise<Buffer | undefined>
}

const noBody = async (): Promise<Buffer> => Buffer.alloc(0)

/** A call of the request target `url`: a path, and a query if there is one. */
export function toCall(method: string, url: string, header: Call['header'], clientIp: string, body: Call['body'] = noBody): Call {
  const mark = url.indexOf('?')
  return { method, path: mark < 0 ? url : url.slice(0, mark), search: mark < 0 ? '' : url.slice(mark), header, clientIp, body }
}

/** The parameters of a call's query. */
export const searchOf = (call: Call): URLSearchParams => new URLSearchParams(call.search)

/** The reply to a HEAD request: same status and headers, no body. */
export const withoutBody = (reply: Reply): Reply => ({ ...reply, body: null })

/** The Web form of a reply. */
export const toResponse = ({ status, headers, body }: Reply): Response =>
  // A Buffer may be a view of something larger, which DOM types do not take.
  new Response(typeof body === 'string' || body === null ? body : new Uint8Array(body), { status, headers })

/** The plain form of a Web request. */
export function fromRequest(request: Request, clientIp = 'unknown'): Call {
  const { pathname, search } = new URL(request.url)
  const header = (name: string) => request.headers.get(name) ?? undefined
  const body = (maxBytes: number) => readCapped((request.body ?? []) as AsyncIterable<Uint8Array>, header('content-length'), maxBytes)
  return toCall(request.method, pathname + search, header, clientIp, body)
}

/** Reads a body of at most `maxBytes`, and nothing of one that says it has more. */
export async function readCapped(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  length: string | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (Number(length ?? 0) > maxBytes) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const PART_SIGNS = Buffer.from(',:{[')

/**
 * Whether JSON may have more than so many values and names: what makes reading it slow is their number, not its length. Counts `,:{[`, also
 * inside strings.
 */
export function hasManyParts(json: Uint8Array, max: number): boolean {
  let parts = 0
  // Found by the platform's own search: to look at a megabyte byte by byte takes milliseconds.
  for (const sign of PART_SIGNS)
    for (let at = json.indexOf(sign); at !== -1; at = json.indexOf(sign, at + 1)) {
      parts += 1
      if (parts > max) return true
    }
  return false
}
