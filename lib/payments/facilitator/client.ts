/**
 * Our own client of the payment facilitator, behind the SDK's interface: keep-alive connections, own timeouts, and errors that say whether
 * the facilitator spoke. A body with `isValid` or `success` is its word, whatever the HTTP status; anything else is FacilitatorSilence.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements, SettleResponse, SupportedResponse, VerifyResponse } from '@x402/core/types'
import type { Dispatcher, Pool } from 'undici'
import { z } from 'zod'
import type { Core, Env } from '../../core.ts'
import { log } from '../../log.ts'
import { noteTime } from './skew.ts'
import { jsonOf } from './wire.ts'

/** The facilitator gave no usable word: unreachable, too slow, not JSON, wrong shape. The message is for ledger and log only. */
export class FacilitatorSilence extends Error {
  override name = 'FacilitatorSilence'
}

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
const Verify = z.object({ isValid: z.boolean(), invalidReason: optionalText, invalidMessage: optionalText, payer: optionalText })
const Settle = z.object({
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

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

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

/** Makes the client. `url` without trailing slash; header maps and timeouts come from the environment. What it says of the time is noted. */
export function createFacilitator(core: Core, settings: Env & { FACILITATOR_URL: string }): FacilitatorClient {
  const { origin, pathname } = new URL(settings.FACILITATOR_URL)
  const opening = import('undici').then(
    ({ Pool }) => new Pool(origin, { keepAliveTimeout: 30_000, connections: 64, connect: { timeout: 5_000 }, maxResponseSize: MAX_BYTES }),
  )

  async function call<Schema extends z.ZodType>(
    operation: 'verify' | 'settle' | 'supported',
    schema: Schema,
    timeoutMs: number,
    body: string | null = null,
  ): Promise<z.output<Schema>> {
    let answer: Answer
    try {
      const pool = await opening
      const request: Dispatcher.DispatchOptions = {
        path: `${pathname === '/' ? '' : pathname}/${operation}`,
        method: body === null ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...settings.FACILITATOR_AUTH_HEADERS[operation],
        },
        body,
      }
      const sentAt = core.now()
      // A kept connection may be closed under us as we write: asked once more, except to settle, whose second try is not decided here.
      answer = await send(pool, request, timeoutMs).catch((error: unknown) =>
        operation !== 'settle' && isHangUp(error) ? send(pool, request, sentAt + timeoutMs - core.now()) : Promise.reject(error),
      )
      noteTime(core, answer.headers.date, sentAt)
    } catch (cause) {
      throw new FacilitatorSilence(`${operation}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
    const { status, headers, text } = answer
    const extensionResponses = headers['extension-responses']
    if (extensionResponses) log.debug({ operation, extensionResponses }, 'facilitator extension responses')
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch (cause) {
      throw new FacilitatorSilence(`${operation}: HTTP ${status}, not JSON: ${text.slice(0, 200)}`, { cause })
    }
    const result = schema.safeParse(json)
    if (!result.success)
      throw new FacilitatorSilence(`${operation}: HTTP ${status}, unexpected shape: ${text.slice(0, 200)}`, { cause: result.error })
    return result.data
  }

  const payment = (payload: PaymentPayload, requirements: PaymentRequirements): string =>
    `{"x402Version":${payload.x402Version},"paymentPayload":${jsonOf(payload)},"paymentRequirements":${jsonOf(requirements)}}`

  return {
    verify: async (payload, requirements) =>
      (await call('verify', Verify, settings.FACILITATOR_VERIFY_TIMEOUT_MS, payment(payload, requirements))) as VerifyResponse,
    settle: async (payload, requirements) =>
      (await call('settle', Settle, settings.FACILITATOR_SETTLE_TIMEOUT_MS, payment(payload, requirements))) as SettleResponse,
    getSupported: async () => (await call('supported', Supported, settings.FACILITATOR_VERIFY_TIMEOUT_MS)) as SupportedResponse,
  }
}
