/** What a child needs of our environment where the rest is its own: the programs, a place to write, and modules already compiled. */
export function childEnv(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )
}

/**
 * For processes that live for seconds or minutes: the embedded database's WebAssembly is compiled once. To optimize it too costs more than a
 * second of processor time.
 */
export const BRIEFLY = ['--liftoff-only']

/** What of it we were started with ourselves: a server that a command measures runs as it does in production. */
export const childFlags = (): string[] => process.execArgv.filter((flag) => BRIEFLY.includes(flag))
