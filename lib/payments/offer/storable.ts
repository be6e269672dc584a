/** Text of others as a database takes it: no NUL, no half characters, and not without end. */

const MAX_LENGTH = 1_000

const mend = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** JSON whose texts can be stored: it escapes what must not be in them. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'string' ? mend(member) : member))

/** A text of a facilitator or a node, for ledger and claims. */
export const storable = (text: string): string => mend(text).slice(0, MAX_LENGTH).toWellFormed()
