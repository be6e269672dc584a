/** The demo's own folder: guarded against a second demo, emptied at each start; and its hand-over file, written whole or not at all. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockFolder } from '../../lib/db/lock.ts'

export type DemoFolder = {
  /** DATA_DIR of the demo's server. */
  dataDir: string
  logFile: string
  /** Writes DATA_DIR/demo.json atomically, readable by its owner only: it holds keys (of worthless local money). */
  handOver(value: unknown): string
  release(): void
}

/** Takes and empties DATA_DIR/demo. @throws Error when another demo uses it. */
export async function openDemoFolder(root: string): Promise<DemoFolder> {
  const parent = resolve(root)
  const dataDir = join(parent, 'demo')
  const file = join(parent, 'demo.json')
  mkdirSync(parent, { recursive: true })
  let unlock: () => void
  try {
    unlock = await lockFolder(join(parent, 'demo.lock'))
  } catch (error) {
    throw new Error(`Another demo runs on ${dataDir}: stop it, or set DATA_DIR to another folder.`, { cause: error })
  }
  rmSync(file, { force: true })
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  return {
    dataDir,
    logFile: join(dataDir, 'server.log'),
    handOver(value) {
      const temporary = `${file}.${process.pid}`
      writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
      renameSync(temporary, file)
      return file
    },
    release: unlock,
  }
}
