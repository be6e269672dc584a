/**
 * An x402 facilitator on this machine: the real `x402Facilitator` with the exact schemes of both rails, over HTTP, whose settlements are
 * real transfers on the local chains, and whose failures can be chosen.
 *
 * `GET /supported`, `POST /verify`, `POST /settle`; `POST /control` sets modes, `GET /control` shows them and the counters.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { SettlementCache } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import { z } from 'zod'
import { KEPT } from '../support/http-server.ts'
import { freePort } from '../support/tied-process.ts'
import type { BaseChain } from './base-chain.ts'
import { controlSchema, type FacilitatorControl, FaultModes, type SettleMode } from './facilitator-modes.ts'
import { createEvmSigner, createSvmSigner } from './facilitator-signers.ts'
import { readBody } from './json-rpc.ts'
import type { SolanaChain } from './solana-chain.ts'

export type FacilitatorCounters = { supported: number; verify: number; settle: number /** Settlements that moved money. */; landed: number }

export type LocalFacilitator = {
  url: string
  /** The newest body of /verify and of /settle, as it came. */
  heard: Partial<Record<'verify' | 'settle', { paymentPayload: Record<string, unknown>; paymentRequirements: Record<string, unknown> }>>
  counters: FacilitatorCounters
  /** The accounts that pay gas and fees. */
  addresses: { base: string; solana: string }
  /** All that pay fees on Solana. */
  feePayers: string[]
  /** Same as POST /control. */
  set(control: FacilitatorControl): void
  resetCounters(): void
  /** Closes the port: connections are refused until `up`. */
  down(): Promise<void>
  /** Listens again on the same port. */
  up(): Promise<void>
  stop(): Promise<void>
  /** What `slow` waits for beside its time: so that something comes before its answer on a machine of any speed. */
  slowUntil: () => boolean
}

/** Forgets what it has seen while `shared` is false. */
class SwitchableCache extends SettlementCache {
  shared = true
  override isDuplicate(key: string): boolean {
    return this.shared ? super.isDuplicate(key) : false
  }
}

const requestSchema = z.object({ x402Version: z.number(), paymentPayload: z.looseObject({}), paymentRequirements: z.looseObject({}) })

type Reply = { status: number; type: string; body: string }
const json = (status: number, value: unknown): Reply => ({ status, type: 'application/json', body: JSON.stringify(value) })
const html: Reply = {
  status: 200,
  type: 'text/html',
  body: '<!doctype html><title>Sorry</title><p>The page you are looking for is resting.',
}
const wrongShape = json(200, { status: 'fine', result: [] })

/** How a reply is withheld. */
const withheld = { drop: 'drop', hang: 'hang' } as const
type Outcome = Reply | (typeof withheld)[keyof typeof withheld]

