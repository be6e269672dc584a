import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { requires } from '../../../tests/support/requires.ts'
import type { Database } from '../../db/index.ts'
import { coreOver } from '../ingest.test-support.ts'
import { fetchFrom } from './client.ts'
import { publicContractsScotland } from './public-contracts-scotland.ts'

requires('openssl')('a source that forgets a certificate of its chain', () => {
  // A chain of its own: root, intermediate, and a host that sends its own certificate alone, as both portals do.
  let folder: string
  let server: Server
  let url: URL
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const pem = (name: string) => readFileSync(file(name), 'utf8')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chain-'))
    writeFileSync(file('ca.cnf'), 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n')
    writeFileSync(file('leaf.cnf'), 'subjectAltName=IP:127.0.0.1\n')
    openssl('req', '-x509', ...key, '-keyout', file('root.key'), '-out', file('root.pem'), '-subj', '/CN=Made root', '-days', '2')
    for (const [name, issuer, extensions] of [
      ['middle', 'root', 'ca.cnf'],
      ['leaf', 'middle', 'leaf.cnf'],
    ] as const) {
      openssl('req', ...key, '-keyout', file(`${name}.key`), '-out', file(`${name}.csr`), '-subj', `/CN=Made ${name}`)
      const signed = ['-CA', file(`${issuer}.pem`), '-CAkey', file(`${issuer}.key`), '-CAcreateserial', '-days', '2']
      openssl('x509', '-req', '-in', file(`${name}.csr`), ...signed, '-extfile', file(extensions), '-out', file(`${name}.pem`))
    }
    server = createServer({ key: pem('leaf.key'), cert: pem('leaf.pem') }, (_request, response) => response.end('{"releases":[]}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/Notices`)
  })
  let database: Database | undefined
  afterAll(async () => {
    server.close()
    await database?.close()
    rmSync(folder, { recursive: true })
  })

  test('a missing intermediate is added to the roots of one client; a chain that leads nowhere is refused', async () => {
    database = await memoryDatabase()
    const core = coreOver(database, { settings: { INGEST_INTERVAL_MS: 0, INGEST_BACKOFF_SCALE: 0 } })
    const ask = (prefix: string, intermediates: string[]) =>
      fetchFrom(core, { ...publicContractsScotland, prefix, intermediates }, url, { signal: AbortSignal.timeout(20_000), maxBroken: 0 })
    await expect(ask('one', [pem('middle.pem'), pem('root.pem')])).resolves.toEqual({ found: true, body: { releases: [] } })
    await expect(ask('two', [])).rejects.toThrow(/verify the first certificate|local issuer/)
    await expect(ask('three', [pem('middle.pem')])).rejects.toThrow(/issuer certificate/)
  })
})
