/** The parameters of the tenders' queries: what each may be, what it does, and how its text is read. */
import { nearestAreas, parseArea } from '../words/areas.ts'
import { isDay } from '../words/london.ts'
import { parseRegionParameter, REGIONS, type Region } from '../words/regions.ts'
import { stripInvisible } from '../words/text.ts'
import { decodeCursor } from './cursor.ts'
import { areFew, LONG_TERMS_MAX, toTerms } from './text/terms.ts'
import { foldedWords } from './text/words.ts'

/** At most so many notices in one answer. */
export const CAP = 25

export const SORTS = ['deadline', 'value', 'published', 'listed', 'relevance'] as const
export const MATCHES = ['title', 'any'] as const
export type Sort = (typeof SORTS)[number]

const MONEY_MAX = 1e12
const DAYS_MAX = 3660
const TEXT_MAX = 200
/** Characters of a cursor. */
export const CURSOR_MAX = 1000

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text)

const whole =
  (least: number, most: number) =>
  (text: string): number | undefined =>
    /^(?:0|[1-9]\d*)$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

/** Text in which there is at least one word. */
const words = (text: string): string | undefined => {
  const clean = stripInvisible(text).replace(/\s+/g, ' ').trim()
  return clean.length <= TEXT_MAX && foldedWords(clean).length > 0 ? clean : undefined
}

const terms = (text: string): string | undefined => {
  const clean = words(text)
  return clean !== undefined && areFew(toTerms(clean)) ? clean : undefined
}

function regions(text: string): readonly Region[] | undefined {
  const found = text.split(',').map(parseRegionParameter)
  const known = found.filter((region) => region !== undefined)
  // In the order of the twelve, each once: the same question has one address.
  return known.length === found.length ? REGIONS.filter((region) => known.includes(region)) : undefined
}

const POUNDS = `whole pounds, 0 to ${MONEY_MAX}`
const POUNDS_FORM = '^(?:0|[1-9][0-9]{0,11}|1000000000000)$'

export type Parameter = {
  default: string | null
  allowed: readonly string[]
  about: string
  /** What of `allowed` a JSON Schema can say of the text. `default`: where it is the same in every form. */
  schema: { example?: string; default?: string; pattern?: string; enum?: readonly string[]; maxLength?: number }
  /** Undefined: not allowed. */
  read: (text: string) => unknown
  /** What a text that is not allowed may have meant, where what is allowed is too much to list. */
  nearest?: (text: string) => string[]
}

/** Every parameter: its default, what may be given, what it does, and how its text is read. */
export const PARAMETERS = {
  limit: {
    default: String(CAP),
    allowed: Array.from({ length: CAP }, (_, index) => String(index + 1)),
    about: 'How many notices, 1 to 25.',
    schema: { example: '10', default: String(CAP), pattern: '^(?:[1-9]|1[0-9]|2[0-5])$' },
    read: whole(1, CAP),
  },
  region: {
    default: null,
    allowed: [...REGIONS],
    about: 'Buyer or place of delivery in this region, or in one of several with commas between; notices for the whole UK stay.',
    schema: { example: 'London,South East' },
    read: regions,
  },
  area: {
    default: null,
    allowed: ['ITL or NUTS code', 'name of an ITL area or local authority', 'postcode or its district'],
    about: 'Buyer or place of delivery in this area, where the notice states a code or postcode.',
    schema: { example: 'Leeds' },
    read: parseArea,
    nearest: nearestAreas,
  },
  min_value: {
    default: null,
    allowed: [POUNDS],
    about: 'Stated value at least so much; notices that state none are left out.',
    schema: { example: '25000', pattern: POUNDS_FORM },
    read: whole(0, MONEY_MAX),
  },
  max_value: {
    default: null,
    allowed: [POUNDS],
    about: 'Stated value at most so much; notices that state none are left out.',
    schema: { example: '500000', pattern: POUNDS_FORM },
    read: whole(0, MONEY_MAX),
  },
  closing_within: {
    default: null,
    allowed: [`whole days, 1 to ${DAYS_MAX}`],
    about: 'Deadline within so many days of 24 hours.',
    schema: { example: '14', pattern: '^(?:[1-9][0-9]{0,2}|[12][0-9]{3}|3[0-5][0-9]{2}|36[0-5][0-9]|3660)$' },
    read: whole(1, DAYS_MAX),
  },
  published_since: {
    default: null,
    allowed: ['a day, YYYY-MM-DD'],
    about: 'First published on this day in London, or later.',
    schema: { example: '2026-11-01', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
    read: (text: string) => (isDay(text) ? text : undefined),
  },
  listed_since: {
    default: null,
    allowed: ['a day, YYYY-MM-DD'],
    about:
      'Listed here on this day in London, or later: whenever it was published, listed again, or amended in what trades, regions and searches read.',
    schema: { example: '2026-11-01', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
    read: (text: string) => (isDay(text) ? text : undefined),
  },
  sme: {
    default: null,
    allowed: ['true'],
    about: 'Only what the buyer calls suitable for small and medium firms.',
    schema: { example: 'true', enum: ['true'] },
    read: oneOf(['true']),
  },
  buyer: {
    default: null,
    allowed: [`words, at most ${TEXT_MAX} characters`],
    about: 'Words that the name of the buyer holds.',
    schema: { example: 'council' },
    read: words,
  },
  q: {
    default: null,
    allowed: [`words, "a phrase" in quotes, at most ${TEXT_MAX} characters and ${LONG_TERMS_MAX} phrases of three words or more`],
    about:
      'Words and phrases that title, buyer and summary together hold, words of one family (roof, roofing) being the same; those with the words in the title come first.',
    schema: { example: 'roof "window cleaning"' },
    read: terms,
  },
  sort: {
    default: 'deadline',
    allowed: [...SORTS],
    about:
      'Closing soonest, largest stated value, last published or last listed here first, or by relevance to q. Without it RSS, Atom and JSON Feed list what was listed last first (feed.xml what was published last), and other forms go by relevance where q is given.',
    schema: { example: 'value', enum: SORTS },
    read: oneOf(SORTS),
  },
  match: {
    default: 'title',
    allowed: [...MATCHES],
    about: 'title: title or main category matches the trade. any: descriptions and further categories too.',
    schema: { example: 'any', default: 'title', enum: MATCHES },
    read: oneOf(MATCHES),
  },
  cursor: {
    default: null,
    allowed: ['what `next` of an answer holds'],
    about: 'Goes on where an answer ended: what its next holds.',
    schema: { maxLength: CURSOR_MAX },
    read: decodeCursor,
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof PARAMETERS
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[]
