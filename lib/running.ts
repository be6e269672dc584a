/**
 * The one app of this process. Next bundles `instrumentation.ts` apart from its routes, and `server.ts` is no part of any bundle, so a module
 * variable would be one for each; this global key is the only one there is.
 */
import type { App } from './app.ts'

const KEY = Symbol.for('paid-agent-tools/app')

type Holder = typeof globalThis & { [KEY]?: App }

/** The app, once it has started. */
export const runningApp = (): App | undefined => (globalThis as Holder)[KEY]

/** Starts it, unless it runs. @throws what `make` throws */
export function runApp(make: () => App): App {
  const holder = globalThis as Holder
  holder[KEY] ??= make()
  return holder[KEY]
}
