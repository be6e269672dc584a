import { z } from 'zod'
import { checkTarget, targetUrl } from '../../../egress/target.ts'
import type { UpstreamReason } from '../../../egress/upstream-types.ts'
import { defineTool } from '../../define.ts'
import { type TailPart, tailShape, toTail } from '../../tail.ts'

const EXAMPLE = 'https://example.com/'

const ms = z.int().nonnegative().nullable()

const ChainEntry = z.object({
  url: z.string().describe('The URL asked for.'),
  method: z.enum(['HEAD', 'GET']).describe('The method of this request.'),
  status: z.int().nullable().describe('Null when there was no answer.'),
  location: z.string().nullable().describe('The Location header as sent.'),
  ms: z.int().nonnegative().describe('Milliseconds from the start of this request to its answer or failure.'),
})

const errorCodes = [
  'dns_failed',
  'refused',
  'reset',
  'tls_failed',
  'timeout',
  'too_many_redirects',
  'redirect_loop',
  'blocked_target',
  'bad_response',
] as const

/** Why there is no status, in the words of all answers; what is not here is a failed connection. */
const reasons: Partial<Record<(typeof errorCodes)[number], UpstreamReason>> = {
  timeout: 'timeout',
  bad_response: 'bad_body',
  blocked_target: 'disabled',
}

export default defineTool({
  path: '/v1/web/status',
  price: '0.002000',
  summary: 'Is this URL up, and where does it lead?',
  description:
    'Checks a public URL by HEAD, and by GET where HEAD fails: redirect chain, final status, phase times, HTTP version and TLS certificate, within 8 seconds. Use it before you rely on a link; web/markdown reads the page itself. A dead target is an answer (200, charged) with error and errorCode. Costs {price} USD; bad input and our own failures are never charged.',
  input: z.strictObject({
    url: targetUrl,
  }),
  output: z.object({
    url: z.string().describe('The URL as asked.'),
    ok: z.boolean().describe('True when the final status is 200 to 299.'),
    status: z.int().nullable().describe('Final HTTP status; null when the check failed.'),
    finalUrl: z.string().nullable().describe('URL of the final answer, without fragment; null when the check failed.'),
    redirects: z.int().nonnegative().describe('Redirects followed, at most 10.'),
    ttfbMs: ms.describe('Milliseconds from the start of the final hop, name look-up included, to its first byte.'),
    totalMs: z.int().nonnegative().describe('Milliseconds for everything, redirects and a second try by GET included.'),
    contentType: z.string().nullable().describe('Content-Type header of the final answer.'),
    contentLength: z.int().nullable().describe('Content-Length header of the final answer, bytes.'),
    server: z.string().nullable().describe('Server header of the final answer.'),
    method: z.enum(['HEAD', 'GET']).nullable().describe('The method that was answered; GET means that HEAD did not work.'),
    chain: z.array(ChainEntry).describe('Every request sent, first to last.'),
    timings: z
      .object({
        dnsMs: ms.describe('Name look-up; null for a literal address.'),
        connectMs: ms.describe('TCP connection.'),
        tlsMs: ms.describe('TLS handshake; null for http.'),
        firstByteMs: ms.describe('From the request to the first byte of the answer.'),
      })
      .nullable()
      .describe('Phases of the final hop; null when none was completed.'),
    httpVersion: z.string().nullable().describe('1.0, 1.1 or 2.'),
    tls: z
      .object({
        issuer: z.string().nullable().describe('Issuer of the certificate.'),
        validTo: z.iso.datetime().nullable().describe('When the certificate expires, ISO 8601 UTC.'),
        error: z.string().nullable().describe('Why the certificate is not valid; null when it is.'),
      })
      .nullable()
      .describe('Certificate of the last https host; null for http.'),
    error: z.string().nullable().describe('One sentence when the check failed, else null.'),
    errorCode: z.enum(errorCodes).nullable().describe('The kind of failure, to branch on.'),
    ...tailShape,
  }),
  examples: [
    {
      title: 'A page that is up',
      query: { url: EXAMPLE },
      output: {
        url: EXAMPLE,
        ok: true,
        status: 200,
        finalUrl: EXAMPLE,
        redirects: 0,
        ttfbMs: 143,
        totalMs: 144,
        contentType: 'text/html',
        contentLength: 648,
        server: 'ECAcc (nyd/D15E)',
        method: 'HEAD',
        chain: [{ url: EXAMPLE, method: 'HEAD', status: 200, location: null, ms: 143 }],
        timings: { dnsMs: 21, connectMs: 38, tlsMs: 44, firstByteMs: 40 },
        httpVersion: '2',
        tls: { issuer: 'DigiCert Inc', validTo: '2027-01-15T23:59:59.000Z', error: null },
        error: null,
        errorCode: null,
        fetchedAt: '2026-11-20T09:00:00.000Z',
        ageSeconds: 0,
        cached: false,
        sources: [{ name: 'target', ok: true, as_of: '2026-11-20T09:00:00.000Z' }],
        unavailable: [],
      },
    },
    {
      title: 'A host that refuses connections: still an answer',
      query: { url: 'https://www.example.com:8443/' },
      output: {
        url: 'https://www.example.com:8443/',
        ok: false,
        status: null,
        finalUrl: null,
        redirects: 0,
        ttfbMs: null,
        totalMs: 41,
        contentType: null,
        contentLength: null,
        server: null,
        method: null,
        chain: [{ url: 'https://www.example.com:8443/', method: 'HEAD', status: null, location: null, ms: 41 }],
        timings: null,
        httpVersion: null,
        tls: null,
        error: 'The host www.example.com refused the connection on port 8443.',
        errorCode: 'refused',
        fetchedAt: '2026-11-20T09:00:00.000Z',
        ageSeconds: 0,
        cached: false,
        sources: [{ name: 'target', ok: false, as_of: '2026-11-20T09:00:00.000Z' }],
        unavailable: [{ field: 'status', source: 'target', reason: 'http_error' }],
      },
    },
  ],
  sources: ['the target itself'],
  freshness: 'Checked at the moment of the call, never cached.',
  limits: [
    'At most 8 seconds for everything, of which HEAD gets 3; at most 10 redirects.',
    'At most two requests at once to one host.',
    'Public hosts only, judged again on every redirect; certificates must be valid.',
    'robots.txt is not consulted: a check is one visit that a caller asks for, under a User-Agent that names this service.',
  ],
  handlerCapMs: 9_000,
  check: checkTarget,
  async run({ url }, { core }) {
    const [{ checkStatus }, { publicGuard }] = await Promise.all([import('./check.ts'), import('../../../egress/safe-fetch/hop.ts')])
    const fetchedAt = new Date(core.now()).toISOString()
    const check = await checkStatus(new URL(url), publicGuard(core))
    const parts: TailPart[] = [{ source: 'target', fetchedAt, cached: false }]
    if (check.errorCode !== null) parts.push({ source: 'target', field: 'status', reason: reasons[check.errorCode] ?? 'http_error' })
    return { url, ...check, ...toTail(parts, core.now()) }
  },
})
