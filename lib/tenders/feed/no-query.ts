import { parseQuery } from '../search/query.ts'

/** The query of somebody who asked for nothing in particular. */
export const NO_QUERY = parseQuery(new URLSearchParams())
