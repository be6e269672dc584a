/**
 * `npm run demo` and `npm test` on a machine that has only Node and npm: installs the packages when they are missing or older than the lock
 * file, then hands over to the Node that came with them. Plain JavaScript without imports from npm, for Node 20.19 and newer.
 *
 *   node scripts/bootstrap.mjs demo|test [arguments of that script]
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const startedAt = Date.now()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const scripts = { demo: 'scripts/demo.ts', test: 'scripts/test.ts' }

/** One clear sentence, then the end. */
function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}

/** Runs a program in the foreground; resolves with its exit code. Signals that we get are passed on. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const pass = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, pass)
    const done = () => {
      for (const signal of signals) process.off(signal, pass)
    }
    child.once('error', (error) => {
      done()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      done()
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15))
    })
  })
}

/** True when node_modules is what the lock file says: npm writes its own copy of the lock after each install. */
function installed() {
  try {
    return statSync(join(root, 'node_modules/.package-lock.json')).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  } catch {
    return false
  }
}

/** Packages that lie in `node_modules` itself and are unpacked by now: npm makes all the folders within seconds, and fills them later. */
function packagesHere() {
  const names = (folder) => {
    try {
      return readdirSync(join(root, folder)).filter((entry) => !entry.startsWith('.'))
    } catch {
      return []
    }
  }
  return names('node_modules')
    .flatMap((entry) => (entry.startsWith('@') ? names(`node_modules/${entry}`).map((name) => `${entry}/${name}`) : [entry]))
    .filter((name) => existsSync(join(root, 'node_modules', name, 'package.json'))).length
}

/** How many of them the lock file names for a machine like this one; of the C library it knows nothing, so it may be a few more. */
function packagesWanted() {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const fits = (list, own) => !Array.isArray(list) || list.includes(own) || (list[0]?.startsWith('!') && !list.includes(`!${own}`))
  return Object.entries(packages).filter(
    ([path, { os, cpu }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && fits(os, process.platform) && fits(cpu, process.arch),
  ).length
}

/** Says how far an installation is: on a terminal in one line that changes, else in a line every ten seconds. Returns what ends it. */
function showProgress() {
  const wanted = packagesWanted()
  const line = () => `  ${Math.min(packagesHere(), wanted)} of ${wanted} packages, ${Math.round((Date.now() - startedAt) / 1000)} s`
  const live = process.stdout.isTTY === true
  const timer = setInterval(() => process.stdout.write(live ? `\r${line()} ` : `${line()}\n`), live ? 500 : 10_000)
  return () => {
    clearInterval(timer)
    if (live) process.stdout.write('\r\u001b[K')
  }
}

async function install() {
  if (!existsSync(join(root, 'package-lock.json'))) fail('package-lock.json is missing: this is not a complete copy of the repository.')
  console.log('Installing packages: npm ci, one to three minutes and about 1.3 GB the first time.')
  const endProgress = showProgress()
  // Everything is needed here, also where NODE_ENV says production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // Started by npm we know which npm; started by hand we take the one in PATH, a batch file on Windows.
  const cli = process.env.npm_execpath
  const own = cli !== undefined && /\.c?js$/.test(cli)
  const code = await run(own ? process.execPath : 'npm', own ? [cli, ...args] : args, { shell: !own && process.platform === 'win32' })
    .catch((error) => fail(`npm could not be started (${error.message}); install Node with npm and try again.`))
    .finally(endProgress)
  if (code > 128) process.exit(code)
  if (code !== 0) fail('Installing the packages failed; see the lines above, check the network, and try again.')
  console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** Node 24: the one among the packages, else the one that runs us. */
function findNode() {
  const bundled = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail('The package `node` is not installed (were install scripts switched off?), and this Node is older than 24.')
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`This needs Node 20.19 or newer, and you run ${process.versions.node}: install a newer one from https://nodejs.org and try again.`)
const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(scripts, name)) fail('Say what to run: node scripts/bootstrap.mjs demo, or node scripts/bootstrap.mjs test.')
// Help and wrong options as in scripts/steps/options.ts, without installing anything for them: the head of a script names all its options.
const head = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(root, scripts[name]), 'utf8'))?.[1] ?? ''
if (args.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(`${head.replace(/^\s*\* ?/gm, '').trim()}\n`)
  process.exit(0)
}
const strange = args.find((word) => word.startsWith('-') && !head.includes(word))
if (strange !== undefined) {
  process.stderr.write(`Unknown option '${strange}'. --help tells more.\n`)
  process.exit(2)
}
if (!installed()) await install()

const node = findNode()
// Windows may spell it Path.
const pathName = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  BOOTSTRAP_STARTED_MS: String(startedAt),
  [pathName]: [join(root, 'node_modules/.bin'), dirname(node), process.env[pathName] ?? ''].join(delimiter),
}
process.exit(await run(node, [scripts[name], ...args], { env }).catch((error) => fail(`${node} could not be started: ${error.message}.`)))
