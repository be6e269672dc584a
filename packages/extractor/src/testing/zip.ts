import { deflateRawSync } from 'node:zlib'

export type ZipForm = {
  /** The first part is to be read without unpacking. */
  readonly stored?: boolean
  /** What stands before the archive. */
  readonly before?: string
  /** Sizes of parts stand behind them, as programs write that do not know them before. */
  readonly described?: boolean
  /** Sizes and places stand in records of Zip64. */
  readonly wide?: boolean
}

const WIDE = 0xffff_ffff

/** Numbers in fields of two, four or eight bytes, one behind the other. */
const fields = (...numbers: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer =>
  Buffer.concat(
    numbers.map(([bytes, value]) => {
      const field = Buffer.alloc(8)
      field.writeBigUInt64LE(BigInt(value))
      return field.subarray(0, bytes)
    }),
  )

/** An archive of our own: parts by their names, packed. */
export function zip(parts: Readonly<Record<string, string | Uint8Array>>, form: ZipForm = {}): Uint8Array {
  const { stored = false, before = '', described = false, wide = false } = form
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [index, [called, part]] of Object.entries(parts).entries()) {
    const [name, data] = [Buffer.from(called), Buffer.from(part)]
    const method = stored && index === 0 ? 0 : 8
    const packed = method === 0 ? data : deflateRawSync(data)
    // Version, flags, method, time, day and checksum are the same in both headers.
    const told = fields([2, 20], [2, described ? 8 : 0], [2, method], [4, 0], [4, 0])
    const [size, full] = described ? [0, 0] : [packed.length, data.length]
    const descriptor = described ? fields([4, 0x08074b50], [4, 0], [4, packed.length], [4, data.length]) : Buffer.alloc(0)
    const entry = Buffer.concat([
      fields([4, 0x04034b50]),
      told,
      fields([4, size], [4, full], [2, name.length], [2, 0]),
      name,
      packed,
      descriptor,
    ])
    const extra = wide ? fields([2, 1], [2, 24], [8, data.length], [8, packed.length], [8, at]) : Buffer.alloc(0)
    const [shown, whole, from] = wide ? [WIDE, WIDE, WIDE] : [packed.length, data.length, at]
    central.push(
      fields([4, 0x02014b50], [2, 20]),
      told,
      fields([4, shown], [4, whole], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, from]),
      name,
      extra,
    )
    local.push(entry)
    at += entry.length
  }
  const [list, count] = [Buffer.concat(central), Object.keys(parts).length]
  const record64 = fields([4, 0x06064b50], [8, 44], [4, 0], [8, 0], [8, count], [8, count], [8, list.length], [8, at])
  const end64 = wide ? [record64, fields([4, 0x07064b50], [4, 0], [8, at + list.length], [4, 1])] : []
  const [listed, size, from] = wide ? [0xffff, WIDE, WIDE] : [count, list.length, at]
  const end = fields([4, 0x06054b50], [4, 0], [2, listed], [2, listed], [4, size], [4, from], [2, 0])
  return new Uint8Array(Buffer.concat([Buffer.from(before), ...local, list, ...end64, end]))
}
