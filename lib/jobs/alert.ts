/** Tells the operator that a job failed: posted as JSON to ALERT_WEBHOOK_URL, else only logged. Never throws. */
import { type Core, part } from '../core.ts'
import { log } from '../log.ts'

export type Alert = {
  /** What happened, e.g. `job_failed`. */
  kind: string
  /** What it happened to; repeats of kind and subject within an hour are logged but not posted again. */
  subject: string
  detail: string
  facts?: Record<string, unknown>
}

const QUIET_MS = 3_600_000
/** When an alert of this kind and subject was last posted, by the clock that nobody sets. */
const postedAt = part(() => new Map<string, number>())

/** Raises an alert. @returns true when it was posted and accepted. */
export async function alert(core: Core, { kind, subject, detail, facts = {} }: Alert): Promise<boolean> {
  log.error({ alert: kind, subject, detail, ...facts }, 'alert')
  const target = core.env.ALERT_WEBHOOK_URL
  if (!target) return false
  const posted = postedAt(core)
  const key = `${kind}/${subject}`
  const now = core.uptime()
  if (now - (posted.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return false
  posted.set(key, now)
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind, subject, detail, ...facts, service: core.env.BASE_URL, at: new Date(core.now()).toISOString() }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    if (response.ok) return true
    throw new Error(`The webhook answered ${response.status}.`)
  } catch (error) {
    // Let the next occurrence try again.
    posted.delete(key)
    log.error({ err: error, alert: kind, subject }, 'alert not delivered')
    return false
  }
}
