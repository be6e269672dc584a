import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type CommandEnd, runCommand } from '../../tests/support/command.ts'
import { dataFolder } from '../../tests/support/database.ts'
import { freePort } from '../../tests/support/tied-process.ts'

/** `npm run ledger` with books of its own, where a server may listen. */
async function ledger(port: number): Promise<CommandEnd> {
  const folder = await dataFolder('ask-server')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { ...process.env, BASE_URL: `http://127.0.0.1:${port}`, DATA_DIR: folder, DATABASE_URL: '', VITEST: '' }
  return runCommand(['scripts/ledger.ts', '--format', 'json'], env)
}

test('a server that hangs up is not the same as none: its books are not looked for in another place', async () => {
  const server = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { code, out, error } = await ledger((server.address() as AddressInfo).port)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(error).toContain('was asked and did not answer')
})

test('where no server listens the books are opened here', async () => {
  const { code, out, error } = await ledger(await freePort())
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(JSON.parse(out)).toMatchObject({ totals: { settled: 0 } })
})
