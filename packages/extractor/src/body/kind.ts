/** What a body is, by its header and its first bytes. Where the two disagree, the bytes are believed. */
import { jsonOf } from '../page/json-ld.ts'
import { formOfName, isMarkdownName } from './file-form.ts'
import { isMarkdownForm } from './markdown-form.ts'
import { firstElement } from './xml-start.ts'

export type PageKind = 'html' | 'markdown' | 'text' | 'json' | 'feed' | 'unsupported'

export type PageType = {
  kind: PageKind
  /** The type in effect: the header as sent when it agrees with the bytes, else what the bytes are. */
  contentType: string
}

const SNIFF_BYTES = 512

/** Signatures of what cannot be read as text: documents, images, audio, video, archives, fonts, programs. */
const signatures: readonly [string, RegExp][] = [
  ['application/pdf', /^(?:\xef\xbb\xbf)?\s{0,8}%PDF-/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['audio/wave', /^RIFF[\s\S]{4}WAVE/],
  ['video/avi', /^RIFF[\s\S]{4}AVI /],
  ['image/bmp', /^BM[\s\S]{4}\0\0\0\0/],
  ['image/x-icon', /^\0\0[\x01\x02]\0/],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/],
  ['video/mp4', /^[\s\S]{4}ftyp/],
  ['video/webm', /^\x1aE\xdf\xa3/],
  ['audio/mpeg', /^ID3|^\xff[\xfb\xf3\xf2]/],
  ['application/ogg', /^OggS\0/],
  ['audio/flac', /^fLaC/],
  ['application/gzip', /^\x1f\x8b\x08/],
  ['application/zip', /^PK(?:\x03\x04|\x05\x06)/],
  ['application/vnd.rar', /^Rar!\x1a\x07/],
  ['application/x-7z-compressed', /^7z\xbc\xaf\x27\x1c/],
  ['application/x-bzip2', /^BZh[1-9]1AY&SY/],
  ['application/x-xz', /^\xfd7zXZ\0/],
  ['application/zstd', /^\x28\xb5\x2f\xfd/],
  ['font/woff', /^wOF[F2]/],
  ['application/wasm', /^\0asm/],
  ['application/x-executable', /^\x7fELF/],
  ['application/postscript', /^%!PS-Adobe-/],
  ['application/rtf', /^\{\\rtf/],
  ['application/x-ole-storage', /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/],
]

/** What stands before a page by mistake. */
const PADDING = /^[\0\ufeff\s]+/
/** A tag of HTML or of a page's own making, a comment or an entity; what else stands between such signs is text. */
const MARKUP =
  /<\/?(?:a|abbr|acronym|address|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blink|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|math|menu|meta|meter|nav|nobr|noframes|noscript|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp|script|search|section|select|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr|xmp|[a-z][a-z0-9]*-[\w.-]*)[\s/>]|<[!?]|&(?:#\w|[a-z]+;)/i
const HTML_START =
  /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,400}(?:-->|$)\s*)*<(?:!doctype\s+html|html|head|body|title|script|style|meta|link|base|noscript|iframe|h1|div|p|table|a|b|br|font|img|center|main|article|section|header|nav|form|span|ul|ol|frameset)[\s>/]/i
const HTML_DOCUMENT = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,400}(?:-->|$)\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i

