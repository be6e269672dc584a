/** How XML begins: declarations, comments, its document type, an element. */
const FIRST = /^\ufeff?\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[\s\S]){0,2000}-->\s*|<!doctype[^>]*>\s*)*<([a-z][\w:.-]*)[\s>]/i

/** Name of the first element of XML, behind what it declares and comments on, in lower case with its prefix; empty where text does not begin so. */
export const firstElement = (text: string): string => FIRST.exec(text.slice(0, 6_000))?.[1]?.toLowerCase() ?? ''
