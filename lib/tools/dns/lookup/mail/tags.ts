/** Tag lists of mail records (`v=DMARC1; p=none`), as DKIM, DMARC, MTA-STS, TLS-RPT and BIMI write them. */
export type Tags = { first: string | null; map: Map<string, string>; problems: string[] }

/** Names in lower case, values trimmed; a repeated or malformed tag is a problem. */
export function toTags(record: string): Tags {
  const map = new Map<string, string>()
  const problems: string[] = []
  let first: string | null = null
  for (const part of record.split(';')) {
    if (part.trim() === '') continue
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase()
    if (at < 0 || !/^[a-z][a-z0-9_-]*$/.test(name)) problems.push(`"${part.trim().slice(0, 60)}" is not a tag`)
    else if (map.has(name)) problems.push(`tag ${name} is given twice`)
    else {
      map.set(name, part.slice(at + 1).trim())
      first ??= name
    }
  }
  return { first, map, problems }
}

/** Records among TXT texts that begin with this version, as the standards ask: exactly, then `;` or the end. */
export const versioned = (texts: readonly string[], version: string): string[] =>
  texts.filter((text) => new RegExp(`^v\\s*=\\s*${version}\\s*(?:;|$)`).test(text))
