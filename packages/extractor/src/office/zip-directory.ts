/** The list of a ZIP archive, which stands at its end (APPNOTE.TXT 6.3, 4.3.12 to 4.3.16): which entries there are, and where. */

/** Bytes of an entry and where its own header stands, as the list says it. */
export type Entry = { readonly method: number; readonly packed: number; readonly at: number }

const MOST_ENTRIES = 5_000
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
/** The record at the end, and the longest comment behind it. */
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const LOCATOR_BYTES = 20
const ENTRY_BYTES = 46
/** What stands in a field whose value is in a record of Zip64. */
const ELSEWHERE = 0xffff_ffff
const EXTRA_64 = 1
const ENCRYPTED = 1

/** @returns the entries that can be read by their names, of a name that is there twice the last; null for bytes that are no archive, or are cut off */
export function directoryOf(bytes: Buffer): ReadonlyMap<string, Entry> | null {
  const list = listOf(bytes)
  if (list === null) return null
  const entries = new Map<string, Entry>()
  let { at } = list
  for (let number = 0; number < list.count && isAt(bytes, at, ENTRY, ENTRY_BYTES); number += 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [number, number, number]
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    const extra = bytes.subarray(at + ENTRY_BYTES + nameLength, at + ENTRY_BYTES + nameLength + extraLength)
    const [packed, from] = wide(extra, [24, 20, 42].map((field) => bytes.readUInt32LE(at + field)) as [number, number, number])
    const isEncrypted = (bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0
    if (!isEncrypted) entries.set(name, { method: bytes.readUInt16LE(at + 10), packed, at: from + list.before })
    at += ENTRY_BYTES + nameLength + extraLength + commentLength
  }
  return entries.size > 0 ? entries : null
}

type List = {
  readonly at: number
  readonly count: number /** Bytes before the archive, of a program that unpacks it. */
  readonly before: number
}

function listOf(bytes: Buffer): List | null {
  const least = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT)
  let end = bytes.length - END_BYTES
  while (end >= least && bytes.readUInt32LE(end) !== END) end -= 1
  if (end < least) return null
  let [count, size, told, behind] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16), end]
  const wideEnd = isAt(bytes, end - LOCATOR_BYTES, LOCATOR_64, LOCATOR_BYTES) ? end - LOCATOR_BYTES - 56 : -1
  if (isAt(bytes, wideEnd, END_64, 56)) {
    ;[count, size, told] = [32, 40, 48].map((field) => Number(bytes.readBigUInt64LE(wideEnd + field))) as [number, number, number]
    behind = wideEnd
  }
  // The list ends where the record begins, whatever stands before the archive.
  const at = isAt(bytes, behind - size, ENTRY, ENTRY_BYTES) ? behind - size : told
  return { at, count: Math.min(MOST_ENTRIES, count), before: at - told }
}

/** The size and the place of an entry, in a record of Zip64 where they are not in their fields: all fields that are not, in this order. */
function wide(extra: Buffer, [size, packed, from]: [size: number, packed: number, from: number]): [packed: number, from: number] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== EXTRA_64) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  const [, long, far] = [size, packed, from].map((field) => {
    if (field !== ELSEWHERE || at + 8 > extra.length) return field
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  })
  return [long!, far!]
}

const isAt = (bytes: Buffer, at: number, signature: number, size: number): boolean =>
  at >= 0 && at + size <= bytes.length && bytes.readUInt32LE(at) === signature
