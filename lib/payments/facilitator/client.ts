/**
 * Our own client of the payment facilitator, behind the SDK's interface: keep-alive connections, own timeouts, and errors that say whether
 * the facilitator spoke. A body with `isValid` or `success` is its word, whatever the HTTP status but one that says of a settlement that nobody
 * knows; anything else is FacilitatorSilence.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements, SettleResponse, SupportedResponse, VerifyResponse } from '@x402/core/types'
import type { Dispatcher, Pool } from 'undici'
import { z } from 'zod'
import type { Core } from '../../core.ts'
import { log } from '../../log.ts'
import type { FacilitatorRow } from '../../settings/facilitators.ts'
import { jsonOf, paymentJson } from '../protocol/wire.ts'
import { authoriserOf, type Operation } from './auth.ts'
import { noteTime } from './skew.ts'

/** The facilitator gave no usable word: unreachable, too slow, not JSON, wrong shape. The message is for ledger and log only. */
export class FacilitatorSilence extends Error {
  override name = 'FacilitatorSilence'
}

/** It answered that it will not work for us: our credentials (401, 403) or our account with it (402) are not in order. For the operator to mend. */
export class FacilitatorRefusal extends FacilitatorSilence {
  override name = 'FacilitatorRefusal'
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
const Verify = z.object({ isValid: z.boolean(), invalidReason: optionalText, invalidMessage: optionalText, payer: optionalText })
// Loose: what stands beside a refusal may say that something was sent.
const Settle = z.looseObject({
  success: z.boolean(),
  errorReason: optionalText,
  errorMessage: optionalText,
  payer: optionalText,
  // Said by some; what was settled must then be what was asked for.
  amount: z.unknown().optional(),
  transaction: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  network: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
})
const Supported = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: z
        .record(z.string(), z.unknown())
        .nullish()
        .transform((value) => value ?? undefined),
    }),
  ),
  extensions: z.array(z.string()).default([]),
  signers: z.record(z.string(), z.array(z.string())).default({}),
})

const MAX_BYTES = 256 * 1024

const isHangUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))

const REFUSALS: readonly number[] = [401, 402, 403]

const jsonOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** The start of a text, without what let us in: some echo it. */
const excerpt = (text: string, credentials: Record<string, string>): string =>
  Object.values(credentials)
    .flatMap((value) => value.split(' '))
    .filter((value) => value.length > 7)
    .reduce((held, secret) => held.replaceAll(secret, '…'), text)
    .slice(0, 200)

/** One request, from queue to last byte within `timeoutMs`. Undici's own `dispatch`: its friendlier calls cost twice as much, and every paid call makes two. */
const send = (pool: Pool, request: Dispatcher.DispatchOptions, timeoutMs: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [status, headers]: [number, IncomingHttpHeaders] = [0, {}]
    let control: Dispatcher.DispatchController | undefined
    let expired: Error | undefined
    const timer = setTimeout(() => {
      expired = new Error(`no answer within ${timeoutMs} ms`)
      control?.abort(expired)
      reject(expired)
    }, timeoutMs)
    pool.dispatch(request, {
      onRequestStart(controller) {
        control = controller
        // It waited for a connection until its time was over: it must not be sent now.
        if (expired) controller.abort(expired)
      },
      onResponseStart(_, code, received) {
        status = code
        headers = received
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        clearTimeout(timer)
        resolve({ status, headers, text: Buffer.concat(chunks).toString('utf8') })
      },
      onResponseError(_, error) {
        clearTimeout(timer)
        reject(error)
      },
    })
  })

