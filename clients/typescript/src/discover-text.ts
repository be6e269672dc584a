/** What sellers say of themselves, cut to the size in which a model may read it, and without signs that nobody sees. */

import { clean } from './text.ts'

export type Json = Record<string, unknown>

export const MAX_DESCRIPTION = 1_500
/** How many values one tool's schema may take, and how many letters: references multiply, and a stranger writes them. */
const MAX_VALUES = 3_000
const MAX_LETTERS = 12_000
const MAX_DEPTH = 12

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** What may be the name of a parameter. Others are passed over: one that hosts refuse would cost them the tools of all sellers. */
export const isName = (value: unknown): value is string => typeof value === 'string' && value !== '__proto__' && /^[!-~]{1,64}$/.test(value)

/** An example, where it is a single value. */
export const exampleOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? clean(String(value), MAX_DESCRIPTION) : undefined

/** How much of its schema a tool may still say. */
export type Room = { values: number; letters: number }
export const newRoom = (): Room => ({ values: MAX_VALUES, letters: MAX_LETTERS })

/** A schema with `#/…` references put in place, to a depth and a size that end. */
export function resolved(value: unknown, root: Json, room: Room, depth = 0): unknown {
  room.values -= 1
  if (depth > MAX_DEPTH || room.values < 0 || room.letters <= 0) return {}
  if (typeof value === 'string') {
    const text = clean(value, Math.min(MAX_DESCRIPTION, room.letters))
    room.letters -= text.length
    return text
  }
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES).map((item) => resolved(item, root, room, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Json
  if (typeof $ref === 'string' && $ref.startsWith('#/')) {
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((held, key) => objectOf(held)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
    return resolved(target, root, room, depth + 1)
  }
  const members = Object.entries(rest)
    .slice(0, Math.max(0, room.values))
    .filter(([key]) => clean(key, 64) === key)
  room.letters -= members.reduce((sum, [key]) => sum + key.length, 0)
  return Object.fromEntries(members.map(([key, held]) => [key, resolved(held, root, room, depth + 1)]))
}
