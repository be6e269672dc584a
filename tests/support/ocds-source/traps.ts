/** What goes wrong at the real sources, by name. A trap answers itself (`respond`) or bends the right answer on its way out. */
import type { ServerResponse } from 'node:http'
import type { MadeRelease, SourceName } from './search.ts'

export type Hooks = {
  respond?: (response: ServerResponse) => void
  /** The next link as it should be, or undefined. */
  next?: (next: string | undefined, asked: URL) => string | undefined
  releases?: (releases: MadeRelease[]) => unknown[]
  text?: (json: string) => string
  bytes?: (json: string) => Buffer
  arrive?: () => void
  longCursor?: boolean
}

const plain =
  (status: number, headers: Record<string, string>, body = 'Too many requests') =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers })
    response.end(body)
  }
const html = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'text/html' })
  response.end('<html><body><h1>Gateway</h1></body></html>')
}
const seconds = (count: number) => ({ 'retry-after': String(count) })

const named = {
  'refused with seconds': { respond: plain(429, seconds(120)) },
  'refused with a date': { respond: (response) => plain(429, { 'retry-after': new Date(Date.now() + 120_000).toUTCString() })(response) },
  'refused without a header': { respond: plain(429, {}) },
  forbidden: { respond: plain(403, {}) },
  'unavailable with seconds': { respond: plain(503, seconds(30), 'Unavailable') },
  'gateway time-out as HTML': { respond: html(504) },
  'HTML with status 200': { respond: html(200) },
  'server error': { respond: plain(500, {}, 'Error') },
  'empty body': { respond: plain(200, {}, '') },
  'cut in the middle': { text: (json) => json.slice(0, Math.floor(json.length / 2)) },
  'connection reset': { respond: (response) => response.destroy() },
  'reset in the body': {
    respond: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"releases":[', () => response.destroy())
    },
  },
  'never-ending body': {
    respond: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const chunk = Buffer.alloc(1024 * 1024, 0x20)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
  },
  'zeros as a number': { text: (json) => json.replace(/"amount":\d+(?:\.\d+)?/, '"amount":000') },
  'number beyond all bounds': { text: (json) => json.replace(/"amount":\d+(?:\.\d+)?/, '"amount":1e9999') },
  'ISO-8859-1': { bytes: (json) => Buffer.from(json, 'latin1') },
  'encoded twice': { bytes: (json) => Buffer.from(Buffer.from(json).toString('latin1')) },
  'byte order mark': { bytes: (json) => Buffer.from(`\ufeff${json}`) },
  'no next link': { next: () => undefined },
  'next link repeats the page': { next: (_next, asked) => asked.href },
  'next link to another host': { next: () => 'http://127.0.0.2:9/api/1.0/ocdsReleasePackages?cursor=x' },
  'next link with NUL and half a character': { next: (_next, asked) => `${asked.href}&cursor=\u0000\ud800` },
  'next link of a megabyte': { next: (_next, asked) => `${asked.href}&cursor=${'x'.repeat(1_000_000)}` },
  'long cursor': { longCursor: true },
  'no releases': { releases: () => [] },
  'package without releases': { text: () => '{"uri":"x","version":"1.1"}' },
  'releases of the wrong types': {
    releases: (releases) => [
      null,
      [],
      7,
      'x',
      { id: 5, ocid: null },
      { id: 'bad-date', ocid: 'ocds-x', date: 'soon', tag: ['tender'] },
      ...releases,
    ],
  },
  'redirect to another host': {
    respond: (response) => {
      response.writeHead(302, { location: 'http://127.0.0.2:9/' })
      response.end()
    },
  },
} satisfies Record<string, Hooks>

export type TrapName = keyof typeof named
export const traps: Record<TrapName, Hooks> = named

/** A trap that waits for its requests. */
export type Trap = { name: TrapName; source: SourceName; times: number; path: string }
