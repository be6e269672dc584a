/**
 * Guesses the encoding of a page that declares none and is not UTF-8, or checks a declaration: the bytes are read in each candidate
 * encoding, and the reading that looks most like a written language wins.
 */
import { frequent, latinLanguages, type Script } from './decode-models.ts'

/** What is known besides the bytes: language tags of the page, and the country part of its host. */
export type GuessHints = { lang: string | null; topLevelDomain: string | null }

export type Guess = { encoding: string; score: number }

type Candidate = { encoding: string; script: Script | 'latin'; languages?: readonly string[] }

const candidates: readonly Candidate[] = [
  { encoding: 'windows-1252', script: 'latin', languages: 'en fr de es pt gl it ca nl sv fi da no nb nn is fo'.split(' ') },
  { encoding: 'windows-1250', script: 'latin', languages: 'pl cs sk hu ro hr sl bs sr de'.split(' ') },
  { encoding: 'iso-8859-2', script: 'latin', languages: 'pl cs sk hu ro hr sl bs sr de'.split(' ') },
  { encoding: 'windows-1254', script: 'latin', languages: ['tr', 'az'] },
  { encoding: 'windows-1257', script: 'latin', languages: ['lt', 'lv', 'et', 'pl'] },
  { encoding: 'windows-1251', script: 'cyrillic' },
  { encoding: 'koi8-r', script: 'cyrillic' },
  { encoding: 'koi8-u', script: 'cyrillic' },
  { encoding: 'ibm866', script: 'cyrillic' },
  { encoding: 'iso-8859-5', script: 'cyrillic' },
  { encoding: 'windows-1253', script: 'greek' },
  { encoding: 'iso-8859-7', script: 'greek' },
  { encoding: 'windows-1255', script: 'hebrew' },
  { encoding: 'windows-1256', script: 'arabic' },
  { encoding: 'iso-8859-6', script: 'arabic' },
  { encoding: 'windows-874', script: 'thai' },
  { encoding: 'shift_jis', script: 'japanese' },
  { encoding: 'euc-jp', script: 'japanese' },
  { encoding: 'gb18030', script: 'simplified' },
  { encoding: 'big5', script: 'traditional' },
  { encoding: 'euc-kr', script: 'korean' },
]

const hintScripts: Record<string, readonly Script[]> = {
  ja: ['japanese'],
  jp: ['japanese'],
  zh: ['simplified', 'traditional'],
  cn: ['simplified'],
  tw: ['traditional'],
  hk: ['traditional'],
  ko: ['korean'],
  kr: ['korean'],
  ru: ['cyrillic'],
  uk: ['cyrillic'],
  ua: ['cyrillic'],
  by: ['cyrillic'],
  bg: ['cyrillic'],
  sr: ['cyrillic'],
  el: ['greek'],
  gr: ['greek'],
  he: ['hebrew'],
  il: ['hebrew'],
  ar: ['arabic'],
  fa: ['arabic'],
  th: ['thai'],
}

const SAMPLE_BYTES = 48_000

/** The most plausible encoding of `bytes`, with a score of about 0 to 1; under 0.3 it is no better than chance. */
export function guessEncoding(bytes: Uint8Array, hints: GuessHints): Guess {
  const sample = sampleText(bytes)
  let best: Guess = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const candidate of candidates) {
    const score = scoreCandidate(sample, candidate, hints)
    if (score > best.score + 1e-9) best = { encoding: candidate.encoding, score }
  }
  return best
}

/** How much `bytes` look like a language when read as `encoding` (a name of the web standard, lower case); null when it is not modelled. */
export function plausibility(bytes: Uint8Array, encoding: string, hints: GuessHints): number | null {
  const wanted = encoding === 'gbk' ? 'gb18030' : encoding
  const candidate = candidates.find((entry) => entry.encoding === wanted)
  return candidate ? scoreCandidate(sampleText(bytes), candidate, hints) : null
}

/** Text between tags that has bytes beyond ASCII; tag brackets are never part of a character in any candidate. */
function sampleText(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, SAMPLE_BYTES) + 1)
  let used = 0
  let start = 0
  for (let index = 0; index <= bytes.length && used < SAMPLE_BYTES; index++) {
    const byte = bytes[index]
    if (byte !== undefined && byte !== 0x3c && byte !== 0x3e) continue
    const part = bytes.subarray(start, index)
    start = index + 1
    if (byte === 0x3e || !part.some((value) => value > 0x7f)) continue
    const room = Math.min(part.length, sample.length - used - 1)
    sample.set(part.subarray(0, room), used)
    used += room
    sample[used++] = 0x0a
  }
  return used > 0 ? sample.subarray(0, used) : bytes.subarray(0, SAMPLE_BYTES)
}

