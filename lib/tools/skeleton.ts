/** Names as the eye takes them, so that an imitation and what it imitates compare equal. */
import { remove } from 'confusables'

/** Latin letters, digits and signs that many typefaces draw alike. */
const DRAWN_ALIKE: Record<string, string> = { 0: 'o', 1: 'i', l: 'i', 5: 's', $: 's', '₮': 't', '₿': 'b', '₳': 'a', '◎': 'o', '@': 'a' }
const SIGNS = Object.keys(DRAWN_ALIKE).filter((sign) => !/[a-z\d]/.test(sign))
const DROPPED = new RegExp(`[^\\p{L}\\p{N}${SIGNS.join('')}]`, 'gu')

/**
 * Compatibility forms folded, letters of other alphabets that look Latin made Latin (the table of the `confusables` package), case, accents,
 * spaces, punctuation and invisible characters gone; so is the sign before a ticker. For comparing only, never for showing.
 */
export const skeleton = (text: string): string =>
  [
    ...remove(text.normalize('NFKC'))
      .normalize('NFKD')
      .toLowerCase()
      .replace(/^\s*\$/, '')
      .replace(DROPPED, ''),
  ]
    .map((letter) => DRAWN_ALIKE[letter] ?? letter)
    .join('')
    // Two letters that run into one.
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')

/** What a name or symbol claims to be: itself, and what is left without the words of a bridge ("USDC.e", "USD Coin (PoS)", "Wrapped Ether v2"). */
export function skeletons(text: string): string[] {
  const bare = text
    .replace(/[([{][^()[\]{}]*[)\]}]/g, '')
    .replace(/\.[a-z]{1,3}$/i, '')
    .replace(/[\s_-]+v\d+$/i, '')
  return [...new Set([skeleton(text), skeleton(bare)])].filter((one) => one.length > 0)
}
