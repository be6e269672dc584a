/** Moments as posts say them: so long ago, today and yesterday, a day without a year, in the languages that boards are in. */
import { monthBetween } from '../metadata/months.ts'

const COUNT = "(?:\\d{1,3}|an?|ein(?:e[mnr]?)?|une?|un[ao']?|uma?|een|en|ett|et)"
const UNIT = '[\\p{L}\\p{M}]{1,14}\\.?'
/** Words before how long it is, and behind it; in scripts without spaces with what is counted. */
const AGO = [
  `(?:vor|il y a|hace|há|před|pred|acum|πριν(?: από)?|منذ|לפני)\\s${COUNT}\\s?${UNIT}`,
  `f[öo]r\\s${COUNT}\\s?${UNIT}\\s(?:sedan|siden)`,
  `${COUNT}\\s?${UNIT}\\s(?:fa|atrás|geleden|temu|назад|тому|önce|(?:yang )?lalu|trước|sitten|पहले)`,
  '\\d{1,3}\\s?(?:秒|分|時間|日|週間|[かヶヵカ]月|年)前',
  '\\d{1,3}\\s?(?:秒|分[钟鐘]|小[时時]|天|[周週]|[个個]月|年)前',
  '\\d{1,3}\\s?(?:초|분|시간|일|주|개월|달|년)\\s?전',
].join('|')
const NEAR =
  "today|yesterday|heute|gestern|vorgestern|aujourd['’]hui|hier|avant-hier|hoy|ayer|anteayer|oggi|ieri|hoje|ontem|vandaag|gisteren|eergisteren|idag|igår|i dag|i går|dzi(?:ś|siaj)|wczoraj|сегодня|вчера|позавчера|сьогодні|вчора|dnes|včera|bugün|dün|hari ini|kemarin|今[日天]|昨[日天]|一昨日|前天|오늘|어제|그제"
const TIME = '(?:,?\\s?(?:at|um|à|a las|alle(?: ore)?|às|om|kl\\.?|o|в|об?|v|saat|pukul)?\\s?\\d{1,2}[:.h時时]\\d{0,2}(?:分|\\sUhr)?)?'

/** What holds on the day on which it is read alone. */
const RELATIVE = new RegExp(`(?<!\\p{L})(?:${AGO}|${NEAR})(?!\\p{L})`, 'iu')
const WHOLE = new RegExp(`^(?:${AGO}|(?:${NEAR})${TIME})$`, 'iu')

/** Whether a moment is told from the day on which it is read, in words of other languages than English or by a day's name: `3 ore fa`, `昨日`. */
export const isRelative = (text: string): boolean => RELATIVE.test(text)

/** The same in any language. */
export const isAge = (said: string): boolean => /\bago\b/i.test(said) || isRelative(said)

/** Whether a line says such a moment and nothing else. */
export const isRelativeLine = (text: string): boolean => WHOLE.test(text)

const DAY_AND_MONTH = /(?<!\d)\d{1,2}\.?\s(?:de\s)?([\p{L}\p{M}]{3,16})|\d{1,2}[月월]\s?\d{1,2}[日일]/u

/** Whether a text has a day of a month that it calls in another language than English. */
export function hasDayElsewhere(text: string): boolean {
  const found = DAY_AND_MONTH.exec(text)
  return found !== null && (found[1] === undefined || monthBetween(found[1]) > 0)
}
