const NUMBERS =
  'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  )

/** A count at the beginning of a sentence: a word as far as words are short. */
export const inWords = (count: number): string => NUMBERS[count] ?? String(count)
