/** The official conformance suite, against our endpoint with the suite's own tools behind it. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMcpEndpoint } from '../../lib/mcp/endpoint.ts'
import { webOf } from '../support/endpoint.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { conformanceServer } from '../support/mcp-conformance.ts'

const modules = join(import.meta.dirname, '../../node_modules')
/** The suite wants Node 22. */
const node = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : join(modules, 'node/bin/node')
const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js')

/**
 * What the older revision may do and this endpoint does not, by decision: it keeps no session and opens no stream, so nothing can be sent to a
 * client while a call runs.
 */
const NOT_OFFERED = [
  'tools-call-with-logging',
  'tools-call-with-progress',
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
]

let server: HttpServer
let folder: string
beforeAll(async () => {
  const endpoint = webOf(makeMcpEndpoint(conformanceServer))
  server = await serveHttp((request) => {
    // The test's server hands texts on, not bytes.
    request.headers.delete('accept-encoding')
    return endpoint(request)
  })
  folder = mkdtempSync(join(tmpdir(), 'conformance-'))
})
afterAll(async () => {
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** The scenarios that a revision requires of servers, from the suite's own list. */
function requiredBy(revision: string): string[] {
  const list = readFileSync(join(modules, `@modelcontextprotocol/conformance/requirements/${revision}.yaml`), 'utf8')
  return [.../^server:\n((?: {2}- .*\n)+)/m.exec(list)![1]!.matchAll(/- (\S+)/g)].map(([, name]) => name!)
}

type Check = { id: string; status: string; errorMessage?: string }

/** Runs the scenarios that a revision requires; the checks of each. */
async function run(revision: string): Promise<Map<string, Check[]>> {
  const out = join(folder, revision)
  await new Promise((resolve) =>
    execFile(node, [suite, 'server', '--url', `${server.url}/mcp`, '--requirements', revision, '-o', out], { timeout: 150_000 }, resolve),
  )
  const found = new Map<string, Check[]>()
  for (const name of existsSync(out) ? readdirSync(out, { recursive: true, encoding: 'utf8' }) : []) {
    if (!name.endsWith('checks.json') || !statSync(join(out, name)).isFile()) continue
    const scenario = name
      .split('/')
      .at(-2)!
      .replace(/^server-(.*)-\d{4}-\d{2}-\d{2}T.*$/, '$1')
    found.set(scenario, JSON.parse(readFileSync(join(out, name), 'utf8')) as Check[])
  }
  return found
}

describe.skipIf(!existsSync(suite) || !existsSync(node))('the suite', () => {
  test.each(['2026-07-28', '2025-11-25'])('every required scenario of %s', async (revision) => {
    const found = await run(revision)
    const required = requiredBy(revision)
    const failed = required.flatMap((scenario) => {
      const checks = found.get(scenario) ?? [{ id: scenario, status: 'FAILURE', errorMessage: 'was not run' }]
      const wrong = checks.filter(({ status }) => status === 'FAILURE')
      return wrong.length > 0 ? [{ scenario, wrong: wrong.map(({ id, errorMessage }) => `${id}: ${errorMessage}`) }] : []
    })
    expect(required.length).toBeGreaterThan(25)
    const known = revision === '2025-11-25' ? NOT_OFFERED : []
    expect(failed.filter(({ scenario }) => !known.includes(scenario))).toEqual([])
    // What works after all belongs off the list.
    expect(failed.map(({ scenario }) => scenario)).toEqual(expect.arrayContaining(known))
  })
})
