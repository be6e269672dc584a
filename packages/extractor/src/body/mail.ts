/** Mails and pages saved as one (MIME, RFC 2045 to 2047 and 2557): the part of them that is read. */

const TYPE = /^\s*(?:multipart\/[\w.-]{1,40}|message\/rfc822|(?:application|text)\/(?:x-)?mimearchive)\b/i
/** Types that say nothing of what a file is. */
const ANY_FILE = /^\s*(?:$|(?:application|binary)\/(?:x-)?(?:octet-stream|binary|unknown|(?:force-)?download)\b)/i
const [MOST_PARTS, DEEPEST, LONGEST_HEAD] = [200, 4, 64_000]

type Headers = ReadonlyMap<string, string>
type Part = { readonly headers: Headers; readonly text: string }

/** `location`: the address of what was saved. */
export type MailBody = { readonly body: Uint8Array | string; readonly contentType: string; readonly location: string | null }

const unquoted = (value: string | undefined): string => value?.replace(/^"([^"]*)".*$|^([^\s;]*).*$/s, '$1$2') ?? ''
const parameter = (value: string, name: string): string =>
  unquoted(new RegExp(`;\\s*${name}\\s*=\\s*("[^"]{0,200}"|[^\\s;]{1,200})`, 'i').exec(value)?.[1])

/** What begins with headers; null for what does not. */
function partIn(text: string): Part | null {
  const end = /\r?\n\r?\n/.exec(text.slice(0, LONGEST_HEAD))
  if (end === null) return null
  const headers = new Map<string, string>()
  for (const line of text
    .slice(0, end.index)
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/)) {
    const [, name, value] = /^([\w-]{1,80}):[ \t]*(.*)$/.exec(line) ?? []
    if (name !== undefined && !headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value!)
  }
  return { headers, text: text.slice(end.index + end[0].length) }
}

/** Parts that hold text themselves, in order. Those in a part are looked for in its text alone, so that this is linear. */
function leavesOf(part: Part, depth: number, found: Part[]): Part[] {
  const type = part.headers.get('content-type') ?? 'text/plain'
  const mark = `\n--${parameter(type, 'boundary')}`
  if (!/^multipart\//i.test(type) || mark === '\n--') found.push(part)
  else if (depth < DEEPEST) {
    const text = `\n${part.text}`
    for (let at = text.indexOf(mark); at !== -1 && found.length < MOST_PARTS && !text.startsWith('--', at + mark.length); ) {
      const next = text.indexOf(mark, at + mark.length)
      const inner = partIn(text.slice(text.indexOf('\n', at + mark.length) + 1, next === -1 ? undefined : next))
      if (inner !== null) leavesOf(inner, depth + 1, found)
      at = next
    }
  }
  return found
}

/** Bytes as they were before they were written for mails. */
function decoded(text: string, encoding: string): Buffer {
  if (/^base64$/i.test(encoding)) return Buffer.from(text, 'base64')
  if (!/^quoted-printable$/i.test(encoding)) return Buffer.from(text, 'latin1')
  return Buffer.from(fromQuoted(text.replace(/=\r?\n/g, '')), 'latin1')
}

const fromQuoted = (text: string): string =>
  text.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Bytes as text; null for an encoding that nobody knows. */
function textIn(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A header with its encoded words read. */
const wordsOf = (header: string): string =>
  header
    .replace(/\?=\s{1,9}=\?/g, '?==?')
    .replace(/=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,2000})\?=/gi, (whole, charset: string, kind: string, said: string) => {
      const bytes = /b/i.test(kind) ? Buffer.from(said, 'base64') : Buffer.from(fromQuoted(said.replaceAll('_', ' ')), 'latin1')
      return textIn(bytes, charset) ?? whole
    })

/** What a mail says of itself first, as text. */
const headOf = (headers: Headers): string =>
  ['From', 'Date', 'Subject']
    .map((name) => [name, wordsOf(headers.get(name.toLowerCase()) ?? '')])
    .filter(([, said]) => said !== '')
    .map(([name, said]) => `${name}: ${said}\n`)
    .concat('\n')
    .join('')

/** The HTML of a mail or of a page saved as one, else its text; null for what is neither. Linear in the body. */
export function mailBody(bytes: Uint8Array, contentType: string | null): MailBody | null {
  const isSaid = TYPE.test(contentType ?? '')
  if (!isSaid && !ANY_FILE.test(contentType ?? '')) return null
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isSaid && !/^[\w-]{1,60}:[ \t][^\0]{0,4000}\nmime-version:/i.test(whole.toString('latin1', 0, 4_096))) return null
  const mail = partIn(whole.toString('latin1'))
  if (mail === null || !(mail.headers.has('mime-version') || (isSaid && mail.headers.has('date')))) return null
  const own = leavesOf(mail, 0, []).filter(({ headers }) => !/^attachment/i.test(headers.get('content-disposition') ?? ''))
  const typed = (pattern: RegExp): Part | undefined => own.find(({ headers }) => pattern.test(headers.get('content-type') ?? 'text/plain'))
  const html = typed(/^text\/html/i)
  const part = html ?? typed(/^text\/plain/i)
  if (part === undefined) return null
  const said = decoded(part.text, part.headers.get('content-transfer-encoding')?.trim() ?? '')
  const charset = parameter(part.headers.get('content-type') ?? '', 'charset')
  const location = part.headers.get('content-location') ?? mail.headers.get('snapshot-content-location') ?? ''
  return {
    body: html === undefined ? headOf(mail.headers) + (textIn(said, charset || 'utf-8') ?? said.toString('latin1')) : said,
    contentType: html === undefined ? 'text/plain' : `text/html${charset === '' ? '' : `; charset=${charset}`}`,
    location: /^https?:\/\//i.test(location) ? location.trim() : null,
  }
}
