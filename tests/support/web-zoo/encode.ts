/** Text to bytes in a legacy encoding of the web standard, by turning TextDecoder round: what a server of the old web would have sent. */

const tables = new Map<string, Map<string, number[]>>()

/** @throws Error for a character that the encoding does not have */
export function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(text, 'utf16le'))
  if (encoding === 'utf-16be') return new Uint8Array(Buffer.from(text, 'utf16le').swap16())
  const table = tables.get(encoding) ?? invert(encoding)
  tables.set(encoding, table)
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${character} is not in ${encoding}.`)
      return bytes
    }),
  )
}

function invert(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add([byte])
  if (/^(gb|big5|euc|shift)/.test(encoding))
    for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) add([lead, trail])
  return table
}
