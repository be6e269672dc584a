import { stripInvisible } from '../../words/text.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text for XML 1.0, as content or between quotes. */
export const escapeXml = (text: string): string => stripInvisible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
