/**
 * The plainest requests of HTTP/1.1: one whole GET without a body, in one piece, every header once. A small part of RFC 9112 on which all
 * parsers agree, so that nothing can be smuggled past one of them; whatever lies outside it is left to Node's parser.
 */

export type PlainHead = {
  /** Origin form: path and query as received. */
  target: string
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>
}

const MAX_BYTES = 8_192
const REQUEST_LINE = /GET (\/[\x21-\x22\x24-\x7e]*) HTTP\/1\.1\r\n/y
const HEADER_LINE = /([A-Za-z0-9-]+): ([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\r\n/y
/** They say how a message is framed or what becomes of the connection. */
const FRAMING = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The head that `bytes` is, to the last byte; undefined when it is anything else. */
export function readPlainHead(bytes: Buffer): PlainHead | undefined {
  if (bytes.length > MAX_BYTES) return undefined
  const text = bytes.toString('latin1')
  REQUEST_LINE.lastIndex = 0
  const target = REQUEST_LINE.exec(text)?.[1]
  if (target === undefined) return undefined
  const headers = new Map<string, string>()
  let at = REQUEST_LINE.lastIndex
  while (at < text.length - 2) {
    HEADER_LINE.lastIndex = at
    const [, given = '', value = ''] = HEADER_LINE.exec(text) ?? []
    const name = given.toLowerCase()
    if (name === '' || headers.has(name) || FRAMING.has(name)) return undefined
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined
    headers.set(name, value)
    at = HEADER_LINE.lastIndex
  }
  return headers.has('host') && text.startsWith('\r\n', at) ? { target, headers } : undefined
}
