/** Where payments are kept: in memory, for one process, or in a file that processes share. */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../errors.ts'
import { type Entry, isEntry, type Store } from './entries.ts'

/** Payments in memory only: a process that ends forgets what it spent and what it had in hand. */
export function memoryStore(): Store {
  const entries: Entry[] = []
  return {
    append: (entry) => void entries.push(structuredClone(entry)),
    read: (position) => ({ entries: entries.slice(position), position: entries.length }),
  }
}

const NEWLINE = 0x0a

function open<Result>(path: string, flags: 'a' | 'r', work: (file: number) => Result): Result {
  const file = openSync(path, flags, 0o600)
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

function failed(path: string, what: string, cause: unknown): StoreError {
  return new StoreError(`The payments file ${path} cannot be ${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}

/** A line that a crash cut short is no JSON and is passed over; JSON that is no entry means that the file is not ours or was changed. */
function entryOf(line: string, path: string): Entry[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return []
  }
  if (!isEntry(value))
    throw new StoreError(`The payments file ${path} holds a line that is no payment: ${line.slice(0, 100)}. Name another file.`)
  return [value]
}

/**
 * Payments in a file of JSON lines that only its owner may read, made when it is missing. Any number of processes of one machine may use it at
 * once: the system keeps the order of what is appended. Not for network file systems, which do not.
 */
export function fileStore(path: string): Store {
  return {
    append(entry) {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        open(path, 'a', (file) => {
          // The first break ends a line that another process died in; one write, so that no other line gets in between.
          const line = Buffer.from(`\n${JSON.stringify(entry)}\n`)
          if (writeSync(file, line) !== line.length) throw new Error('the disk took a part only')
          fsyncSync(file)
        })
      } catch (cause) {
        throw failed(path, 'written', cause)
      }
    },
    read(position) {
      let bytes: Buffer
      try {
        bytes = open(path, 'r', (file) => {
          const length = fstatSync(file).size - position
          if (length < 0) throw new Error('it is shorter than before; was it replaced?')
          const buffer = Buffer.alloc(length)
          let filled = 0
          for (let got = 1; got > 0 && filled < length; filled += got)
            got = readSync(file, buffer, filled, length - filled, position + filled)
          return buffer.subarray(0, filled)
        })
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && position === 0) return { entries: [], position: 0 }
        throw failed(path, 'read', cause)
      }
      const end = bytes.lastIndexOf(NEWLINE) + 1
      const lines = bytes.subarray(0, end).toString('utf8').split('\n')
      return { entries: lines.filter(Boolean).flatMap((line) => entryOf(line, path)), position: position + end }
    },
  }
}