/** Starts it on a free loopback port. Of several fee payers on Solana each `/supported` answer names one at random, as real ones do. */
export async function startFacilitator(base: BaseChain, solana: SolanaChain, feePayers?: number): Promise<LocalFacilitator> {
  const evm = await createEvmSigner(base)
  const svm = await createSvmSigner(solana, feePayers)
  const cache = new SwitchableCache()
  const facilitator = new x402Facilitator()
    .register(base.network, new ExactEvmScheme(evm))
    .register(solana.network as `${string}:${string}`, new ExactSvmScheme(svm, cache))
  const modes = new FaultModes()
  const counters: FacilitatorCounters = { supported: 0, verify: 0, settle: 0, landed: 0 }
  /** Settlements that went through, by payment: what the real pending store remembers. */
  const settled = new Map<string, SettleResponse>()
  const unreported = new Set<string>()
  const heard: LocalFacilitator['heard'] = {}

  const set = (control: FacilitatorControl) => {
    const parsed = controlSchema.parse(control)
    modes.apply(parsed)
    if (parsed.svmDuplicateCache !== undefined) cache.shared = parsed.svmDuplicateCache
    if (parsed.landingDelayMs !== undefined) solana.setLandingDelay(parsed.landingDelayMs)
  }

  const slowly = async () => {
    await sleep(modes.slowMs)
    while (!self.slowUntil()) await sleep(5)
  }

  const supported = async (): Promise<Outcome> => {
    const mode = modes.next('supported')
    const answer = facilitator.getSupported()
    switch (mode) {
      case 'error':
        return json(500, { error: 'supported is out of order' })
      case 'html':
        return html
      case 'hang':
        return withheld.hang
      case 'slow':
        await slowly()
        return json(200, answer)
      case 'no-base':
      case 'no-solana': {
        const missing = mode === 'no-base' ? base.network : solana.network
        return json(200, { ...answer, kinds: answer.kinds.filter((kind) => kind.network !== missing) })
      }
      case 'ok':
        return json(200, answer)
    }
  }

  const verify = async (payload: PaymentPayload, requirements: PaymentRequirements): Promise<Outcome> => {
    const mode = modes.next('verify')
    switch (mode) {
      case '500':
        return json(500, { error: 'verify is out of order' })
      case 'html':
        return html
      case 'shape':
        return wrongShape
      case 'drop':
        return withheld.drop
      case 'hang':
        return withheld.hang
      case 'refuse':
        return json(200, { isValid: false, invalidReason: 'insufficient_funds', payer: '' })
      case 'slow':
        await slowly()
        break
      case 'ok':
        break
    }
    return json(200, await facilitator.verify(payload, requirements))
  }

  const land = async (key: string, payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse> => {
    const result = await facilitator.settle(payload, requirements)
    if (result.success && !settled.has(key)) {
      settled.set(key, result)
      counters.landed += 1
    }
    return result
  }

  const afterLanding = (mode: SettleMode, result: SettleResponse): Outcome => {
    switch (mode) {
      case 'lands-then-drops':
        return withheld.drop
      case 'lands-then-hangs':
        return withheld.hang
      case 'lands-then-502':
        return { status: 502, type: 'text/plain', body: 'Bad Gateway' }
      case 'lands-then-html':
        return html
      case 'pending':
        return json(200, result.success ? { ...result, success: false, errorReason: 'settlement_pending' } : result)
      default:
        return json(200, result)
    }
  }

  const settle = async (payload: PaymentPayload, requirements: PaymentRequirements): Promise<Outcome> => {
    const key = JSON.stringify(payload.payload)
    const words = modes.nextWords()
    if (words) {
      const { transaction = '' } = words.lands ? (settled.get(key) ?? (await land(key, payload, requirements))) : {}
      const said = Object.entries(words.answer).map(([name, value]) => [name, value === '$transaction' ? transaction : value])
      return json(200, { network: requirements.network, ...Object.fromEntries(said) })
    }
    const mode = modes.next('settle')
    switch (mode) {
      case '500':
        return json(500, { error: 'settle is out of order' })
      case 'html':
        return html
      case 'shape':
        return wrongShape
      case 'drop':
      case 'drops-before-landing':
        return withheld.drop
      case 'hang':
        return withheld.hang
      case 'refuse':
        return json(200, { success: false, errorReason: 'insufficient_funds', transaction: '', network: requirements.network, payer: '' })
      case 'slow':
        await slowly()
        break
      case 'success-for-duplicate': {
        const earlier = settled.get(key)
        if (earlier) return json(200, earlier)
        break
      }
      default:
        break
    }
    const earlier = unreported.has(key) ? settled.get(key) : undefined
    const result = earlier ?? (await land(key, payload, requirements))
    // A pending settlement is confirmed by the next settle of the same payload, as the real pending store does.
    if (mode === 'pending') unreported.add(key)
    else unreported.delete(key)
    return afterLanding(mode, result)
  }

  const route = async (request: IncomingMessage): Promise<Outcome> => {
    const path = `${request.method} ${new URL(request.url ?? '/', 'http://localhost').pathname}`
    if (path === 'GET /control') return json(200, { counters, modes, svmDuplicateCache: cache.shared })
    if (path === 'GET /supported') {
      counters.supported += 1
      return supported()
    }
    if (request.method !== 'POST') return json(404, { error: 'Not found' })
    const body: unknown = JSON.parse(await readBody(request))
    if (path === 'POST /control') {
      set(controlSchema.parse(body))
      return json(200, { counters, modes, svmDuplicateCache: cache.shared })
    }
    if (path !== 'POST /verify' && path !== 'POST /settle') return json(404, { error: 'Not found' })
    counters[path === 'POST /verify' ? 'verify' : 'settle'] += 1
    const parsed = requestSchema.parse(body)
    heard[path === 'POST /verify' ? 'verify' : 'settle'] = parsed
    const payload = parsed.paymentPayload as unknown as PaymentPayload
    const requirements = parsed.paymentRequirements as unknown as PaymentRequirements
    return path === 'POST /verify' ? verify(payload, requirements) : settle(payload, requirements)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let outcome: Outcome
    try {
      outcome = await route(request)
    } catch (error) {
      const malformed = error instanceof z.ZodError || error instanceof SyntaxError
      outcome = json(malformed ? 400 : 500, { error: error instanceof Error ? error.message : String(error) })
    }
    if (outcome === 'hang') return
    if (outcome === 'drop') return void response.destroy()
    response.sendDate = modes.tellsTime
    response.writeHead(outcome.status, { 'content-type': outcome.type, 'content-length': Buffer.byteLength(outcome.body) })
    response.end(outcome.body)
  }

  const server = createServer(KEPT, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const port = await freePort()
  await listen(port)

  const down = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const self: LocalFacilitator = {
    url: `http://127.0.0.1:${port}`,
    heard,
    counters,
    addresses: { base: String(evm.getAddresses()[0]), solana: String(svm.getAddresses()[0]) },
    feePayers: svm.getAddresses().map(String),
    set,
    resetCounters: () => void Object.assign(counters, { supported: 0, verify: 0, settle: 0, landed: 0 }),
    down,
    up: () => (server.listening ? Promise.resolve() : listen(port)),
    stop: down,
    slowUntil: () => true,
  }
  return self
}
