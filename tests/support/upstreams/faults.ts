/** The ways in which a source fails. */
import type { ServerResponse } from 'node:http'

export type Fault = {
  /** Only requests whose URL or body contains this text fail. */
  only?: string
} & (
  | { mode: 'slow'; ms: number }
  | { mode: 'down' | 'html' | '429' | '429-in-200' | 'truncated' | 'empty' | 'empty-object' | 'empty-array' | 'drop' }
  /** Any body of the test's own. */
  | { mode: 'body'; body: string; status?: number; headers?: Record<string, string> }
)

/** Every mode that needs no parameter, for sweeps. */
export const plainFaults = ['down', 'html', '429', '429-in-200', 'truncated', 'empty', 'empty-object', 'empty-array', 'drop'] as const

const PAGE = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad gateway</h1></body></html>'

/** How each source says "too many requests" inside a 200. */
const rateLimitedBody = (source: string, id: unknown): string => {
  if (source === 'goplus') return JSON.stringify({ code: 4029, message: 'too many requests', result: null })
  if (source === 'coingecko') return JSON.stringify({ status: { error_code: 429, error_message: 'Rate limit exceeded.' } })
  if (source.endsWith('-rpc')) return JSON.stringify({ jsonrpc: '2.0', id, error: { code: 429, message: 'Too many requests' } })
  return JSON.stringify({ error: { code: 429, message: 'Too many requests' } })
}

/** Answers as the fault says. Returns false when the true answer should follow (`slow` waits first). */
export async function answerFault(
  fault: Fault,
  source: string,
  response: ServerResponse,
  rpcId: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  const send = (status: number, type: string, body: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    return true
  }
  switch (fault.mode) {
    case 'slow':
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, fault.ms)
        const stop = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', stop, { once: true })
        response.once('close', stop)
      })
      return response.destroyed
    case 'down':
      return send(503, 'text/plain', 'upstream connect error')
    case 'html':
      return send(200, 'text/html; charset=utf-8', PAGE)
    case '429':
      return send(429, 'text/plain', 'API requests too frequent')
    case '429-in-200':
      return send(200, 'application/json', rateLimitedBody(source, rpcId))
    case 'empty':
      return send(200, 'application/json', '')
    case 'empty-object':
      return send(200, 'application/json', '{}')
    case 'empty-array':
      return send(200, 'application/json', '[]')
    case 'drop':
      response.destroy()
      return true
    case 'body':
      return send(fault.status ?? 200, 'application/json', fault.body, fault.headers)
    case 'truncated':
      return false
  }
}
