/**
 * The lock of a folder that one process may use. A holder listens on a socket in the lock's folder, and the kernel ends that with the process:
 * after a kill, a restart of the container or of the machine nobody answers, whatever process ids have come round again. Whoever may hold the
 * lock is a row of numbered files, each naming a socket; the highest number is the holder. A number is made exclusively, with its name in it, by
 * one who listens at that socket already and found the number before it dead, and only counts if none is higher by then: so of two starters one
 * goes past the other, never both.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Numbers kept below the holder's: a starter that was slow by so many takeovers finds its number taken. */
const KEPT = 16
/** A start that is refused waits for the holder's name, which is to be told on a machine that is busy too. */
const ANSWER_MS = 5_000
const ASKED_AGAIN = 40
const ASK_AGAIN_MS = 50
const ATTEMPTS = 1_000
/** Longest path of a socket on every system, in bytes. */
const SOCKET_PATH_MAX = 103

/**
 * Takes the lock at `path`, a folder that is made if need be. On one machine only: a file system shared between machines is not guarded.
 * @returns the function that gives the lock back. @throws Error that names the holder and says what to do.
 */
export async function lockFolder(path: string): Promise<() => void> {
  makeFolder(path)
  const token = `${process.pid}-${randomBytes(8).toString('hex')}`
  const own = openSocket(path, token)
  const release = () => {
    own.server?.close()
    own.close()
  }
  try {
    own.server = await listen(own.path)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const highest = numbers(path).at(-1) ?? 0
      const holder = highest === 0 ? undefined : await findHolder(path, highest)
      if (holder !== undefined)
        throw new Error(
          `The embedded database is in use by ${holder}. Stop it, talk to it over HTTP, or set DATABASE_URL for more than one process. (${path})`,
        )
      const mine = highest + 1
      if (!claim(path, mine, token)) continue
      // Nobody can tell a socket that is not listened on yet from a dead one, so it counts only once it has answered.
      if (numbers(path).at(-1) === mine && (await ask(own.path)) !== undefined) {
        tidy(path, mine)
        return release
      }
    }
    throw new Error(`The lock of the embedded database could not be taken. (${path})`)
  } catch (error) {
    release()
    throw error
  }
}

/** Makes the lock's folder, in the place of the file that older versions wrote their process id to. */
function makeFolder(path: string): void {
  for (;;) {
    try {
      return void mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    try {
      const pid = Number(readFileSync(path, 'utf8'))
      if (pid !== process.pid && isAlive(pid))
        throw new Error(`The embedded database is in use by process ${pid}, an older version of this program. Stop it first. (${path})`)
      unlinkSync(path)
    } catch (error) {
      if (codeOf(error) === 'EISDIR') return
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const numbers = (path: string): number[] =>
  readdirSync(path)
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)

/** False: another starter has this number. Written first and then linked, so that nobody reads a number before its name is in it. */
function claim(path: string, number: number, token: string): boolean {
  const written = join(path, `${token}.name`)
  writeFileSync(written, token)
  try {
    linkSync(written, join(path, String(number)))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(written)
  }
}

/** Who answers at the socket of this number; undefined: nobody, its process is gone. */
async function findHolder(path: string, number: number): Promise<string | undefined> {
  const token = readIfThere(join(path, String(number)))
  if (!token) return undefined
  const socket = openSocket(path, token)
  try {
    return await ask(socket.path)
  } finally {
    socket.close()
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

type Socket = { path: string; server?: Server; close(): void }

/** Where the socket of this name is; under Linux a path that is too long is said by way of the open folder. */
function openSocket(folder: string, token: string): Socket {
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${token}`, close: () => undefined }
  const file = join(folder, token)
  const short = [file, relative(process.cwd(), file)].find((path) => Buffer.byteLength(path) <= SOCKET_PATH_MAX)
  if (short !== undefined) return { path: short, close: () => undefined }
  if (process.platform !== 'linux') throw new Error(`DATA_DIR is too long a path for the embedded database. (${folder})`)
  const descriptor = openSync(folder, 'r')
  let open = true
  return {
    path: `/proc/self/fd/${descriptor}/${token}`,
    close: () => {
      if (open) closeSync(descriptor)
      open = false
    },
  }
}

/** Says who we are to whoever connects; keeps no process alive. */
function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`process ${process.pid} of ${hostname()}`)
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error('The embedded database needs a folder on a file system that knows sockets. Set DATA_DIR.', { cause: error })),
    )
    server.listen({ path, exclusive: true }, () => resolve(server.unref()))
  })
}

/** Who listens there; undefined: nobody. What cannot be told counts as somebody. */
async function ask(path: string): Promise<string | undefined> {
  for (let again = ASKED_AGAIN; ; again -= 1) {
    const answer = await askOnce(path)
    // A process that is killed breaks off what it had taken up; asked a moment later, nobody is there.
    if (typeof answer !== 'object' || again === 0) return typeof answer === 'object' ? answer.brokenOff : answer
    await sleep(ASK_AGAIN_MS)
  }
}

function askOnce(path: string): Promise<string | undefined | { brokenOff: string }> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(path)
    const end = (answer: string | undefined | { brokenOff: string }) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      heard += text
    })
    socket.once('connect', () => socket.setTimeout(ANSWER_MS, () => end('a process that is too busy to say its name')))
    socket.once('end', () => end(heard || { brokenOff: 'a process that does not say its name' }))
    socket.once('error', (error) => {
      const code = codeOf(error)
      end(code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : { brokenOff: `a process that cannot be asked (${code})` })
    })
  })
}

/** Removes the numbers long gone, and their sockets. */
function tidy(path: string, mine: number): void {
  for (const number of numbers(path)) {
    if (number >= mine - KEPT) continue
    const token = readIfThere(join(path, String(number)))
    for (const file of [String(number), ...(/^\d+-[0-9a-f]{16}$/.test(token) ? [token] : [])]) removeIfThere(join(path, file))
  }
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
