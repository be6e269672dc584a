/** A step of the schema's history, applied once, in one transaction. */
export type Migration = { name: string; sql: string[] }