/** The type without parameters; nothing for what is no type (`html`, `*\/*`). */
function essenceOf(contentType: string | null): string {
  // A header that is sent twice comes as one with a comma.
  const essence = (contentType ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase()
  return /^[\w.+-]+\/[\w.+-]+$/.test(essence) ? essence : ''
}

const MARKDOWN_TYPE = /^(?:text|application)\/(?:x-)?(?:markdown|mdx|gfm)$/
/** What stores of files call everything, and what servers say of a file that is to be saved and not shown. */
const ANY_FILE = /^(?:(?:application|binary)\/(?:x-)?(?:octet-stream|binary|unknown|(?:force-)?download)|unknown\/unknown)$/

/** @param start the decoded beginning of the body; @param bytes the body as received; @param file what its file is called, in lower case */
export function pageType(contentType: string | null, bytes: Uint8Array, start: string, file = ''): PageType {
  const isNamed = isMarkdownName(file)
  const type = typeOf(contentType, bytes, start, { file, isNamed })
  return isNamed && type.kind === 'text' ? markdown : type
}

type Name = { readonly file: string /** That of Markdown. */; readonly isNamed: boolean }

function typeOf(contentType: string | null, bytes: Uint8Array, start: string, { file, isNamed }: Name): PageType {
  const essence = essenceOf(contentType)
  const latin = new TextDecoder('latin1').decode(bytes.subarray(0, SNIFF_BYTES))
  const binary = signatures.find(([, pattern]) => pattern.test(asBytes(latin, bytes)))
  if (binary) return { kind: 'unsupported', contentType: binary[0] }
  const head = start.replace(PADDING, '').slice(0, SNIFF_BYTES)
  const said = (kind: PageKind): PageType => ({ kind, contentType: contentType ?? essence })
  const mayBeFeed = /^(?:(?:application|text)\/(?:(?:rss|atom|rdf)\+)?xml|text\/plain|text\/html|)$/.test(essence) || ANY_FILE.test(essence)
  const feed = mayBeFeed ? FEEDS.get(firstElement(start)) : undefined
  if (feed !== undefined) return /\+xml$/.test(essence) ? said('feed') : { kind: 'feed', contentType: feed }
  if (essence === 'text/html' || essence === 'application/xhtml+xml') {
    if (isJson(start)) return { kind: 'json', contentType: 'application/json' }
    if (isBinary(head) && !HTML_START.test(head)) return octets
    // Text with a type that servers give by themselves: its lines are its own.
    if (!MARKUP.test(start)) return isMarkdownForm(start, true) ? markdown : plain
    return !HTML_DOCUMENT.test(head) && isMarkdownForm(start, false) ? markdown : said('html')
  }
  if (MARKDOWN_TYPE.test(essence))
    return HTML_DOCUMENT.test(head) ? { kind: 'html', contentType: 'text/html' } : isBinary(head) ? octets : said('markdown')
  if (essence === 'application/json' || /^application\/[\w.-]+\+json$/.test(essence) || essence === 'text/json')
    return notJson(head) ?? (isBinary(head) ? octets : said('json'))
  if (essence === '' || essence === 'text/plain' || ANY_FILE.test(essence)) {
    const isMarkdown = isNamed || (!formOfName(file) && !HTML_DOCUMENT.test(head) && isMarkdownForm(start, true))
    if (isMarkdown && !isBinary(head) && !HTML_DOCUMENT.test(head)) return markdown
    if (HTML_START.test(head)) return { kind: 'html', contentType: 'text/html' }
    if (isJson(start)) return { kind: 'json', contentType: 'application/json' }
    return isBinary(head) ? octets : { kind: 'text', contentType: essence === 'text/plain' ? (contentType ?? '') : 'text/plain' }
  }
  if (HTML_DOCUMENT.test(head)) return { kind: 'html', contentType: 'text/html' }
  if (JSON_LINES.test(essence) && !isBinary(head)) return said('json')
  if (READABLE_TEXT.test(essence) && !isBinary(head)) return said('text')
  // Types of programs that open such files, and of others of that name.
  if (formOfName(file) !== null && !NO_TEXT.test(essence) && !isBinary(head)) return plain
  return { kind: 'unsupported', contentType: essence || 'application/octet-stream' }
}

/** The type of each kind of feed, by its first element. */
const FEEDS: ReadonlyMap<string, string> = new Map([
  ['rss', 'application/rss+xml'],
  ['feed', 'application/atom+xml'],
  ['rdf:rdf', 'application/rdf+xml'],
])

/** The first line of a PDF and the bytes beyond ASCII in its second, by which programs know it from text that is about PDF. */
const PDF_WITHIN = /(?:^|[\r\n])%PDF-\d\.\d[ \t]*[\r\n]{1,2}%[^\0-\x7f]{4}/

/** Whether a body is a PDF, by its first bytes; what a server said before it, as readers of PDF do, within a thousand of them. */
export function isPdf(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_100))
  return /^(?:ï»¿)?\s{0,8}%PDF-/.test(start) || PDF_WITHIN.test(start)
}

/** Names of parts that only Word, Excel, PowerPoint, OpenDocument, iWork and EPUB files have, as the directory of an archive writes them. */
const OFFICE_PARTS = [
  'word/document',
  'xl/workbook',
  'ppt/presentation',
  'mimetypeapplication/vnd.oasis.opendocument',
  'mimetypeapplication/epub+zip',
  'Index/Document.iwa',
]
const OFFICE_TYPE =
  /^application\/(?:vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-(?:excel|powerpoint|word)|apple\.)|epub\+zip)/i

/** Whether a body is a text document, a spreadsheet or a presentation of an office program, or an electronic book. */
export function isOffice(bytes: Uint8Array, contentType: string | null): boolean {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = body.toString('latin1', 0, 8)
  if (start.startsWith('PK\x03\x04'))
    return OFFICE_TYPE.test(contentType ?? '') || OFFICE_PARTS.some((part) => body.includes(part, 0, 'latin1'))
  return start === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' || start.startsWith('{\\rtf')
}

/** What a body is that claims to be JSON and begins as none does: a page, XML or words. */
function notJson(head: string): PageType | null {
  if (HTML_START.test(head)) return { kind: 'html', contentType: 'text/html' }
  if (head.startsWith('<?')) return { kind: 'text', contentType: 'application/xml' }
  if (/^<[a-z!]/i.test(head)) return { kind: 'html', contentType: 'text/html' }
  return isBinary(head) || JSON_START.test(head) ? null : plain
}

/** A value, a guard against being run as a script, or a call that hands a value over. */
const JSON_START = /^(?:$|[[{"\d-]|(?:true|false|null)\b|[)\]}'/]|while|for|[\w$.]+\()/

/** Scripts and style sheets that make a page, and streams. */
const NO_TEXT = /javascript|ecmascript|\/css$|event-stream/

const markdown: PageType = { kind: 'markdown', contentType: 'text/markdown' }
const plain: PageType = { kind: 'text', contentType: 'text/plain' }
const octets: PageType = { kind: 'unsupported', contentType: 'application/octet-stream' }

/** Text that reads as it stands: what is said in it is data or prose. Scripts and style sheets do not. */
const READABLE_TEXT =
  /^(?:text\/(?!css$|javascript$|ecmascript$|event-stream$)[\w.+-]+|application\/(?:yaml|x-yaml|toml|xml|[\w.-]+\+xml))$/

/** A JSON value on each line. */
const JSON_LINES = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq)$/

/** TextDecoder's Latin-1 is windows-1252: the bytes 0x80 to 0x9f come back as other characters. */
function asBytes(text: string, bytes: Uint8Array): string {
  return text.length === 0 ? '' : String.fromCharCode(...bytes.subarray(0, Math.min(bytes.length, 64)))
}

/** Control characters that no text has (the binary data bytes of the MIME Sniffing standard). */
function isBinary(text: string): boolean {
  return /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/.test(text)
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text) && jsonOf(text) !== null
