/** Looks through logs for what must never be in one. */
import { readFileSync } from 'node:fs'

/** A name for the report, and the text that must not occur. */
export type Secret = { name: string; text: string }

/** What makes a payment header money: its signature or its transaction, and the header itself. */
export function paymentSecrets(header: string): Secret[] {
  const { payload } = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as {
    payload: { signature?: string; transaction?: string }
  }
  return [
    // Base64 of the whole differs from the start on; a part is enough to know it by.
    { name: 'payment header', text: header.slice(-120) },
    ...(payload.signature ? [{ name: 'payment signature', text: payload.signature.slice(2) }] : []),
    ...(payload.transaction ? [{ name: 'payment transaction', text: payload.transaction }] : []),
  ]
}

/** Counts the secrets that occur in the logs, once per secret and log, and names the kinds found. */
export function findSecrets(logs: readonly string[], secrets: readonly Secret[]): { found: number; kinds: string[] } {
  const kinds: string[] = []
  let found = 0
  for (const path of logs) {
    const text = readFileSync(path, 'utf8')
    for (const { name, text: secret } of secrets) {
      if (!text.includes(secret)) continue
      found += 1
      if (!kinds.includes(name)) kinds.push(name)
    }
  }
  return { found, kinds }
}
