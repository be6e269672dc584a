import { deflateRawSync } from 'node:zlib'

/** An archive of our own: parts by their names, packed, but for the first where it is to be read without unpacking. */
export function zip(parts: Readonly<Record<string, string>>, { stored = false }: { stored?: boolean } = {}): Uint8Array {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [index, [name, text]] of Object.entries(parts).entries()) {
    const data = Buffer.from(text)
    const isStored = stored && index === 0
    const packed = isStored ? data : deflateRawSync(data)
    // Both headers say the same, the second two bytes farther on.
    const header = (size: number, signature: number, from: number): Buffer => {
      const bytes = Buffer.alloc(size)
      bytes.writeUInt32LE(signature, 0)
      bytes.writeUInt16LE(isStored ? 0 : 8, from)
      bytes.writeUInt32LE(packed.length, from + 10)
      bytes.writeUInt32LE(data.length, from + 14)
      bytes.writeUInt16LE(name.length, from + 18)
      return bytes
    }
    const [head, entry] = [header(30, 0x04034b50, 8), header(46, 0x02014b50, 10)]
    entry.writeUInt32LE(at, 42)
    local.push(head, Buffer.from(name), packed)
    central.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...local, list, end]))
}
