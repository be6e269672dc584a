/** Names as the eye takes them, so that an imitation and what it imitates compare equal. */
import { remove } from 'confusables'

/** Latin letters and digits that many typefaces draw alike. */
const DRAWN_ALIKE: Record<string, string> = { 0: 'o', 1: 'i', l: 'i', 5: 's', $: 's' }

/**
 * Compatibility forms folded, letters of other alphabets that look Latin made Latin (the table of the `confusables` package), case, accents,
 * spaces, punctuation and invisible characters gone. For comparing only, never for showing.
 */
export const skeleton = (text: string): string =>
  [
    ...remove(text.normalize('NFKC'))
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}$]/gu, ''),
  ]
    .map((letter) => DRAWN_ALIKE[letter] ?? letter)
    .join('')
