/** The sources of the feed as a sentence names them. */
import { sources } from './sources.ts'

export const sourceNames = sources.map(({ name }) => name).join(' and ')
