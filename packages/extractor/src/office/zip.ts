/** Parts of a ZIP archive by their names (APPNOTE.TXT 6.3): the list at its end is believed, sizes of what is packed are not. */
import { inflateRawSync } from 'node:zlib'
import { directoryOf, type Entry } from './zip-directory.ts'

/** Bytes of a part, and of all parts that are read. */
const LARGEST_PART = 20_000_000
const MOST_BYTES = 40_000_000
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

export class Zip {
  private readonly bytes: Buffer
  private readonly entries: ReadonlyMap<string, Entry>
  private left = MOST_BYTES

  private constructor(bytes: Buffer, entries: ReadonlyMap<string, Entry>) {
    this.bytes = bytes
    this.entries = entries
  }

  /** Opens an archive; null for bytes that are none, or that are cut off. */
  static open(given: Uint8Array): Zip | null {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    const entries = directoryOf(bytes)
    return entries === null ? null : new Zip(bytes, entries)
  }

  get names(): Iterable<string> {
    return this.entries.keys()
  }

  /** A part as text; null for one that is not there, is damaged, encrypted or larger than may be read. */
  text(name: string): string | null {
    const entry = this.entries.get(name)
    if (entry === undefined || !this.isEntry(entry.at)) return null
    const from = entry.at + LOCAL_BYTES + this.bytes.readUInt16LE(entry.at + 26) + this.bytes.readUInt16LE(entry.at + 28)
    const packed = this.bytes.subarray(from, from + entry.packed)
    if (packed.length < entry.packed) return null
    const most = Math.min(LARGEST_PART, this.left)
    const part = entry.method === STORED ? packed : entry.method === DEFLATED ? inflated(packed, most) : null
    if (part === null || part.length > most) return null
    this.left -= part.length
    return decoded(part)
  }

  private isEntry(at: number): boolean {
    return at >= 0 && at + LOCAL_BYTES <= this.bytes.length && this.bytes.readUInt32LE(at) === LOCAL
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
function decoded(part: Buffer): string {
  const mark = part.toString('hex', 0, 2)
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8').decode(part)
}
