/** Finds the programs that some suites need beside Node: PATH first, then the usual places of Debian's packages. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Requirement = 'postgres' | 'redis' | 'nginx' | 'openssl' | 'chromium' | 'xmllint'

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian keeps PostgreSQL's server programs out of PATH, one folder per version; the newest first. */
function postgresFolders(): string[] {
  const root = '/usr/lib/postgresql'
  try {
    return readdirSync(root)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, 'bin'))
  } catch {
    return []
  }
}

/** The full path of `name`, or undefined when this machine has none. */
export function findProgram(name: string, folders: string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...path, '/usr/sbin', '/usr/local/bin', ...folders].map((folder) => join(folder, name)).find(executable)
}

/** The folder that holds `initdb` and `postgres`, or undefined. */
export function findPostgresBin(): string | undefined {
  return [...postgresFolders(), '/usr/local/pgsql/bin', ...(process.env.PATH ?? '').split(delimiter)]
    .filter(Boolean)
    .find((folder) => executable(join(folder, 'initdb')) && executable(join(folder, 'postgres')))
}

/** The packed browser that `npm ci` brings, where it can run. */
function packedChromium(): string | undefined {
  const path = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin/chromium.br')
  return process.platform === 'linux' && process.arch === 'x64' && existsSync(path) ? path : undefined
}

/** The program behind a requirement, or undefined when it is absent. */
export function findRequirement(requirement: Requirement): string | undefined {
  switch (requirement) {
    case 'postgres':
      return findPostgresBin()
    case 'redis':
      return findProgram('redis-server')
    case 'nginx':
      return findProgram('nginx')
    case 'openssl':
    case 'xmllint':
      return findProgram(requirement)
    case 'chromium':
      return (
        [process.env.CHROMIUM_PATH, findProgram('chromium'), findProgram('chromium-browser'), findProgram('google-chrome')].find(
          (path) => path !== undefined && path !== '' && executable(path),
        ) ?? packedChromium()
      )
  }
}