function scoreCandidate(sample: Uint8Array, candidate: Candidate, hints: GuessHints): number {
  const text = new TextDecoder(candidate.encoding).decode(sample)
  if (candidate.script === 'latin') return scoreLatin(text, candidate.languages ?? [], hints)
  return scoreScript(text, candidate.script) + hintBonus(candidate.script, hints)
}

function hintBonus(script: Script, { lang, topLevelDomain }: GuessHints): number {
  const primary = lang?.toLowerCase().split('-')[0] ?? ''
  return (hintScripts[primary]?.includes(script) ? 0.15 : 0) + (hintScripts[topLevelDomain ?? '']?.includes(script) ? 0.08 : 0)
}

const WIDE: readonly Script[] = ['simplified', 'traditional', 'korean', 'japanese']

/**
 * What the characters beyond ASCII say for a reading, less what they say against it, to each of them; null where there are none.
 * @param judge what one of them says, with the characters before and behind it
 */
function balance(text: string, judge: (character: string, code: number, previous: string, next: string) => number): number | null {
  let [total, sum, behind] = [0, 0, 0]
  let previous = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    behind += character.length
    if (code > 0x7f) {
      total++
      sum += judge(character, code, previous, text[behind] ?? '')
    }
    previous = character
  }
  return total === 0 ? null : sum / total
}

/** No text holds these: what cannot be read, and control characters. */
const isWaste = (code: number): boolean => code === 0xfffd || (code >= 0x80 && code <= 0x9f)

function scoreScript(text: string, script: Script): number {
  const known: ReadonlySet<string> = frequent[script]
  const wide = WIDE.includes(script)
  const judge = (character: string, code: number, previous: string, next: string): number => {
    const expected = known.has(character) || (script === 'japanese' && code >= 0x3041 && code <= 0x30fe)
    const good = expected ? 1 : !wide && isTypographic(character) ? 0.5 : 0
    if (isWaste(code) || (code >= 0xe000 && code <= 0xf8ff)) return good - 4
    const halfWidth = code >= 0xff61 && code <= 0xff9f
    return halfWidth || (!wide && (isBrokenWord(previous, character, next) || !isLetterOrTypographic(character))) ? good - 1 : good
  }
  return balance(text, judge) ?? 0
}

function scoreLatin(text: string, languages: readonly string[], { lang, topLevelDomain }: GuessHints): number {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const primary = lang?.toLowerCase().split('-')[0] ?? ''
  let best = Number.NEGATIVE_INFINITY
  for (const { tags, letters, words: common } of latinLanguages) {
    if (!tags.some((tag) => languages.includes(tag))) continue
    const share = balance(text, (character, code, previous, next) => {
      const broken = isBrokenWord(previous, character, next) ? 0.7 : 0
      if (letters.has(character.toLowerCase())) return (isAscii(previous) || previous === '' ? 1 : 0.4) - broken
      return (isTypographic(character) ? 0.8 : isWaste(code) ? -4 : -0.7) - broken
    })
    if (share === null) continue
    let hits = 0
    for (const word of common) hits += counts.get(word) ?? 0
    const fluent = words.length > 0 ? Math.min(0.25, hits / words.length) : 0
    const hinted = (tags.includes(primary) ? 0.1 : 0) + (tags.includes(topLevelDomain ?? '') ? 0.05 : 0)
    best = Math.max(best, share * 0.75 + fluent + hinted)
  }
  return best === Number.NEGATIVE_INFINITY ? 0 : best
}

const isAscii = (character: string): boolean => character < '\u0080'

const isTypographic = (character: string): boolean => /[\u00a0«»“”„‘’‚–—…€£©®™°·•§№×½²³]/.test(character)

const isLetterOrTypographic = (character: string): boolean => /[\p{L}\p{M}\p{Nd}]/u.test(character) || isTypographic(character)

/** A capital after a small letter, or letters of two scripts side by side: what a wrong reading makes of words. */
function isBrokenWord(previous: string, character: string, next: string): boolean {
  if (/\p{Ll}/u.test(previous) && /\p{Lu}/u.test(character)) return true
  return (/[a-z]/i.test(previous) || /[a-z]/i.test(next)) && /\p{L}/u.test(character) && !/[\p{Script=Latin}µ]/u.test(character)
}
