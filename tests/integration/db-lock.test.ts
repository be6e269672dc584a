import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { dataFolder } from '../support/database.ts'

/** As in a container: a pid namespace in which the program is always process 1. It dies with the command that made it. */
const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const [unshare = '', ...flags] = NAMESPACE
const hasNamespaces = spawnSync(unshare, [...flags, 'true']).status === 0
/** Each start of the database takes a second; DB_LOCK_KILLS=50 for the long run. */
const KILLS = Number(process.env.DB_LOCK_KILLS ?? 3)

const folder = await dataFolder('db-lock')
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(prefix: string[]): Promise<{ child: ChildProcess; said: string }> {
  const [command = '', ...args] = [...prefix, process.execPath, join(import.meta.dirname, 'db-lock.child.ts'), folder]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, BASE_URL: '' } })
  children.push(child)
  const said = await new Promise<string>((resolve) => {
    const lines = createInterface({ input: child.stdout })
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  return { child, said }
}
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe.each([['as process 1 of a container', NAMESPACE] as const, ['as a plain process', []] as const])('%s', (name, prefix) => {
  test.skipIf(prefix.length > 0 && !hasNamespaces)('the database opens after every kill, and all rows are there', async () => {
    const [first] = /\d+$/.exec((await start([...prefix])).said) ?? []
    for (const child of children.splice(0)) await kill(child)
    for (let n = 1; n <= KILLS; n += 1) {
      const { child, said } = await start([...prefix])
      expect(said).toMatch(name.startsWith('as process 1') ? /^open 1 / : /^open \d+ /)
      expect(said).toMatch(new RegExp(` ${Number(first) + n}$`))
      await kill(child)
    }
  })
})

test.skipIf(!hasNamespaces)(
  'two containers on one folder: the second is refused and named the first, although both are process 1',
  async () => {
    expect((await start(NAMESPACE)).said).toMatch(/^open 1 /)
    expect((await start(NAMESPACE)).said).toMatch(/^refused The embedded database is in use by process 1 of /)
    expect((await start([])).said).toMatch(/^refused The embedded database is in use by process 1 of /)
  },
)
