/** Parts of a ZIP archive by their names (APPNOTE.TXT 6.3): the list at its end is believed, sizes are not. */
import { inflateRawSync } from 'node:zlib'

/** Entries of an archive, bytes of a part, and of all parts that are read. */
const MOST_ENTRIES = 5_000
const LARGEST_PART = 20_000_000
const MOST_BYTES = 40_000_000
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** The record at the end, and the longest comment behind it. */
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

type Entry = { readonly method: number; readonly packed: number; readonly at: number }

export class Zip {
  private readonly bytes: Buffer
  private readonly entries = new Map<string, Entry>()
  private left = MOST_BYTES

  private constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Opens an archive; null for bytes that are none, or that are cut off. */
  static open(given: Uint8Array): Zip | null {
    const zip = new Zip(Buffer.from(given.buffer, given.byteOffset, given.byteLength))
    return zip.list() ? zip : null
  }

  get names(): Iterable<string> {
    return this.entries.keys()
  }

  /** A part as text; null for one that is not there, is damaged, encrypted or larger than may be read. */
  text(name: string): string | null {
    const entry = this.entries.get(name)
    if (entry === undefined || entry.at + 30 > this.bytes.length || this.bytes.readUInt32LE(entry.at) !== LOCAL) return null
    const from = entry.at + 30 + this.bytes.readUInt16LE(entry.at + 26) + this.bytes.readUInt16LE(entry.at + 28)
    const packed = this.bytes.subarray(from, from + entry.packed)
    if (packed.length < entry.packed) return null
    const most = Math.min(LARGEST_PART, this.left)
    const part = entry.method === STORED ? packed : entry.method === DEFLATED ? inflated(packed, most) : null
    if (part === null || part.length > most) return null
    this.left -= part.length
    return decoded(part)
  }

  private list(): boolean {
    const { bytes } = this
    const least = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT)
    let end = bytes.length - END_BYTES
    while (end >= least && bytes.readUInt32LE(end) !== END) end -= 1
    if (end < least || end < 0) return false
    const count = Math.min(MOST_ENTRIES, bytes.readUInt16LE(end + 10))
    let at = bytes.readUInt32LE(end + 16)
    for (let number = 0; number < count; number += 1) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) break
      const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
      const [nameLength, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
      if (!isEncrypted)
        this.entries.set(name, {
          method: bytes.readUInt16LE(at + 10),
          packed: bytes.readUInt32LE(at + 20),
          at: bytes.readUInt32LE(at + 42),
        })
      at += 46 + nameLength + extra + comment
    }
    return this.entries.size > 0
  }
}

function inflated(packed: Uint8Array, most: number): Buffer | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    // Damaged, or a bomb.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

/** XML of office programs is UTF-8, or UTF-16 with a mark. */
const decoded = (part: Buffer): string => new TextDecoder(part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(part)
