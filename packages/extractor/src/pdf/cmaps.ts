/**
 * Tables of characters for Chinese, Japanese and Korean fonts that do not say which characters they hold. PDF.js asks for Adobe's, which lead from
 * codes to glyphs and from glyphs to Unicode. The latter are here, for codes that are Adobe's numbers of glyphs. Where codes are Unicode, or of a
 * character set that `TextDecoder` knows, the former is not needed for the text: each glyph is given the number of its character.
 */
import adobe from '../../data/cid-to-unicode.json' with { type: 'json' }

/** What a code's glyph is numbered by; and where the glyphs of ASCII begin, whose numbers the widths of letters hang on. */
type Coding = { readonly charset: string | null; readonly ascii: number }

const CODINGS: readonly [RegExp, Coding][] = [
  [/^Uni(?:GB|CNS|KS|JIS(?:2004)?)-(?:UCS2|UTF16)-[HV]$/, { charset: null, ascii: 1 }],
  [/^UniJIS-UCS2-HW-[HV]$/, { charset: null, ascii: 231 }],
  [/^(?:GBK|GB|GBK2K)(?:-EUC)?-[HV]$/, { charset: 'gbk', ascii: 814 }],
  [/^GBKp-EUC-[HV]$/, { charset: 'gbk', ascii: 1 }],
  [/^90ms-RKSJ-[HV]$/, { charset: 'shift_jis', ascii: 231 }],
  [/^90msp-RKSJ-[HV]$/, { charset: 'shift_jis', ascii: 1 }],
  [/^EUC-[HV]$/, { charset: 'euc-jp', ascii: 231 }],
  [/^ETen-B5-[HV]$/, { charset: 'big5', ascii: 13_648 }],
  [/^ETenms-B5-[HV]$/, { charset: 'big5', ascii: 1 }],
  [/^(?:KSCms-UHC|KSC-EUC)-[HV]$/, { charset: 'euc-kr', ascii: 1 }],
]
/** From glyphs to Unicode. */
const TO_UNICODE = /^Adobe-(GB1|CNS1|Japan1|Korea1)-UCS2$/

/** Tables for one file. Codes are asked for before the way from their glyphs to Unicode; who asks for that alone has Adobe's numbers. */
export class CharacterTables {
  /** Whether a table was asked for that is not here, so that text is missing. */
  missing = false
  #ascii: number | null = null

  /** A table in PDF.js' form, by its name; null where it is not here. */
  table(name: string): Uint8Array | null {
    const collection = TO_UNICODE.exec(name)?.[1] as keyof typeof adobe | undefined
    if (collection !== undefined) {
      this.#ascii ??= ADOBE
      return this.#ascii === ADOBE ? new Uint8Array(Buffer.from(adobe[collection], 'base64')) : toUnicode(this.#ascii)
    }
    const coding = CODINGS.find(([names]) => names.test(name))?.[1]
    // Two fonts that number their letters differently have one way to Unicode between them.
    if (coding === undefined || (this.#ascii !== null && this.#ascii !== coding.ascii)) {
      this.missing = true
      return null
    }
    this.#ascii = coding.ascii
    return coding.charset === null ? unicodeRanges(coding.ascii) : decodedRanges(coding.charset, coding.ascii)
  }
}

/** Of a file whose glyphs have Adobe's numbers. */
const ADOBE = -1

const ASCII = { first: 0x20, last: 0x7e } as const

/** A range of codes, in bytes, with the number of its first glyph or character. */
type Range = { readonly bytes: 1 | 2; readonly first: number; readonly last: number; readonly to: number }
const SECTION = { codespace: 0, cid: 3, bf: 5 } as const

/** Seven bits a byte, all but the last marked. */
function numberOf(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

const inBytes = (value: number, bytes: 1 | 2): number[] => (bytes === 1 ? [value] : [value >> 8, value & 0xff])

/** A table as PDF.js packs it: its direction, then sections, here of one range each: kind and width, how many, where it begins, how far it goes. */
function packed(kind: 'cid' | 'bf', codespace: readonly Omit<Range, 'to'>[], ranges: readonly Range[]): Uint8Array {
  const head = (section: number, { bytes, first, last }: Omit<Range, 'to'>): number[] => [
    (section << 5) | (bytes - 1),
    1,
    ...inBytes(first, bytes),
    ...numberOf(last - first),
  ]
  return Uint8Array.from([
    0,
    ...codespace.flatMap((range) => head(SECTION.codespace, range)),
    ...ranges.flatMap((range) => [...head(SECTION[kind], range), ...(kind === 'cid' ? numberOf(range.to) : inBytes(range.to, 2))]),
  ])
}

const span = (bytes: 1 | 2, first: number, last: number, to = 0): Range => ({ bytes, first, last, to })

function unicodeRanges(ascii: number): Uint8Array {
  const { first, last } = ASCII
  return packed('cid', [span(2, 0, 0xffff)], [span(2, first, last, ascii), span(2, 0, first - 1, 0), span(2, last + 1, 0xffff, last + 1)])
}

/** One and two bytes of a character set, each to the number of its character. */
function decodedRanges(charset: string, ascii: number): Uint8Array {
  const decoder = new TextDecoder(charset)
  const ranges: Range[] = [span(1, ASCII.first, ASCII.last, ascii)]
  const codespace: Range[] = [span(1, 0, 0x80)]
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    if (charset === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf) {
      codespace.push(span(1, lead, lead))
      ranges.push(span(1, lead, lead, decoder.decode(Uint8Array.of(lead)).charCodeAt(0)))
      continue
    }
    codespace.push(span(2, lead * 256 + 0x40, lead * 256 + 0xfe))
    for (let code = lead * 256 + 0x40; code < lead * 256 + 0xff; code += 1) {
      const text = decoder.decode(Uint8Array.of(lead, code & 0xff))
      if (text.length !== 1 || text === '\ufffd') continue
      const own = text.charCodeAt(0)
      const before = ranges.at(-1)!
      const goesOn = before.last === code - 1 && own === before.to + code - before.first
      if (goesOn) ranges[ranges.length - 1] = { ...before, last: code }
      else ranges.push(span(2, code, code, own))
    }
  }
  return packed('cid', codespace, ranges)
}

/** Each glyph is its character, but those of ASCII. A range counts in its last byte alone. */
function toUnicode(ascii: number): Uint8Array {
  const all = Array.from({ length: 256 }, (_, high) => span(2, high * 256, high * 256 + 255, high * 256))
  const letters = Array.from({ length: ASCII.last - ASCII.first + 1 }, (_, at) => span(2, ascii + at, ascii + at, ASCII.first + at))
  return packed('bf', [span(2, 0, 0xffff)], [...all, ...letters])
}
