import { monthBetween, monthNamed, solarMonth } from './months.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const SHORT = MONTHS.map((month) => month.slice(0, 3))

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

/** A date that exists, between 1990 and a year from now. */
function toDate(year: number, month: number, day: number): string | null {
  if (year < 1990 || year > new Date().getUTCFullYear() + 1 || month < 1 || month > 12 || day < 1 || day > 31) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : null
}

const monthNumber = (name: string): number => {
  const index = SHORT.indexOf(name.slice(0, 3).toLowerCase())
  return index !== -1 &&
    MONTHS[index]!.startsWith(
      name
        .toLowerCase()
        .replace(/\.$/, '')
        .replace(/^sept$/, 'sep'),
    )
    ? index + 1
    : 0
}

/**
 * ISO 8601 date or date-time of a written date, as precise as its source; null when it is not a full, unambiguous date. A date-time keeps
 * its offset; one without stays without, since the page did not say where it was.
 */
export function toIsoDate(raw: string | null | undefined, dayFirst = false): string | null {
  if (!raw) return null
  const text = raw.trim().slice(0, 80)
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?/i.exec(
      text,
    )
  if (iso) {
    const date = toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    const [hours = '0', minutes = '0'] = /\d.*/.exec(iso[7] ?? '')?.[0].match(/\d\d/g) ?? []
    const isNoTime = Number(iso[4]) > 23 || Number(iso[5]) > 59 || Number(iso[6] ?? 0) > 59 || Number(hours) > 14 || Number(minutes) > 59
    if (!date || iso[4] === undefined || isNoTime) return date
    const zone =
      iso[7] === undefined
        ? ''
        : /^(?:Z|UTC|GMT)$/i.test(iso[7])
          ? 'Z'
          : iso[7].length === 3
            ? `${iso[7]}:00`
            : iso[7].replace(/^(.\d{2})(\d{2})$/, '$1:$2')
    return `${date}T${pad(Number(iso[4]))}:${iso[5]}:${iso[6] ?? '00'}${zone}`
  }
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?$/.exec(text)
  const day = compact && toDate(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  if (day) return day
  if (/^\d{10}(?:\d{3})?$/.test(text)) {
    const date = new Date(text.length === 10 ? Number(text) * 1_000 : Number(text))
    return toDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()) ? date.toISOString().replace(/\.\d+Z$/, 'Z') : null
  }
  return writtenDate(text, dayFirst)
}

const MONTH_NAME =
  '(jan(?:uary|\\.)?|feb(?:ruary|\\.)?|mar(?:ch|\\.)?|apr(?:il|\\.)?|may|june?|jun\\.|july?|jul\\.|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|oct(?:ober|\\.)?|nov(?:ember|\\.)?|dec(?:ember|\\.)?)'
