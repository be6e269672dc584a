/** Names of places as people write them: what two ways of writing one have in common, other names, and what a mistyped one may have meant. */
import { editDistance } from '../../edit-distance.ts'
import { fold } from './regions.ts'

const LEADING =
  /^(?:(?:(?:city|county|(?:royal |london )*borough|council|borough council|lb) of (?:the )?|lb |cyngor (?:sir |dinas |bwrdeistref sirol )?)(?!london\b))/
const TRAILING = / (?:(?:city|county|metropolitan|district|borough)(?: borough| district)? council|council|cc|mbc|mdc|corporation|city)$/

/**
 * A name without what only says that it is a council's: "The City of Edinburgh Council", "Edinburgh, City of" and "edinburgh" are one; the City
 * of London stays apart from London.
 */
export const coreOf = (name: string): string =>
  fold(name)
    .normalize('NFKD')
    .replace(/[\p{M}'’‘.]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(LEADING, '')
    .replace(/ (?:city|county) of$/, '')
    .replace(TRAILING, '')

/** Other names, by their cores: councils' initials, counties' short forms, and the Welsh and Gaelic names. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  `hull: Kingston upon Hull, City of | rbkc: Kensington and Chelsea | banes: Bath and North East Somerset
bcp: Bournemouth, Christchurch and Poole | bournemouth: Bournemouth, Christchurch and Poole | poole: Bournemouth, Christchurch and Poole | merthyr: Merthyr Tydfil
rct: Rhondda Cynon Taf | rhondda: Rhondda Cynon Taf | redcar: Redcar and Cleveland | iow: Isle of Wight | londonderry: Derry City and Strabane
western isles: Na h-Eileanan Siar | outer hebrides: Na h-Eileanan Siar | comhairle nan eilean siar: Na h-Eileanan Siar | alba: Scotland
anglesey: Isle of Anglesey | ynys mon: Isle of Anglesey | caerdydd: Cardiff | abertawe: Swansea | casnewydd: Newport | wrecsam: Wrexham
gaerfyrddin: Carmarthenshire | sir gaerfyrddin: Carmarthenshire | benfro: Pembrokeshire | sir benfro: Pembrokeshire | cymru: Wales
bro morgannwg: Vale of Glamorgan | pen y bont ar ogwr: Bridgend | castell nedd port talbot: Neath Port Talbot | caerffili: Caerphilly
merthyr tudful: Merthyr Tydfil | fynwy: Monmouthshire | sir fynwy: Monmouthshire | y fflint: Flintshire | sir y fflint: Flintshire
ddinbych: Denbighshire | sir ddinbych: Denbighshire | salop: Shropshire | yorkshire: Yorkshire and The Humber | lancs: Lancashire | northants: Northamptonshire | leicestershire: Leicestershire CC and Rutland | leics: Leicestershire CC and Rutland | herts: Hertfordshire | bucks: Buckinghamshire
notts: Nottinghamshire | staffs: Staffordshire | hants: Hampshire | oxon: Oxfordshire | wilts: Wiltshire | glos: Gloucestershire`
    .split(/[|\n]/)
    .map((pair) => pair.split(':').map((part) => part.trim()))
    .map(([other = '', name = '']) => [other, name]),
)

const LETTERS_MAX = 60
const NEAREST_MAX = 5

/** The names that `text` may have meant, nearest first, five at most: mistyped by a letter or two, or one of its words. `names`: by core. */
export function nearestNames(text: string, names: ReadonlyMap<string, { name: string }>): string[] {
  if (text.length > LETTERS_MAX) return []
  const asked = coreOf(text)
  if (asked.length < 3) return []
  const most = asked.length < 6 ? 1 : 2
  const near: { name: string; far: number }[] = []
  for (const [core, { name }] of names) {
    const far = Math.abs(asked.length - core.length) > most ? most + 1 : editDistance(asked, core)
    if (far <= most) near.push({ name, far })
    else if (` ${core} `.includes(` ${asked} `) || ` ${asked} `.includes(` ${core} `)) near.push({ name, far: most + 1 })
  }
  return near
    .sort((a, b) => a.far - b.far || a.name.length - b.name.length)
    .slice(0, NEAREST_MAX)
    .map(({ name }) => name)
}
