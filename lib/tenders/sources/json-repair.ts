/** JSON as Find a Tender writes it: numbers such as `000`, and `1e9999`, which JSON.parse reads as Infinity. */

/** Removes leading zeros of numbers outside strings: `000` is 0, `007` is 7, `0.5` and `"000"` stay. */
export function repairNumbers(json: string): string {
  // Strings are matched first and kept, so digits inside them are never seen as numbers.
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])(-?)0+(?=\d)/g, (match, sign: string | undefined) =>
    match.startsWith('"') ? match : (sign ?? ''),
  )
}

/**
 * Parses a body, with leading zeros repaired when it does not parse as it is.
 * @throws SyntaxError when it is not JSON after that either.
 */
export function parseJson(body: string): unknown {
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(repairNumbers(text))
  }
}
