import { Inngest } from 'inngest'
import { env } from '../lib/env.ts'
import { APP_ID } from '../lib/jobs/define.ts'
import { signingKey } from '../lib/jobs/signing-key.ts'
import { log } from '../lib/log.ts'

/** The SDK reads its options at each use, so nothing here touches the environment at import. */
export const inngest = new Inngest({
  id: APP_ID,
  logger: log,
  get signingKey() {
    return signingKey()
  },
  get isDev() {
    // INNGEST_DEV would switch the signature check off; the executor signs, so it is never needed there.
    return env().JOBS_DRIVER === 'executor' ? false : undefined
  },
})
