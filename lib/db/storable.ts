/** Text of others as a database takes it: no NUL, no half characters, and not without end. */

const MAX_LENGTH = 1_000

const mend = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** JSON whose texts and names can be stored: it holds nothing that must not be in them. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'string') return mend(member)
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [mend(name), inner]))
  })

/** A text of a facilitator or a node, for ledger and claims. */
export const storable = (text: string): string => mend(text).slice(0, MAX_LENGTH).toWellFormed()
