const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const SHORT = MONTHS.map((month) => month.slice(0, 3))

const folded = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')

/** Months as they stand in dates of other languages, without their accents, in the order of the year. */
const OTHER_MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'januar februar marz april mai juni juli august september oktober november dezember',
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
    'januari februari maart april mei juni juli augustus september oktober november december',
    'januari februari mars april maj juni juli augusti september oktober november december',
    'januar februar marts april maj juni juli august september oktober november desember',
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
    'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
    'ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince',
    'ocak subat mart nisan mayıs haziran temmuz agustos eylul ekim kasım aralık',
    'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
    'януари февруари март април май юни юли август септември октомври ноември декември',
    'јануар фебруар март април мај јун јул август септембар октобар новембар децембар',
    'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
    'ιανουαριου φεβρουαριου μαρτιου απριλιου μαιου ιουνιου ιουλιου αυγουστου σεπτεμβριου οκτωβριου νοεμβριου δεκεμβριου',
    'januari februari maret april mei juni juli agustus september oktober november desember',
    'gener febrer marc abril maig juny juliol agost setembre octubre novembre desembre',
    'januar februar marec april maj junij julij avgust september oktober november december',
    'januara februara marca aprila maja juna jula augusta septembra oktobra novembra decembra',
    'jaanuar veebruar marts aprill mai juuni juuli august september oktoober november detsember',
    'sausio vasario kovo balandzio geguzes birzelio liepos rugpjucio rugsejo spalio lapkricio gruodzio',
    'januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december',
    'يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر',
    'בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר',
    'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
    'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
    'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
    'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien',
    'leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec',
    'januar februar marts april maj juni juli august september oktober november december',
    '一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月',
    'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  ].flatMap((names) => names.split(' ').map((name, at) => [folded(name), at + 1] as const)),
)

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
export function toIsoDate(raw: string | null | undefined): string | null {
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
  return writtenDate(text)
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

const DAY_FIRST_ELSEWHERE = /(?<!\d)(\d{1,2})(?:\.|er|º)?\s+(?:de\s+|d['’])?([\p{L}\p{M}]{2,16}),?\s+(?:del?\s+)?(\d{4})(?!\d)/u
/** Names of months in the order of English, as programs write them that have one order for all languages: `marzo 5, 2024`, `三月 5, 2024`. */
const MONTH_FIRST_ELSEWHERE = /(?<![\p{L}\p{M}\d])([\p{L}\p{M}]{2,16}|\d{1,2}(?=[月월]))[月월]?\s+(\d{1,2}),?\s+(\d{4})(?!\d)/u
/** Hungarian and Lithuanian. */
const YEAR_FIRST_ELSEWHERE = /(?<!\d)(\d{4})(?:\.|\s+m\.)\s+([\p{L}\p{M}]{3,16})\s+(\d{1,2})(?!\d)/u
/** Vietnamese. */
const DAY_MONTH_YEAR = /(?<!\d)(\d{1,2}) tháng (\d{1,2})(?:,| năm)? (\d{4})(?!\d)/
const YEAR_MONTH_DAY = /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/

/** Chinese and Japanese: `2024/3/21`. With dots it may be a version. */
const YEAR_IN_FRONT = /(?<![\w/.-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\w/-])/

/** Where lines of a page run together: `HealthDecember 22, 2022`. */
const RUN_TOGETHER = /(\p{Ll})(?=\p{Lu}\p{L}{2,8}\.? \d{1,2}, \d{4})/gu

/** A date in words, or in numbers that can be read in one way only. */
export function writtenDate(line: string): string | null {
  const text = line.replace(RUN_TOGETHER, '$1 ')
  const first = MONTH_FIRST.exec(text) ?? TIME_BETWEEN.exec(text)
  if (first) return toDate(Number(first[3]), monthNumber(first[1]!), Number(first[2]))
  const second = DAY_FIRST.exec(text)
  if (second) return toDate(Number(second[3]), monthNumber(second[2]!), Number(second[1]))
  const third = YEAR_FIRST.exec(text)
  if (third) return toDate(Number(third[1]), monthNumber(third[2]!), Number(third[3]))
  const named = DAY_FIRST_ELSEWHERE.exec(text)
  const month = named && OTHER_MONTHS.get(folded(named[2]!))
  if (month) return toDate(Number(named[3]), month, Number(named[1]))
  const turned = YEAR_FIRST_ELSEWHERE.exec(text)
  const its = turned && OTHER_MONTHS.get(folded(turned[2]!))
  if (its) return toDate(Number(turned[1]), its, Number(turned[3]))
  const ordered = MONTH_FIRST_ELSEWHERE.exec(text)
  const which = ordered && (OTHER_MONTHS.get(folded(ordered[1]!)) ?? Number(ordered[1]))
  if (which) return toDate(Number(ordered[3]), which, Number(ordered[2]))
  const counted = DAY_MONTH_YEAR.exec(text)
  if (counted) return toDate(Number(counted[3]), Number(counted[2]), Number(counted[1]))
  const signs = YEAR_MONTH_DAY.exec(text)
  if (signs) return toDate(Number(signs[1]), Number(signs[2]), Number(signs[3]))
  const iso = /\b(\d{4})([-.])(\d{2})\2(\d{2})(?!\d)/.exec(text) ?? YEAR_IN_FRONT.exec(text)
  if (iso) return toDate(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const numbers = /\b(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text)
  if (!numbers) return null
  const [one, two, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[4])]
  if ((numbers[2] === '.' && two <= 12) || one > 12) return toDate(year, two, one)
  return two > 12 || one === two ? toDate(year, one, two) : null
}

const DAY_OF_YEAR =
  /^(?:\d\d[-/]\d\d(?!\d)|([\p{L}\p{M}]{3,16})\.? \d{1,2}(?!\d)|\d{1,2}\.? (?:de )?([\p{L}\p{M}]{3,16})|\d{1,2}[月월] ?\d{1,2}[日일])/u

/** Whether a line begins with a day, be it of any year: `03-21 Tides`, `March 21 - Tides`. */
export function beginsWithDay(line: string): boolean {
  const found = DAY_OF_YEAR.exec(line)
  const month = found?.[1] ?? found?.[2]
  return found !== null && (month === undefined || monthNumber(month) > 0 || OTHER_MONTHS.has(folded(month)))
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
