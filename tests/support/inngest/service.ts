/**
 * What Inngest's service does with our functions, on loopback and in memory: it learns them by a sync, takes events over its event API, calls
 * signed and step by step, skips a second run of a singleton, tries again, calls the failure hook, and refuses a run of too many steps.
 * Not offered: waiting for events, invoking functions, concurrency keys. A function that asks for them fails by name.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { listen } from './listen.ts'
import { type Answer, call, type Outcome, ProtocolError, type Run, readAnswer, type SentEvent } from './protocol.ts'
import { sign } from './sign.ts'

const Told = z.object({
  functions: z.array(
    z.object({
      id: z.string(),
      triggers: z.array(z.looseObject({ event: z.string().optional(), cron: z.string().optional(), expression: z.string().nullish() })),
      singleton: z.looseObject({ mode: z.string() }).nullish(),
      steps: z.object({ step: z.looseObject({ retries: z.object({ attempts: z.int() }).optional() }) }),
    }),
  ),
})
type Told = z.output<typeof Told>['functions'][number]

const Events = z
  .union([z.array(z.unknown()), z.unknown().transform((one) => [one])])
  .pipe(z.array(z.looseObject({ id: z.string().optional(), name: z.string(), data: z.record(z.string(), z.unknown()).default({}) })))
export type ServiceOptions = {
  key: string
  /** Steps a run may have; Inngest's own limit. */
  stepLimit?: number
  /** How long a wait of so many milliseconds takes here. */
  waits?: (ms: number) => number
  /** Makes one call; tests repeat, lose and spoil calls here. */
  makeCall?: (run: Run, stepId: string, send: () => Promise<Answer>) => Promise<Answer>
}

export type Service = {
  /** Its event API: INNGEST_BASE_URL. */
  url: string
  runs: Run[]
  events: SentEvent[]
  /** `<function>/<event id>` of what it has begun: a second one begins nothing. */
  seen: Set<string>
  /** Learns the functions served there. @returns what it was told of each */
  sync(serveUrl: string): Promise<Told[]>
  /** @returns the runs that this event began: none when its id was seen, or when a singleton is at work. */
  send(event: SentEvent): Run[]
  /** Makes the cron of one function due. */
  tick(functionId: string): Run[]
  /** Cuts off every call and stops driving. */
  stop(): Promise<void>
  /** Goes on with the runs that were stopped. */
  resume(): void
}

export async function startInngest({
  key,
  stepLimit = 1_000,
  waits = (ms) => Math.min(ms, 5),
  ...options
}: ServiceOptions): Promise<Service> {
  const makeCall = options.makeCall ?? ((_run, _stepId, send) => send())
  const runs: Run[] = []
  const events: SentEvent[] = []
  const seen = new Set<string>()
  const driving = new Map<string, Promise<void>>()
  let functions: Told[] = []
  let endpoint = ''
  let stopping = new AbortController()

  const server = await listen(async (request) => {
    if (!new URL(request.url).pathname.startsWith('/e/')) return new Response(null, { status: 404 })
    const sent = Events.parse(await request.json())
    for (const event of sent) service.send(event)
    return Response.json({ ids: sent.map(({ id }) => id ?? randomUUID()), status: 200 })
  })

  const begin = (told: Told, event: Run['event']): Run[] => {
    const once = `${told.id}/${event.id}`
    if (seen.has(once)) return []
    seen.add(once)
    if (told.singleton && runs.some((run) => run.functionId === told.id && run.state === 'running')) return []
    const maxAttempts = 1 + (told.steps.step.retries?.attempts ?? 3)
    const run: Run = {
      id: randomUUID(),
      functionId: told.id,
      event,
      steps: {},
      stack: [],
      planned: [],
      attempt: 0,
      maxAttempts,
      state: 'running',
      waitMs: 0,
    }
    runs.push(run)
    drive(run)
    return [run]
  }
  const drive = (run: Run) => {
    const { signal } = stopping
    driving.set(
      run.id,
      (async () => {
        while (run.state === 'running' && !signal.aborted) await advance(run, signal)
      })(),
    )
  }

  const outcomeOf = async (run: Run, stepId: string, signal: AbortSignal): Promise<Outcome> => {
    let answer: Answer
    try {
      answer = await makeCall(run, stepId, () => call(endpoint, run, stepId, key, signal))
    } catch (error) {
      return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
    }
    try {
      return readAnswer(answer)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return { kind: 'failed', error: { name: error.name, message: error.message } }
    }
  }

  /** One call, and what it brought. */
  const advance = async (run: Run, signal: AbortSignal): Promise<void> => {
    if (run.waitMs > 0) await sleep(waits(run.waitMs), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const stepId = run.planned.find((id) => !(id in run.steps)) ?? 'step'
    const outcome = await outcomeOf(run, stepId, signal)
    if (signal.aborted) return
    run.waitMs = 0
    if (outcome.kind === 'unreachable') run.waitMs = 20
    else if (outcome.kind === 'progress') {
      run.steps = { ...run.steps, ...outcome.steps }
      run.stack = [...run.stack, ...Object.keys(outcome.steps).filter((id) => !run.stack.includes(id))]
      run.planned = [...new Set([...run.planned, ...outcome.planned])].filter((id) => !(id in run.steps))
      run.attempt = 0
      run.waitMs = outcome.waitMs
      if (run.stack.length > stepLimit) fail(run, { name: 'InngestError', message: `The run has more than ${stepLimit} steps.` })
    } else if (outcome.kind === 'retry' && run.attempt + 1 < run.maxAttempts) {
      run.attempt += 1
      run.waitMs = (outcome.retryAfterSeconds ?? 1) * 1_000
    } else if (outcome.kind === 'succeeded') Object.assign(run, { state: 'succeeded', result: outcome.result })
    else fail(run, outcome.error ?? { name: 'Error', message: 'Unknown error' })
  }

  const fail = (run: Run, error: unknown) => {
    Object.assign(run, { state: 'failed', error })
    const data = { function_id: run.functionId, run_id: run.id, error, event: run.event }
    const hook = functions.find(({ id }) => id === `${run.functionId}-failure`)
    if (hook) begin(hook, { id: randomUUID(), name: 'inngest/function.failed', data, ts: Date.now() })
  }

  const service: Service = {
    url: server.url,
    runs,
    events,
    seen,
    async sync(serveUrl) {
      endpoint = serveUrl
      const body = { url: serveUrl }
      const headers = { 'x-inngest-signature': sign(body, key), 'x-inngest-sync-kind': 'in_band' }
      const response = await fetch(serveUrl, { method: 'PUT', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`The sync was answered with ${response.status}: ${await response.text()}`)
      functions = Told.parse(await response.json()).functions
      return functions
    },
    send(event) {
      events.push(event)
      const full = { data: {}, ...event, id: event.id ?? randomUUID(), ts: Date.now() }
      return functions
        .filter(({ triggers }) => triggers.some((trigger) => trigger.event === event.name && !trigger.expression))
        .flatMap((told) => begin(told, full))
    },
    tick(functionId) {
      const told = functions.find(({ id }) => id === functionId)
      const cron = told?.triggers.find((trigger) => trigger.cron !== undefined)?.cron
      if (!told || cron === undefined) throw new Error(`${functionId} has no cron.`)
      return begin(told, { id: randomUUID(), name: 'inngest/scheduled.timer', data: { cron }, ts: Date.now() })
    },
    async stop() {
      stopping.abort()
      await Promise.all(driving.values())
      await server.close()
    },
    resume() {
      stopping = new AbortController()
      for (const run of runs) if (run.state === 'running') drive(run)
    },
  }
  return service
}
