import { type ClientOptions, Inngest } from 'inngest'
import { part } from '../lib/core.ts'
import { APP_ID } from '../lib/jobs/define.ts'
import { log } from '../lib/log.ts'

/** The SDK over this program's settings; what is unset here the SDK reads from the environment itself, at each use. */
export const client = part(({ env }) => {
  const { INNGEST_SIGNING_KEY: signingKey, INNGEST_EVENT_KEY: eventKey, INNGEST_BASE_URL: baseUrl } = env
  const settings: ClientOptions = {
    id: APP_ID,
    logger: log,
    ...(signingKey ? { signingKey } : {}),
    ...(eventKey ? { eventKey } : {}),
    ...(baseUrl ? { baseUrl } : {}),
  }
  return new Inngest(settings)
})
