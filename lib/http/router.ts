/** Finds the row of a path: exact paths by one look-up, the few with a part that varies by comparing parts. */
import type { Endpoint } from './endpoint.ts'

export type Row = {
  /** `/tenders/:trade/keywords`: `:name` stands for one part, `*` as the last part for whatever follows. */
  path: string
  answer: Endpoint
}

export type Found = { row: Row; params: Readonly<Record<string, string>> }

type Pattern = { row: Row; parts: string[] }

const NO_PARAMS: Found['params'] = {}

/** @throws Error when two rows claim the same path */
export function createRouter(rows: readonly Row[]): (path: string) => Found | undefined {
  const exact = new Map<string, Found>()
  const patterns: Pattern[] = []
  for (const row of rows) {
    if (exact.has(row.path) || patterns.some((other) => other.row.path === row.path)) throw new Error(`Two rows answer ${row.path}`)
    if (/\/[:*]/.test(row.path)) patterns.push({ row, parts: row.path.split('/') })
    else exact.set(row.path, { row, params: NO_PARAMS })
  }
  return (path) => exact.get(path) ?? findPattern(patterns, path)
}

function findPattern(patterns: readonly Pattern[], path: string): Found | undefined {
  const asked = path.split('/')
  for (const { row, parts } of patterns) {
    const params = match(parts, asked)
    if (params) return { row, params }
  }
  return undefined
}

function match(parts: readonly string[], asked: readonly string[]): Found['params'] | undefined {
  const isOpen = parts.at(-1) === '*'
  if (isOpen ? asked.length < parts.length - 1 : asked.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    if (isOpen && index === parts.length - 1) break
    const given = asked[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== given) return undefined
    } else {
      const value = decode(given)
      if (value === undefined) return undefined
      params[part.slice(1)] = value
    }
  }
  return params
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
