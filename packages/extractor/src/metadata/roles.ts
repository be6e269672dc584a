/** What stands beside a name in a line that says who wrote something: what the person is, for whom they write, and who did something else. */
import type { Element } from '../page/dom.ts'
import { textOf } from '../page/text.ts'

const ROLE =
  '(?:editor(?:[- ]in[- ]chief|[- ]at[- ]large)?|correspondent|reporter|writer|journalist|columnist|producer|contributor|critic|analyst|bureau chief|staff|intern|anchor|photographer|journaliste|rédacteur|rédactrice|redakteur(?:in)?|journalistin|korrespondent(?:in)?|redactora?|periodista)s?'
const AGENCY =
  '(?:reuters|(?:the )?associated press|ap(?: news)?|afp|agence france-presse|dpa|upi|ansa|efe|pa media|press association|tass|xinhua|kyodo(?: news)?|bloomberg(?: news)?|bbc(?: news)?|cnn|npr|ard|mdr|ndr|orf|rbb|srf|swr|wdr|zdf)'
const OTHER_WORK =
  '(?:co-?)?(?:edited|fact[- ]?checked|checked|translat(?:ed|ions?)|illustrated|illustrations?|photograph(?:s|ed|y)?|photos?|graphics?|narrated|produced|(?:medically|clinically|legally|technically|expert) reviewed|additional reporting)'

