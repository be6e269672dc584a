/**
 * State that all copies of a module share. Next bundles instrumentation and routes apart and `server.ts` loads a third copy, so module
 * variables are not one per process: whatever must be (database handle, offers, caches, snapshots) hangs on one global key.
 */
const KEY = Symbol.for('paid-agent-tools')

type Holder = typeof globalThis & { [KEY]?: Map<string, unknown> }

/** The process-wide value under `name`, made by `make` the first time anybody asks. */
export function shared<Value>(name: string, make: () => Value): Value {
  const holder = globalThis as Holder
  holder[KEY] ??= new Map()
  if (!holder[KEY].has(name)) holder[KEY].set(name, make())
  return holder[KEY].get(name) as Value
}
