/** JSON texts shorter than this are read as they stand. */
const SHORT = 120
const MAX_DEPTH = 40

/**
 * JSON on long lines, laid out with one value a line. Works on the text, so that numbers beyond a double's digits and repeated keys stay as
 * they came; text that has lines of its own is left alone.
 */
export function layOutJson(json: string): string {
  const text = json.trim()
  if (text.length <= SHORT || text.includes('\n')) return text
  const out: string[] = []
  let depth = 0
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_DEPTH))}`
  // A text that never ends goes to the end: looked for again from each of its quotes, that takes quadratic time.
  let end = 0
  let wasWord = false
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.?)*(?:"|$)|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isWord = !/^[{}[\],:]/.test(token)
    // Side by side they are no JSON, whatever it claims to be; their spaces are theirs.
    if (isWord && wasWord && index > end) out.push(' ')
    end = index + token.length
    wasWord = isWord
    if (/^(?:\{\s*\}|\[\s*\])$/.test(token)) out.push(token.replace(/\s+/g, ''))
    else if (token === '{' || token === '[') {
      depth += 1
      out.push(token, line())
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      out.push(line(), token)
    } else if (token === ',') out.push(token, line())
    else if (token === ':') out.push(': ')
    else out.push(token)
  }
  return out.join('')
}
