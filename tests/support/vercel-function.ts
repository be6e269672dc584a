/** The production build as Vercel runs it: in a folder that holds what the file traces name and nothing else, and called as its launcher calls. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { root } from '../../scripts/steps/run.ts'
import { moduleFiles, tracedFiles } from '../../scripts/steps/traces.ts'

/** `packages/next/src/server-launcher.ts` of vercel/vercel: Next without routing, as the platform has matched the path and says so in a header. */
const LAUNCHER = `
const { config } = require('./.next/required-server-files.json')
const NextServer = require('next/dist/server/next-server.js').default
const handle = new NextServer({ conf: config, dir: __dirname, minimalMode: true, customServer: false }).getRequestHandler()
require('node:http')
  .createServer({ keepAliveTimeout: 0 }, (request, response) => {
    request.headers['x-matched-path'] = '/api/site'
    handle(request, response)
  })
  .listen(Number(process.env.PORT), '127.0.0.1')
`

function copyInto(folder: string, path: string): void {
  const target = join(folder, relative(root, path))
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  const found = lstatSync(path)
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(path), target)
  else if (found.isFile()) copyFileSync(path, target)
}

/** Makes the function that answers every path, from the build there is. Returns its folder and the program that starts it. */
export function makeVercelFunction(): { folder: string; program: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vercel-function-'))
  const next = join(root, '.next')
  const { files } = JSON.parse(readFileSync(join(next, 'required-server-files.json'), 'utf8')) as { files: string[] }
  for (const path of [
    ...files.map((name) => join(root, name)),
    ...tracedFiles(join(next, 'next-server.js.nft.json')),
    ...moduleFiles('pages/api/site.js'),
    ...moduleFiles('instrumentation.js'),
  ])
    copyInto(folder, path)
  const program = join(folder, 'launcher.cjs')
  writeFileSync(program, LAUNCHER)
  return { folder, program }
}
