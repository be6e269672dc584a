import { FUNCTION_WORDS } from './function-words.ts'
import { splitLetters } from './words.ts'

const TAG = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i

/** A BCP 47 tag in its usual spelling, or null. */
export function toLanguageTag(raw: string | null | undefined): string | null {
  const first = raw?.split(/[,;]/, 1)[0]?.trim()
  if (!first || !TAG.test(first)) return null
  try {
    const tag = Intl.getCanonicalLocales(first.replaceAll('_', '-'))[0]
    return tag === undefined || /^(?:und|mul|zxx|xx)\b/.test(tag) ? null : tag
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Scripts that one language (as good as) owns. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\u3041-\u30ff]/g],
  ['ko', /[\uac00-\ud7af]/g],
  ['th', /[\u0e01-\u0e5b]/g],
  ['ka', /[\u10d0-\u10ff]/g],
  ['hy', /[\u0531-\u058f]/g],
  ['hi', /[\u0904-\u0939]/g],
  ['bn', /[\u0985-\u09b9]/g],
  ['ta', /[\u0b85-\u0bb9]/g],
  ['te', /[\u0c05-\u0c39]/g],
  ['zh', /[\u4e00-\u9fff]/g],
]

const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
  for (const word of new Set(words.split(' '))) {
    const known = languagesOf.get(word)
    if (known) known.push(language)
    else languagesOf.set(word, [language])
  }
}

/** Whether a lower-case word is one of the commonest short ones of any language. */
export const isFunctionWord = (word: string): boolean => languagesOf.has(word)

const SAMPLE = 4_000

/** As many letters as it takes to tell anything. */
const ENOUGH = /^(?:\P{L}*\p{L}){40}/u
/** Where the scripts of `SCRIPTS` begin: most texts have none of them. */
const BEYOND = /[\u0531-\u10ff\u3041-\ud7af]/

function guessByScript(sample: string): string | null {
  if (!BEYOND.test(sample)) return null
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [language, script] of SCRIPTS) {
    const count = sample.match(script)?.length ?? 0
    // Japanese mixes kana with Han characters; a tenth of kana is enough to tell.
    if (count > letters * (language === 'ja' ? 0.1 : 0.4)) return language
  }
  return null
}

/**
 * Language of a text as an ISO 639-1 code, by script or by its function words; null unless one language is clearly ahead. Half a
 * millisecond and a few kilobytes, where an n-gram detector of the same set of languages costs 90 MB and 180 ms to load.
 */
export function guessLanguage(text: string): string | null {
  // Long texts may begin with pages of names and numbers.
  return guess(text.slice(0, SAMPLE)) ?? (text.length > SAMPLE * 2 ? guess(text.slice(text.length >> 1).slice(0, SAMPLE)) : null)
}

function guess(sample: string): string | null {
  if (!ENOUGH.test(sample)) return null
  const script = guessByScript(sample)
  if (script !== null) return script
  const scores = new Map<string, number>()
  let words = 0
  for (const word of splitLetters(sample.toLowerCase())) {
    words += 1
    const languages = languagesOf.get(word)
    if (languages) for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1)
  }
  if (words < 18) return null
  const [first, second] = [...scores].sort((one, two) => two[1] - one[1])
  if (!first || first[1] < words * 0.18 || first[1] < 8) return null
  return second === undefined || first[1] >= second[1] * 1.3 ? first[0] : null
}

// Neighbours that function words cannot tell apart, or that differ in name only.
const FAMILY: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  da: 'no',
  iw: 'he',
  in: 'id',
  ms: 'id',
  bs: 'hr',
  sr: 'hr',
  gl: 'pt',
  sk: 'cs',
}
const family = (tag: string): string => {
  const language = tag.split('-', 1)[0]!.toLowerCase()
  return FAMILY[language] ?? language
}

/** What the page declares, unless a confident reading of its text says otherwise. */
export function chooseLanguage(declared: readonly (string | null | undefined)[], text: string): string | null {
  const tag = declared.map(toLanguageTag).find((candidate) => candidate !== null) ?? null
  const guess = guessLanguage(text)
  if (guess === null) return tag
  return tag !== null && family(tag) === family(guess) ? tag : guess
}
