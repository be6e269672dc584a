/**
 * Where an answer ended, said by what was last in it and not by how many came before: notices that close, come or go meanwhile neither repeat
 * what was read nor hide what was not.
 */
import { z } from 'zod'

export type Cursor = {
  sort: 'deadline' | 'value' | 'published' | 'listed' | 'relevance'
  /** Pounds, day in milliseconds, or how well the words matched; 0 by deadline. */
  key: number
  /** Milliseconds. */
  deadline: number
  id: string
  /** As it stands in addresses. */
  text: string
}

const Content = z.tuple([
  z.enum(['deadline', 'value', 'published', 'listed', 'relevance']),
  z.number(),
  z.int(),
  z.string().min(1).max(320),
])

export function encodeCursor({ sort, key, deadline, id }: Omit<Cursor, 'text'>): string {
  return Buffer.from(JSON.stringify([sort, key, deadline, id])).toString('base64url')
}

/** The cursor of a text; `undefined` when it is none of ours. */
export function decodeCursor(text: string): Cursor | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined
  try {
    const [sort, key, deadline, id] = Content.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    const cursor = { sort, key, deadline, id }
    return encodeCursor(cursor) === text ? { ...cursor, text } : undefined
  } catch {
    // Neither our JSON nor our shape: not a cursor.
    return undefined
  }
}
