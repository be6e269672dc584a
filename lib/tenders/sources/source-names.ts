/** The sources of the feed as a sentence names them. */
import { sources } from './sources.ts'

export const sourceNames = new Intl.ListFormat('en-GB').format(sources.map(({ name }) => name))
