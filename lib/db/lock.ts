import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'

/** True when a process of this id runs (or runs as another user). */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes an exclusive lock file that holds our process id; a lock whose process is gone is replaced, never one that merely got old.
 * @returns the function that gives the lock back. @throws Error that names the holder and says what to do.
 */
export function lockFolder(path: string): () => void {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      return () => {
        if (readHolder(path) === process.pid) unlinkSync(path)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(path)
      if (holder !== undefined && holder !== process.pid && isAlive(holder)) {
        throw new Error(
          `The embedded database is in use by process ${holder}. Stop it, talk to it over HTTP, or set DATABASE_URL for more than one process. (${path})`,
        )
      }
      if (holder === process.pid) throw new Error(`The embedded database is already open in this process. (${path})`)
      try {
        unlinkSync(path)
      } catch (unlinkError) {
        if ((unlinkError as NodeJS.ErrnoException).code !== 'ENOENT') throw unlinkError
      }
    }
  }
  throw new Error(`The lock of the embedded database could not be taken. (${path})`)
}

function readHolder(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
    return Number.isInteger(pid) ? pid : undefined
  } catch {
    return undefined
  }
}