/** Makes the client of one facilitator. What it says of the time is noted, and its tokens are dated by its own clock. */
export function createFacilitator(core: Core, row: FacilitatorRow): FacilitatorClient {
  const { origin } = new URL(row.url)
  const urlOf = (operation: Operation) => new URL(`${row.url}/${operation}`)
  const urls = { verify: urlOf('verify'), settle: urlOf('settle'), supported: urlOf('supported') }
  const authorise = authoriserOf(row)
  const opening = import('undici').then(
    ({ Pool }) => new Pool(origin, { keepAliveTimeout: 30_000, connections: 64, connect: { timeout: 5_000 }, maxResponseSize: MAX_BYTES }),
  )
  let aheadSeconds = 0

  async function ask(
    operation: Operation,
    body: string | null,
    timeoutMs: number,
  ): Promise<Answer & { credentials: Record<string, string> }> {
    const method = body === null ? 'GET' : 'POST'
    const url = urls[operation]
    const sentAt = core.now()
    const credentials = await authorise({ operation, method, url, nowSeconds: Math.floor(sentAt / 1000) - aheadSeconds })
    const headers = { accept: 'application/json', ...(body === null ? {} : { 'content-type': 'application/json' }), ...credentials }
    const answer = await send(await opening, { path: url.pathname, method, headers, body }, timeoutMs)
    aheadSeconds = noteTime(core, row.url, answer.headers.date, sentAt) ?? aheadSeconds
    return { ...answer, credentials }
  }

  /** A settlement is asked for once, whatever happens: its second try is not decided here. */
  async function askAgainIfUseful(operation: Operation, body: string | null, timeoutMs: number): ReturnType<typeof ask> {
    const until = core.uptime() + timeoutMs
    const dated = aheadSeconds
    const again = () => ask(operation, body, until - core.uptime())
    if (operation === 'settle') return ask(operation, body, timeoutMs)
    // A kept connection may be closed under us as we write.
    const answer = await ask(operation, body, timeoutMs).catch((error: unknown) => (isHangUp(error) ? again() : Promise.reject(error)))
    // Our token may have been dated by a wrong clock, which this answer has put right.
    return answer.status === 401 && aheadSeconds !== dated ? again() : answer
  }

  async function call<Schema extends z.ZodType>(
    operation: Operation,
    schema: Schema,
    timeoutMs: number,
    body: string | null = null,
  ): Promise<z.output<Schema>> {
    const { status, headers, text, credentials } = await askAgainIfUseful(operation, body, timeoutMs).catch((cause: unknown) => {
      throw new FacilitatorSilence(`${operation}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    })
    const extensionResponses = headers['extension-responses']
    if (extensionResponses) log.debug({ operation, extensionResponses }, 'facilitator extension responses')
    const said = `${operation}: HTTP ${status}`
    const json = jsonOrUndefined(text)
    const result = schema.safeParse(json)
    // Whoever fails himself, or is not done, knows least of all whether anything was sent.
    const isOpen = operation === 'settle' && (status >= 500 || status === 202 || status === 408)
    if (result.success && !isOpen) return result.data
    if (REFUSALS.includes(status)) throw new FacilitatorRefusal(`${said}: ${excerpt(text, credentials)}`, status)
    const why = json === undefined ? ', not JSON' : result.success ? '' : ', unexpected shape'
    throw new FacilitatorSilence(`${said}${why}: ${excerpt(text, credentials)}`, { cause: result.error })
  }

  const payment = (payload: PaymentPayload, requirements: PaymentRequirements): string =>
    `{"x402Version":${payload.x402Version},"paymentPayload":${paymentJson(payload)},"paymentRequirements":${jsonOf(requirements)}}`

  return {
    verify: (payload, requirements) =>
      call('verify', Verify, core.env.FACILITATOR_VERIFY_TIMEOUT_MS, payment(payload, requirements)) as Promise<VerifyResponse>,
    settle: (payload, requirements) =>
      call('settle', Settle, core.env.FACILITATOR_SETTLE_TIMEOUT_MS, payment(payload, requirements)) as Promise<SettleResponse>,
    getSupported: () => call('supported', Supported, core.env.FACILITATOR_VERIFY_TIMEOUT_MS) as Promise<SupportedResponse>,
  }
}