/** A role in brackets. */
const ROLE_IN_BRACKETS = new RegExp(`\\s*\\((?:[\\p{L}&'’.-]+ ){0,3}${ROLE}\\)$`, 'iu')
/** Up to four words before a role: `Senior Science`, a paper's name. */
const ROLE_BEHIND = new RegExp(`\\s*[,|–—]\\s*(?:[\\p{L}&'’.-]+ ){0,4}${ROLE}(?=$|\\s*[,;&|]|\\s+and\\s)`, 'giu')
const AGENCY_BEHIND = new RegExp(
  `(?:\\s*[,|/–—]\\s*|\\s+-\\s+|\\s+for\\s+|\\s*\\(|(?<!^the)\\s+(?=bbc news$|(?:the )?associated press$))${AGENCY}\\)?$`,
  'iu',
)
/** For whom somebody writes: `, Harbour News Service`, `| USA TODAY Sports`, `, quay.example.com`. */
const OUTLET_BEHIND =
  /\s*[,|]\s*(?:the \p{L}[\p{L}&.'’ -]*|(?:\p{L}[\p{L}&.'’-]*\s+){0,3}(?:news|times|today|press|tribune|herald|gazette|chronicle|observer|newspapers|network|magazine|radio|media|bureau|sports|(?:news|wire) (?:service|agency|digital|network))(?: sports)?(?: for [\w.-]+)?|[\w.-]+\.(?:com|org|net|co\.uk))$|(?<=\p{L}\s\p{L}[\p{L}.'’-]*)\s+[\w-]+\.(?:com|org|net|co\.uk)$/iu
const PLACE_BEHIND = /(?<=\p{L}{2})\s+in \p{Lu}[\p{L}. ]+$|(?<=^\p{Lu}[\p{L}.'’-]* \p{Lu}[\p{L}.'’ -]*)\s*\|\s*\p{Lu}[\p{L}.-]+$/u
/** Where each of several is: `Ann Author in Leith and Tom Writer in London`. */
const PLACE_BETWEEN =
  /(?<=\p{L}{2})\s+in \p{Lu}[\p{L}.-]*(?: \p{Lu}[\p{L}.-]*){0,2}(?=(?:,| and| &) (?:\p{Lu}[\p{L}.'’-]* ){2,4}in \p{Lu})/gu
const OTHERS_BEHIND = new RegExp(`\\s*[.;,|·•–—(-]?\\s*\\b(?:and |with )?${OTHER_WORK}(?: by\\b|:).*$`, 'iu')

const OTHER = new RegExp(`^(?:${OTHER_WORK}(?: by\\b|:)|(?:editor|translator|photographer|producer|fact[- ]checker)s?\\s*:)`, 'iu')

/** Whether a line names who did something else than writing: who edited, checked, translated or photographed. */
export const isOtherWork = (line: string): boolean => OTHER.test(line)

/** What somebody is called elsewhere: `Ann Harbour (@ann)`, `Ann Harbour @ann`. */
const HANDLE = /\s*\(@[\w.-]+\)|(?<=\p{L})\s+@[\w.-]+$/gu
/** What a biography goes on with: `Ann Harbour who lives and works in`. */
const WHO = /,? who \p{Ll}.*$/u

/** A name, or several, without what each is, without an agency or a place, and without who did something else. */
export const withoutRole = (name: string): string =>
  name
    .replace(OTHERS_BEHIND, '')
    .replace(HANDLE, '')
    .replace(WHO, '')
    .replace(ROLE_IN_BRACKETS, '')
    .replace(ROLE_BEHIND, '')
    .replace(AGENCY_BEHIND, '')
    .replace(OUTLET_BEHIND, '')
    .replace(NAME_FIRST, (line, only: string, rest: string) => (ROLE_ALONE.test(rest) ? only : line))
    .replace(PLACE_BETWEEN, '')
    .replace(PLACE_BEHIND, '')

/** Words that the names of papers, of their desks and of sites hold, and those of few persons. */
const OUTLET = /\b(?:news(?:room)?|times|tribune|herald|press|staff|desk|editors|gazette|chronicle|magazine|ugc)\b|\.(?:com|org|net)$/i
export const isOutlet = (name: string): boolean => OUTLET.test(name)

/** Parts of a line that are looked through for what stands before a link. */
const PARTS = 24
/** Whether a link is such a name, in the brackets behind another. */
export const isHandle = (link: Element): boolean =>
  (link.parent?.children.length ?? 0) <= PARTS &&
  /^\s*@[\w.-]+\s*$/.test(textOf(link)) &&
  link.parent?.children.some((child, at, all) => child.kind === 'text' && all[at + 1] === link && /\S\s*\($/.test(child.text)) === true

const CREDITED = new RegExp(`^(\\p{Lu}[\\p{L}.'’-]+(?: \\p{Lu}[\\p{L}.'’-]*){1,3})\\s*[|/]\\s*${AGENCY}$`, 'iu')

/** The name in a line that is nothing but a name and an agency; null for other lines. */
export const credited = (line: string): string | null => (line.length <= 80 ? (CREDITED.exec(line)?.[1] ?? null) : null)

/** What a line that names several people, or one with a label, says before the name of who wrote. */
const WRITER = /(?:^|\s[|·•—–]\s+)(?:(?:[Ww]ritten|[Ww]ords|[Ss]tory|[Tt]ext) by:?|(?:[Ww]ords|[Tt]ext):)\s+(\p{Lu}[^|·•—–]{1,60})/u

/** `By` in other languages, before a full name that ends the line or stands before a day; and what they call an author. */
const BY_ELSEWHERE =
  /^(?:(?:(?:[Vv]erfasst|[Gg]eschrieben|[Vv]eröffentlicht|[ÉéEe]crit|[Pp]ublié|[Ee]scrito|[Pp]ublicado|[Ss]critto|[Pp]ubblicato|[Gg]eschreven|[Ss]krevet|[Ss]kriven) )?(?:[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa][vf])|(?:[Aa]utor(?:in|a|ka)?|[Aa]uteure?|[Aa]utore|[Aa]utrice|[Tt]exte?|[Tt]ekst|[Ff]örfattare|[Ff]orfatter|[Ss]kribent):)\s+(\p{Lu}[\p{L}\p{M}.'’-]+(?: (?:de|van|von|der|la|al|\p{Lu}[\p{L}\p{M}.'’-]*)){1,3})(?=$|\s*(?:(?:am|le|el|il|op|em|den) )?[\d|·•–—])/u

/** Who wrote, of those whom a line names for what each of them did; null for other lines. */
export const writerIn = (line: string): string | null => (WRITER.exec(line) ?? BY_ELSEWHERE.exec(line))?.[1] ?? null

const FULL_NAME = /^\p{Lu}[\p{L}\p{M}.'’-]+(?: (?:de|van|von|der|la|al|bin|\p{Lu}[\p{L}\p{M}.'’-]*)){1,3}$/u
/** In scripts without capitals, where a space parts it. */
const FULL_NAME_ELSEWHERE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,4}[ \u3000][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,5}$/u
const ROLE_ALONE = new RegExp(`^(?:[\\p{L}&'’-]+ ){0,4}${ROLE}(?:,? (?:[\\p{L}'’-]+ ?){1,4})?$`, 'iu')
const LONGEST_ROLE = 60

/** A name and what may say for whom and as what its bearer writes, without a sign between: `Ann Author AP Sports Writer`. */
const NAME_FIRST =
  /^(\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,2}?) ((?:\p{Lu}{2,6}|Staff|Sports|Senior|Executive|Associate|Contributing|Political|Science|Special) .+)$/u

/** Whether a line is a person's full name and nothing else, as far as its letters tell. */
export const isFullName = (line: string): boolean =>
  line.length <= LONGEST_ROLE && (FULL_NAME.test(line) || FULL_NAME_ELSEWHERE.test(line)) && !ROLE_ALONE.test(line)

/** Whether two lines are a name and what the person is: `Ann Author`, `Science correspondent`. */
export const isNameAndRole = (line: string, next: string): boolean =>
  next.length <= LONGEST_ROLE && FULL_NAME.test(line) && isFullName(line) && ROLE_ALONE.test(next)