const MONTH_FIRST = new RegExp(`\\b${MONTH_NAME}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?:at\\s+)?(\\d{4})(?!\\d)`, 'i')
/** Libraries of papers. */
const YEAR_FIRST = new RegExp(`(?<!\\d)(\\d{4})[,\\s]+${MONTH_NAME}\\s+(\\d{1,2})(?!\\d)`, 'i')
/** As C programs write it: `Feb 11 09:12:33 CET 2009`. */
const TIME_BETWEEN = new RegExp(
  `\\b${MONTH_NAME}\\s+(\\d{1,2})\\s+\\d\\d:\\d\\d(?::\\d\\d)?\\s+(?:[A-Z]{1,5}\\s+|[+-]\\d{4}\\s+)?(\\d{4})(?!\\d)`,
  'i',
)
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]+(?:of\\s+)?${MONTH_NAME}[\\s,-]+(\\d{4})(?!\\d)`, 'i')

/** A name of one word, of two short parts with a dot (Thai), or of two words (`كانون الأول`). */
const NAME = '([\\p{L}\\p{M}]{1,16}(?:\\.\\p{L}{1,2}| (?:الأول|الاول|الثاني))?)'
/** `12 de dez. de 2025`, `12.dez.2025`; with the name that another country has for the month behind a stroke. */
const DAY_FIRST_ELSEWHERE = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:(?:\\.|er|º|-го)?\\s+(?:de\\s+|d['’])?|[./-])${NAME}(?:\\s?/\\s?[\\p{L}\\p{M}]{2,10}(?: \\p{L}{3,10})?)?(?:[.,॰]{0,2}\\s+(?:del?\\s+)?|[./-])(\\d{4})(?!\\d)`,
  'gu',
)
/** Names of months in the order of English, as programs write them that have one order for all languages: `marzo 5, 2024`, `三月 5, 2024`. */
const MONTH_FIRST_ELSEWHERE = /(?<![\p{L}\p{M}\d])([\p{L}\p{M}]{2,16}|\d{1,2}(?=[月월]))[月월.]?\s+(\d{1,2}),?\s+(\d{4})(?!\d)/u
/** Hungarian and Lithuanian. */
const YEAR_FIRST_ELSEWHERE = /(?<!\d)(\d{4})(?:\.|\s+m\.)\s+([\p{L}\p{M}]{3,16})\.?\s+(\d{1,2})(?!\d)/u
/** Vietnamese. */
const DAY_MONTH_YEAR = /(?<!\d)(\d{1,2}) (?:tháng|thg) (\d{1,2})(?:,| năm)? (\d{4})(?!\d)/i
const YEAR_MONTH_DAY = /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/
/** Years of Japan's eras and of Taiwan, with the common one in brackets before or behind: `令和7年12月12日`, `2025（令和7）年12月12日`. */
const ERA_YEAR = /(令和|平成|民國)\s?(元|\d{1,3})[)）]?\s?年[)）]?(?:[(（]\d{4}年?[)）])?\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/
const BEFORE_ERA: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 民國: 1911 }

/** Chinese and Japanese: `2024/3/21`. With dots it may be a version. */
const YEAR_IN_FRONT = /(?<![\w/.-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\w/-])/

/** Where lines of a page run together: `HealthDecember 22, 2022`. */
const RUN_TOGETHER = /(\p{Ll})(?=\p{Lu}\p{L}{2,8}\.? \d{1,2}, \d{4})/gu

/** Languages that write the month before the day in numbers, where no country is named, or the year before both. */
const MONTH_BEFORE_DAY = /^(?:en(?!-(?:au|gb|ie|in|nz|sg|za)\b)|fil|tl|es-(?:pr|us)\b|hu|ja|ko|lt|zh)(?![a-z])/i

/** Whether a language writes the day before the month in numbers: `02/11/2025` in French. English does so in some countries alone. */
export const isDayFirst = (lang: string | null | undefined): boolean =>
  /^[a-z]{2,3}(?![a-z])/i.test(lang ?? '') && !MONTH_BEFORE_DAY.test(lang!.replace('_', '-'))

/** Where the digits of other scripts begin: Arabic, Persian, Devanagari, Bengali, Thai, wide ones. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]
const OTHER_DIGIT = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/g

const inDigits = (text: string): string =>
  text.replace(OTHER_DIGIT, (sign) => {
    const code = sign.charCodeAt(0)
    return String(code - ZEROS.findLast((zero) => zero <= code)!)
  })

/** The day of a solar year of Iran; leap years by their cycle of 33 years, which holds from 1926 to 2093. */
function solarDate(year: number, month: number, day: number): string | null {
  if (month === 0 || year < 1369 || year > 1471 || day > 31) return null
  const days = year * 365 + Math.floor((8 * year + 21) / 33) + (month - 1) * 30 + Math.min(6, month - 1) + day
  const date = new Date((days - SOLAR_DAYS_TO_1970) * DAY_MS)
  return toDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}
const DAY_MS = 86_400_000
/** 1 January 1970 is 11 Dey 1348. */
const SOLAR_DAYS_TO_1970 = 1348 * 365 + Math.floor((8 * 1348 + 21) / 33) + 9 * 30 + 6 + 11

/** Thai names stand before years that are counted from the Buddha's death. */
const commonYear = (year: number, month: string): number => (year > 2400 && /\p{sc=Thai}/u.test(month) ? year - 543 : year)

