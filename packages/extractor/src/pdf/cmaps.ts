/**
 * Tables of characters for Chinese, Japanese and Korean fonts that are not part of their file. PDF.js asks for Adobe's, which lead from codes to
 * glyphs and from glyphs to Unicode. Where the codes are Unicode, or of a character set that `TextDecoder` knows, no table is needed for the text:
 * each glyph is given the number of its character.
 */

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
const TO_UNICODE = /^Adobe-(?:GB1|CNS1|Japan1|Korea1)-UCS2$/

/** Tables for one file. Codes are asked for before the way from their glyphs to Unicode; who asks for that alone has Adobe's numbers. */
export class CharacterTables {
  /** Whether a table was asked for that is not here, so that text is missing. */
  missing = false
  #ascii: number | null = null

  /** The text of a table, by its name; null where it is not here. */
  table(name: string): string | null {
    if (TO_UNICODE.test(name) && this.#ascii !== null) return toUnicode(this.#ascii)
    const coding = CODINGS.find(([names]) => names.test(name))?.[1]
    // Two fonts that number their letters differently have one way to Unicode between them.
    if (coding === undefined || (this.#ascii !== null && this.#ascii !== coding.ascii)) {
      this.missing = true
      return null
    }
    this.#ascii = coding.ascii
    return cmap(coding.charset === null ? unicodeRanges(coding.ascii) : decodedRanges(coding.charset, coding.ascii))
  }
}

const hex = (code: number, digits = 4): string => `<${code.toString(16).padStart(digits, '0')}>`
const ASCII = { first: 0x20, last: 0x7e } as const

const cmap = (body: readonly string[]): string =>
  ['/CIDInit /ProcSet findresource begin', 'begincmap', ...body, 'endcmap', 'end'].join('\n')

/** In the text of a table codes may have one length or two. */
const codespace = (...ranges: readonly string[]): string[] => [`${ranges.length} begincodespacerange`, ...ranges, 'endcodespacerange']
const section = (kind: 'cid' | 'bf', ranges: readonly string[]): string[] => [
  `${ranges.length} begin${kind}range`,
  ...ranges,
  `end${kind}range`,
]

function unicodeRanges(ascii: number): string[] {
  const { first, last } = ASCII
  return [
    ...codespace('<0000> <ffff>'),
    ...section('cid', [`${hex(first)} ${hex(last)} ${ascii}`, `<0000> ${hex(first - 1)} 0`, `${hex(last + 1)} <ffff> ${last + 1}`]),
  ]
}

/** One and two bytes of a character set, each to the number of its character. */
function decodedRanges(charset: string, ascii: number): string[] {
  const decoder = new TextDecoder(charset)
  const { first, last } = ASCII
  const ranges: string[] = [`${hex(first, 2)} ${hex(last, 2)} ${ascii}`]
  const [single, double]: [string[], string[]] = [[], []]
  const trails = Uint8Array.from({ length: 0xff - 0x40 }, (_, at) => 0x40 + at)
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    const alone = decoder.decode(Uint8Array.of(lead))
    if (charset === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf) {
      single.push(`${hex(lead, 2)} ${hex(lead, 2)}`)
      ranges.push(`${hex(lead, 2)} ${hex(lead, 2)} ${alone.charCodeAt(0)}`)
      continue
    }
    double.push(`${hex(lead * 256 + 0x40)} ${hex(lead * 256 + 0xfe)}`)
    let from = -1
    let [code, char] = [0, 0]
    const end = (): void => {
      if (from !== -1) ranges.push(`${hex(lead * 256 + from)} ${hex(lead * 256 + from + code)} ${char}`)
      from = -1
    }
    for (const trail of trails) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      const own = text.length === 1 && text !== '\ufffd' ? text.charCodeAt(0) : -1
      if (own !== -1 && from !== -1 && own === char + trail - from) code = trail - from
      else {
        end()
        if (own !== -1) [from, code, char] = [trail, 0, own]
      }
    }
    end()
  }
  return [...codespace('<00> <80>', ...single, ...double), ...section('cid', ranges)]
}

/** Each glyph is its character, but those of ASCII. A range counts in its last byte alone. */
function toUnicode(ascii: number): string {
  const ranges = Array.from({ length: 256 }, (_, high) => `${hex(high * 256)} ${hex(high * 256 + 255)} ${hex(high * 256)}`)
  const { first, last } = ASCII
  const letters = Array.from({ length: last - first + 1 }, (_, at) => `${hex(ascii + at)} ${hex(ascii + at)} ${hex(first + at)}`)
  return cmap([...codespace('<0000> <ffff>'), ...section('bf', ranges), ...section('bf', letters)])
}
