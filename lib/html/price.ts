/** Prices as people read them; documents for programs keep the six digits of the terms. Pure. */

/** A price without the zeros nobody reads: `0.002`. */
export const shortAmount = (price: string): string => (price.includes('.') ? price.replace(/0+$/, '').replace(/\.$/, '') : price)

/** `$0.002` */
export const shortPrice = (price: string): string => `$${shortAmount(price)}`

/** Text in which amounts are written as on all pages: `0.01 USD` becomes `$0.01`. */
export const inDollars = (text: string): string =>
  text.replace(/(?<![\d.,$])(\d[\d,]*(?:\.\d+)?) USD\b(?!C)/g, (_, amount: string) => `$${amount}`)
