import { settingsBeside } from '../../lib/env.ts'

/** Settings of the person's own service that must not reach a server on local chains with its own database; how sources are asked may. */
const foreign = new Set(settingsBeside('Upstreams').filter((name) => name !== 'LOG_LEVEL'))
/** What libraries read beside ours, and secrets of other commands. */
const foreignToo = /^(KV_|UPSTASH_|INNGEST_|OTEL_|POSTGRES_)|_PRIVATE_KEY$|^NODE_ENV$/

/** What the server of the demo inherits from the person's own environment. */
export function inheritedEnv(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => {
      const [name, value] = entry
      return value !== undefined && !foreign.has(name) && !foreignToo.test(name)
    }),
  )
}
