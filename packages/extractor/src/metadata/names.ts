/** Names of those who wrote something, out of the lines that hold them. */
import { isOtherWork, withoutRole } from './roles.ts'
import { fold, tidy } from './text.ts'

const NOT_A_NAME =
  /^(?:(?:page|site|post|article)\.[a-z_.]+|(?:learn|more|read|about|from) .*|.*\b(?:account|log ?in|sign ?in|sign ?up|access)|admin|administrator|editor|editorial|webmaster|guest|unknown|author|authors|staff|by|null|undefined|n\/a|none|user|root|wordpress|super ?user|wp|share|follow|posted|published|contact|about(?: the author| us)?|chi siamo|über uns|qui sommes[- ]nous|quiénes somos|quem somos|over ons|om oss|o nas|reply|read more|(?:view|visit|see|show|browse) (?:all|author|full|more|my|our|profile|staff|the|this|website)\b.*|archives?|bio|for .*|profile|google\+?|news|sports?|lifestyle|opinion|anonymous|cancel|member|subscribe|menu|home|comments?|sign ?up|log ?in|my (?:account|profile|page|orders?|(?:wish ?)?list|cart|bag|basket)|shop all|click here|privacy policy|get (?:in touch|started\b.*)|(?:log|sign) ?(?:in|up)\b.*|(?:(?:first|last|full|your|company|user) ?)?names?|(?:account |privacy )?settings|(?:register|try|download|subscribe|buy)\b.*|rss|print(?: article| page| this page)?|tweet|text ?size|(?:follow|submit|forgot) .*|e-?mail\b.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\.?|h(?:i|ello|ej)(?:[!,.].*)?|to|youtube|facebook|twitter|instagram|linkedin|pinterest|(?:mon|tues?|wed|thu|fri|sat|sun)(?:day)?)$/i
const DATE_TAIL =
  /(?:\s*[|·•,–—]\s*|\s+-?\s*)(?:(?:last )?(?:posted|published|updated|modified|reviewed|on|at)\b.*|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,.*|\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ,]+\d{2,4}.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? .*|\d+ (?:min|minutes?|hours?|days?|months?|years?)\b.*)$/i

/** The same in scripts without capitals, and in Cyrillic ones. */
const NOT_A_NAME_ELSEWHERE =
  /^(?:(?:本文|文章|原文)?作者(?:简介|簡介|信息)?|关注|關注|フォロー|팔로우|分享|(?:超级|系统|網站|网站)?(?:管理员|管理員|管理者)|(?:小|责任|責任|编|編)?(?:编辑|編輯|編集部?)|站长|站長|博主|匿名(?:用户|用戶)?|佚名|未知|游客|遊客|投稿者|著者|筆者|名無し(?:さん)?|운영자|관리자|글쓴이|작성자|편집부|익명|админ(?:истратор)?|редакция|редактор|автор|аноним|гость|المحرر|المدير|الكاتب)$/iu
/** What follows a name in the same line there. */
const TAIL_ELSEWHERE =
  /(?:\s*[|｜]?\s*(?:来源|來源|出处|时间|時間|日期|[发發][表布佈]|更新|编辑|責任編輯|责任编辑|阅读|字数)(?:于|時間|时间|日期)?\s*[:：].*|\s*[|｜·•,–—]?\s*(?:\d{1,2}\.? \p{L}{3,12} \d{4}|\d{4}年).*)$/u
/** What stands before a name in such scripts. */
export const LABEL_ELSEWHERE =
  /^(?:(?:本文|文章|原文)?作者|原创|原創|撰文|文字|责任编辑|責任編輯|责编|文|編輯|编辑|著者|筆者|投稿者|執筆者?|ライター|글쓴이|작성자|기자|글|автор(?: статьи)?|текст|الكاتب|بقلم|מאת)\s*[:：/／|｜]\s*/iu

/** What forums and blogs write behind a name: reputation, number of posts, a role, a date without a space before it. */
const ROLE_TAIL =
  /(?:\s+[\d.,]+[km]?\s?\d*\s*(?:gold|silver|bronze) badge.*|\s+[\d.,]+ posts\b.*|\s*[|,–-]\s*(?:guest )?(?:author|writer|contributor|reporter)|\s*»\s.*|\s+\d{4}-\d\d-\d\d(?:T.*)?|(?<=\p{Ll})(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}.*)$/iu

