/**
 * Adds the optional platform packages that a registry mirror lacks to package-lock.json.
 *
 * `npm install` drops an optional package that its registry cannot serve from the lock, and `npm ci` then refuses the lock everywhere
 * (platform-specific binaries of other systems). The entry written here is the one a complete registry gives, without its integrity.
 * Run after every `npm install`: `node scripts/complete-lock.mjs && npm ci --dry-run`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const systems = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  android: 'android',
  freebsd: 'freebsd',
  openharmony: 'openharmony',
  linuxmusl: 'linux',
}
const processors = {
  amd64: 'x64',
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
}
const added = []

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`
    const root = `node_modules/${name}`
    if (!path || lock.packages[nested] || lock.packages[root]) continue
    const parts = name.split(/[/-]/)
    const os = parts.map((part) => systems[part]).find(Boolean)
    const cpu = parts.map((part) => processors[part]).find(Boolean)
    if (!os || !cpu) continue
    lock.packages[root] = { version, cpu: [cpu], ...(entry.dev ? { dev: true } : {}), optional: true, os: [os] }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} optional platform packages added: ${added.join(', ')}\n`)
