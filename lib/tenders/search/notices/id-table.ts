/** Where the notice of an id stands: a hash table in one array, since a map would hold a string for every id. */
import { forEach, type Work } from '../turns.ts'
import { compareId, type Notices } from './notices.ts'

/** FNV-1a. */
export function hashOf(bytes: Buffer, start = 0, end = bytes.length): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** By hash: one more than a position; 0: nothing. At most half full. */
export function* toIdTable({ size, columns }: Notices): Work<Uint32Array> {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * size + 2)))
  yield* forEach(size, (position) => {
    let slot = columns.idHash[position]! & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = position + 1
  })
  return slots
}

/** The position of an id; -1: there is none. */
export function findId(notices: Notices, slots: Uint32Array, id: string): number {
  const bytes = Buffer.from(id)
  const hash = hashOf(bytes)
  for (let slot = hash & (slots.length - 1); slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    const position = slots[slot]! - 1
    if (notices.columns.idHash[position] === hash && compareId(notices, position, bytes) === 0) return position
  }
  return -1
}
