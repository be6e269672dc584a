/** Every 402 names its offers by a ticket of its own; two of them are compared without it. */

const blank = (json: string): string => json.replace(/"ticket":\s*"[^"]*"/g, '"ticket":"any"')

/** What PAYMENT-REQUIRED holds, as JSON, without it. */
export const offerOf = (header: string): string => blank(Buffer.from(header, 'base64').toString('utf8'))

/** Headers of an answer, the ticket within PAYMENT-REQUIRED left out. */
export function withoutTicket(headers: Record<string, string>): Record<string, string> {
  const terms = headers['payment-required']
  return terms === undefined ? headers : { ...headers, 'payment-required': offerOf(terms) }
}

/** A body without it. */
export const bodyWithoutTicket = blank
