/**
 * The schema's history, oldest first. A migration is a name and its statements; once released it is never edited, only followed.
 * Plain modules rather than .sql files, so that Next, Node and Vitest load them alike without knowing where files lie.
 */
export type Migration = { name: string; sql: string[] }

export const migrations: Migration[] = []
