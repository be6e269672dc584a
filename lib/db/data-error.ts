/**
 * True for a failure that the data themselves make, so that the same statement fails for ever: values the database cannot take (SQLSTATE classes 22
 * and 23) and sizes beyond its limits (54). Not for a database that is away or busy.
 */
export const isDataError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:22|23|54)[0-9A-Z]{3}$/.test(error.code)