/** The date in a line with a name of a month in another language than English. */
function namedDate(text: string): string | null {
  for (const [, day, name, year] of text.matchAll(DAY_FIRST_ELSEWHERE)) {
    const month = monthBetween(name!)
    if (month > 0) return toDate(commonYear(Number(year), name!), month, Number(day))
    const solar = solarDate(Number(year), solarMonth(name!), Number(day))
    if (solar !== null) return solar
  }
  const turned = YEAR_FIRST_ELSEWHERE.exec(text)
  const its = turned && monthBetween(turned[2]!)
  if (its) return toDate(Number(turned[1]), its, Number(turned[3]))
  const ordered = MONTH_FIRST_ELSEWHERE.exec(text)
  const which = ordered && (monthBetween(ordered[1]!) || Number(ordered[1]))
  return which ? toDate(Number(ordered[3]), which, Number(ordered[2])) : null
}

/** The date in a line with signs for year, month and day. */
function signedDate(text: string): string | null {
  const counted = DAY_MONTH_YEAR.exec(text)
  if (counted) return toDate(Number(counted[3]), Number(counted[2]), Number(counted[1]))
  const signs = YEAR_MONTH_DAY.exec(text)
  if (signs) return toDate(Number(signs[1]), Number(signs[2]), Number(signs[3]))
  const era = ERA_YEAR.exec(text)
  return era ? toDate(BEFORE_ERA[era[1]!]! + (era[2] === '元' ? 1 : Number(era[2])), Number(era[3]), Number(era[4])) : null
}

const HAS_YEAR = /\d{4}|[和成國]\d|元/

/** Whether a line may have a date: few have the year of one. */
export const namesYear = (line: string): boolean => HAS_YEAR.test(inDigits(line))

/** A date in words, or in numbers that can be read in one way only; with `dayFirst` in the order of those who write the day before the month. */
export function writtenDate(line: string, dayFirst = false): string | null {
  const digits = inDigits(line)
  if (!HAS_YEAR.test(digits)) return null
  const text = digits.replace(RUN_TOGETHER, '$1 ')
  const first = MONTH_FIRST.exec(text) ?? TIME_BETWEEN.exec(text)
  if (first) return toDate(Number(first[3]), monthNumber(first[1]!), Number(first[2]))
  const second = DAY_FIRST.exec(text)
  if (second) return toDate(Number(second[3]), monthNumber(second[2]!), Number(second[1]))
  const third = YEAR_FIRST.exec(text)
  if (third) return toDate(Number(third[1]), monthNumber(third[2]!), Number(third[3]))
  const named = namedDate(text) ?? signedDate(text)
  if (named !== null) return named
  const iso = /\b(\d{4})([-.])(\d{2})\2(\d{2})(?!\d)/.exec(text) ?? YEAR_IN_FRONT.exec(text)
  if (iso) return toDate(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const numbers = /\b(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text)
  if (!numbers) return null
  const [one, two, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[4])]
  if (two > 12 || one === two) return toDate(year, one, two)
  return numbers[2] === '.' || one > 12 || dayFirst ? toDate(year, two, one) : null
}

const DAY_OF_YEAR =
  /^(?:\d\d[-/]\d\d(?!\d)|([\p{L}\p{M}]{3,16})\.? \d{1,2}(?!\d)|\d{1,2}\.? (?:de )?([\p{L}\p{M}]{3,16})|\d{1,2}[月월] ?\d{1,2}[日일])/u

/** Whether a line begins with a day, be it of any year: `03-21 Tides`, `March 21 - Tides`. */
export function beginsWithDay(line: string): boolean {
  const found = DAY_OF_YEAR.exec(line)
  const month = found?.[1] ?? found?.[2]
  return found !== null && (month === undefined || monthNumber(month) > 0 || monthNamed(month) > 0)
}

/** The date in a path such as `/2024/05/17/` or `2024-05-17-title`. */
export function urlDate(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? ''
  const found =
    /\/((?:19|20)\d{2})\/(\d{1,2})\/(\d{1,2})(?:\/|$)/.exec(path) ??
    /[/_-]((?:19|20)\d{2})-(\d{2})-(\d{2})(?:[/_.-]|$)/.exec(path) ??
    /\/((?:19|20)\d{2})(\d{2})(\d{2})\//.exec(path)
  if (found) return toDate(Number(found[1]), Number(found[2]), Number(found[3]))
  const named = /\/((?:19|20)\d{2})\/([a-z]{3,9})\/(\d{1,2})(?:\/|$)/i.exec(path)
  return named ? toDate(Number(named[1]), monthNumber(named[2]!), Number(named[3])) : null
}
