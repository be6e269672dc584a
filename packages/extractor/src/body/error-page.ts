/** Pages of errors, and walls before pages, that servers send with a status that says all is well. */
import { MONEY } from '../choice/shop/price.ts'
import { plainText } from '../language/plain-text.ts'
import { parsePage } from '../page/parse.ts'
import { segment } from '../page/segment.ts'
import { bare, namesError } from './error-words.ts'
import { ERROR_SENTENCE, namesSignIn, namesWall, WALL_SENTENCE } from './wall-words.ts'

/** What was read of a page. */
type Read = {
  readonly markdown: string
  readonly wordCount: number
  readonly title: string | null
  readonly byline: string | null
  readonly publishedTime: string | null
}

/** Longer pages are about errors, or have something else to say; those that are called an error and say so besides may be longer. */
const MOST_WORDS = { named: 60, toldTwice: 150, machine: 300 }
/** Share of the letters that must be of lines that tell of an error or a wall, where no name does. */
const TOLD = 1 / 3
const HEAD = /^h[12]$/
const MOST_HEADS = 6
const LONGEST_SENTENCE = 300

/** What only the pages of walls hold: those of Cloudflare, DataDome, HUMAN, Imperva, AWS WAF, Vercel, Sucuri, SiteGround, Akamai, DDoS-Guard, Yandex and Google. */
const MACHINES = new RegExp(
  [
    '_cf_chl_opt',
    '\\bid="?(?:cf-error-details|challenge-error-text|px-captcha|sec-if-cpt-container)\\b',
    '\\bct\\.captcha-delivery\\.com/c\\.js',
    '<iframe[^>]{1,200}_Incapsula_Resource',
    '\\bgokuProps\\s*=|AwsWafIntegration\\.(?:saveReferrer|checkForceRefresh)',
    '/\\.well-known/(?:vercel/security/static/challenge|sgcaptcha/|ddos-guard/js-challenge)',
    'sucuri_cloudproxy_js',
    '\\baction="?/checkcaptcha\\?key=|\\bid="?captcha-form"? action="?index"',
    '/\\.within\\.website/x/cmd/anubis/',
  ].join('|'),
)

/** Signs of a page that is about something: data of a thing that is sold or told of. */
const ABOUT =
  /"@type"\s*:\s*"(?:Product|ProductGroup|(?:News|Blog|Tech)?Article|BlogPosting|DefinedTerm)"|itemprop=["']?price\b|property=["']?og:type["']?\s+content=["']?product/i

/** A form that asks for a password. */
const PASSWORD = /<input\b[^<>]{0,500}\btype\s*=\s*["']?password\b/i

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** Parts of a title, as sites put their names into it. */
const partsOf = (name: string): string[] => [name, ...name.split(/ [-|\u00b7\u2013\u2014:»«•] |[|:»] /)].map((part) => part.trim())

/** Names of a page: its title, and the first headings that show. */
function namesOf(html: string, title: string | null): string[] {
  if (html === '') return []
  const page = parsePage(html)
  const heads = segment(page).blocks.filter(({ container }) => HEAD.test(container.tag))
  const names = [title ?? '', page.title, ...heads.slice(0, MOST_HEADS).map(({ text }) => text)]
  return names.map((name) => bare(name).replace(/\s+/g, ' ').trim())
}

const sentencesOf = (line: string): string[] =>
  line
    .split(/[.!?。！？;]+(?:\s+|$)|(?<=[。！？])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length <= LONGEST_SENTENCE)

/** Letters of the lines that tell the reader of an error, and of those that tell of a wall. */
function toldIn(lines: readonly string[]): { error: number; wall: number } {
  const told = { error: 0, wall: 0 }
  for (const line of lines) {
    const said = sentencesOf(line)
    if (said.some((sentence) => WALL_SENTENCE.test(sentence))) told.wall += lettersOf(line)
    else if (said.some((sentence) => ERROR_SENTENCE.test(sentence))) told.error += lettersOf(line)
  }
  return told
}

/** Whether a sentence speaks of HTTP, which an error page only names. */
const isOnHttp = (sentence: string): boolean => sentence.length >= 20 && /.\bhttp\b/.test(sentence.replace(/^[^\p{L}]+/u, ''))

/** Whether a page that is called an error is about one, or about something of that name: it has an author, a date, a price, or explains HTTP. */
const isAbout = (html: string, lines: readonly string[], { byline, publishedTime, markdown }: Read): boolean =>
  byline !== null ||
  publishedTime !== null ||
  ABOUT.test(html) ||
  markdown.search(MONEY) !== -1 ||
  lines.flatMap(sentencesOf).some(isOnHttp)

/** Lines that bridge the time until a script leads on. */
const ON_THE_WAY =
  /^(?:(?:you are|we are|you will be)?(?: now)?(?: being)? ?redirect(?:ing|ed)(?: you)?(?: (?:to|shortly|in)\b.{0,200})?|loading|(?:please )?wait|(?:please )?click here if .{0,40}\bredirect.{0,80}|if (?:you are|the page (?:is|does)|your browser (?:is|does)) not .{0,20}\bredirect.{0,120})[\s.…!]*$/i
const MOST_LINES = 5

/** Whether a page says nothing but that another one will come; a link to that one is something. */
const isOnTheWay = (lines: readonly string[]): boolean =>
  lines.length > 0 &&
  lines.length <= MOST_LINES &&
  lines.every((line) => sentencesOf(line).every((said) => said === '' || ON_THE_WAY.test(said)))

/**
 * What a short page is in place of the page asked for, by its name, by what it tells its reader, or by what a wall is made of: an error, or a
 * wall that lets only some readers pass; or nothing, where it only says that a script leads on. Null for a page that is what it seems.
 * @param html its source; empty for a text
 */
export function notThePage(html: string, read: Read): 'error_page' | 'access_wall' | 'nothing_readable' | null {
  const { wordCount, title, markdown } = read
  if (wordCount > MOST_WORDS.machine) return null
  if (MACHINES.test(html)) return 'access_wall'
  if (wordCount > MOST_WORDS.toldTwice) return null
  const lines = bare(plainText(markdown))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (html !== '' && !markdown.includes('](') && isOnTheWay(lines)) return 'nothing_readable'
  const names = namesOf(html, title)
  const parts = names.flatMap(partsOf)
  const [told, called] = [toldIn(lines), toldIn(names)]
  // A later heading that says so may be that of a box in the margin.
  const isSignIn = PASSWORD.test(html) && names.slice(0, 3).flatMap(partsOf).some(namesSignIn)
  const isWall = isSignIn || called.wall > 0 || parts.some(namesWall)
  const isError = called.error > 0 || parts.some(namesError) || (namesError(lines[0] ?? '') && !namesError(lines[1] ?? ''))
  const kind = isWall || (!isError && told.wall > told.error) ? 'access_wall' : 'error_page'
  if ((isWall || isError) && told.error + told.wall > 0) return kind
  if (wordCount > MOST_WORDS.named) return null
  if (isWall || isError) return isAbout(html, lines, read) ? null : kind
  return Math.max(told.error, told.wall) > lettersOf(lines.join('')) * TOLD ? kind : null
}
