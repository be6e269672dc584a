/**
 * Which browsers may call the MCP endpoint: all of them, since no call has any power that its body does not carry (no cookie, no key). Only
 * DNS rebinding is refused: a page that reached this server under a name of its own and so passes for same-origin.
 */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)
const nameOf = (host: string): string => host.replace(/:\d+$/, '').toLowerCase()

/**
 * True when a request is to be refused with 403 (MCP specification, transports, security warning).
 * @param own public URLs of this server
 */
export function isForeignOrigin(origin: string | null, host: string | null, own: readonly string[]): boolean {
  if (origin === null) return false
  const originHost = hostOf(origin)
  if (originHost === undefined && origin !== 'null') return true
  if (host === null) return false
  const name = nameOf(host)
  if (LOOPBACK.has(name) || own.some((url) => nameOf(hostOf(url) ?? '') === name)) return false
  return origin === 'null' || originHost === host.toLowerCase()
}