/** What a link to all that somebody wrote says around the name. */
const ALL_OF =
  /^(?:(?:view|see|show|read|browse)\s+)?(?:(?:all|more|other)\s+(?:of\s+(.+?)(?:['’]s?)?\s+)?(?:posts|articles|stories|entries)|(?:posts|articles|stories|entries)(?=\s+(?:by|from)))(?:\s+(?:by|from|of)\s+(.+?))?(?:\s*[→»>.])?$|^more from (.+)$/i
/** A sentence: it ends with a word that no name does. */
const SENTENCE = /\s\p{Ll}{4,}\.$/u

export const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
/** A mailbox behind a sign: names of parts that stand side by side would lose their end to one without. */
const MAIL_BEHIND = /\s*[|,(<–—]\s*[\w.+-]+@[\w-]+(?:\.[\w-]+)+[)>]?$/
/** A day, or a time of one. */
const WHEN = new RegExp(`^(?:(?:${MONTH} \\d{1,2}|\\d{1,2} ${MONTH})(?:st|nd|rd|th)?\\b|\\d{1,2}[:.]\\d\\d)`, 'i')

/** What a page has several of: `Assets 3`. */
const COUNTED = /^(?:assets|articles|comments|commits|downloads|files|issues|members|posts|replies|reviews|stories|tags)\s+\(?\d+\)?$/i

/** Words of labels that a day stands beside, and no word of a name. */
const DAY_LABEL =
  /(?<!\p{L})(?:dates?|deadline|expiry|expires|submitted|updated?|updates|modified|changed|revised|reviewed|received|validated|issued|posted|published|publication|released?|launch(?:ed)?|start(?:s|ed)?|ends?|ended|closing|effective|application|consultation|study|hearing|datum|stichtag|beginn|eingang|aktualis\p{L}*|veröffentlicht\p{L}*|fecha|plazo|inicio|actualiza\p{L}*|publica\p{L}*|début|échéance|mise à jour|publié\p{L}*|scadenza|aggiorna\p{L}*|pubblica\p{L}*|atualiza\p{L}*|laatst|bijgewerkt|geplaatst|gepubliceerd|termin|dato|дата|обновлен\p{L}*|опубликован\p{L}*)(?!\p{L})/iu

/** Whether what stands beside a day says which day that is, and names nobody. */
export const callsDay = (text: string): boolean => DAY_LABEL.test(text)

/** A person's or an organisation's name out of a byline; null when what is left is none. */
export function cleanName(raw: string): string | null {
  const line = tidy(raw, 160)
  if (line === null || isOtherWork(line)) return null
  const name = withoutRole(line)
    .replace(
      /^.{0,40}?\b(?:written|posted|published|story|words|text|reviewed|article|review|started|created|asked|authored|submitted|analysis|commentary|opinion|column)\s+by[:\s]+/i,
      '',
    )
    .replace(/\s*\b(?:written|posted|published|authored|submitted)\s+by$/i, '')
    .replace(/^(?:by|via)[:\s]+/i, '')
    .replace(/^(?:By|Author)(?=\p{Lu})/u, '')
    .replace(/^(?:von|par|por|di|door|av|af|autor|autore|auteur|author|written)[:\s]\s*/i, '')
    .replace(LABEL_ELSEWHERE, '')
    .replace(
      /^articles? by\s+|^(?:recipe (?:by|from)|rezept von|recette (?:de|par)|ricetta di|receta (?:de|por)|recept van)\b[:\s]*[©\s]*/i,
      '',
    )
    .replace(ALL_OF, '$1$2$3')
    .replace(TAIL_ELSEWHERE, '')
    .replace(ROLE_TAIL, '')
    .replace(DATE_TAIL, '')
    .replace(/(?:\s+(?:follow|archive|contact))+$|(?<=^\S{2,40} \S{2,40})\s+in$/i, '')
    .replace(/^.*$/, withoutRole)
    .replace(MAIL_BEHIND, '')
    .replace(/\s+,/g, ',')
    .replace(/^@|^["“”→»›]+\s*|["“”]+$|(?<=\s\p{Lu}\p{L}{2,40})\.$/gu, '')
    .replace(/(?<![\s|·•,:/–—-])[\s|·•,:/–—-]+$/, '')
    .trim()
  if (!name || name.length < 2 || name.length > 100) return null
  const isNone =
    NOT_A_NAME.test(name) ||
    NOT_A_NAME_ELSEWHERE.test(name) ||
    WHEN.test(name) ||
    COUNTED.test(name) ||
    SENTENCE.test(name) ||
    /https?:|www\.|@.+\.|\{\{|^[\w-]+(?:\.[\w-]+)+\/\S|^\/\S/.test(name) ||
    // The line above what somebody writes below each post.
    /^[-–—_=*~]{2,}/.test(name) ||
    // Questions and fields to fill in.
    /[?*]$/.test(name) ||
    !/\p{L}/u.test(name)
  return isNone ? null : name
}

export const AND = /,\s+(?:and\s+)?|\s+(?:and|&)\s+/

/** Names as a list, each once: not again what a longer entry before it says. */
export function joinNames(raws: readonly string[]): string | null {
  const seen = new Set<string>()
  const names: string[] = []
  for (const raw of raws) {
    const name = cleanName(raw)
    if (name === null || seen.has(fold(name))) continue
    for (const part of [name, ...name.split(AND)]) seen.add(fold(part))
    names.push(name)
  }
  return names.length === 0 ? null : names.slice(0, 8).join(', ')
}
