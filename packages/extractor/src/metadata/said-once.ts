/** Words by which pages say that a day is theirs, and the days that one says once, in lines far from its title. */
import type { Block } from '../page/blocks.ts'
import { datetimeOf, isTime } from '../page/tags.ts'
import { toIsoDate, writtenDate } from './date.ts'

/** Words for that a page came out, and for that it was changed. */
export const PUBLISHED =
  /(?<!\p{L})(?:published|posted|publi[ée]e?|veröffentlicht|erschienen|publicad[oa]|pubblicat[oa]|created|gepubliceerd|opublikowan[aoey]|publicerad|publisert|udgivet|yayınlan\p{Ll}{1,6}|oluşturulma)(?!\p{L})|[发發][表布佈]|创建|建立于|投稿|公開日|作成日|опубликован|게시|작성일/iu
export const CHANGED =
  /(?<!\p{L})(?:last )?(?:updated|modified|reviewed|edited|aktualisiert|modifiée?|mise? à jour|actualizado|modifica|aggiornat[ao]|atualizad[ao]|bijgewerkt|zaktualizowan|aktualizacja|uppdaterad|opdateret|oppdatert|(?:son )?güncelle|diperbarui|обновлен|изменен)|(?:最[近后後終])?(?:更新|修改)|수정|업데이트/iu
/** Longer lines are prose, where a date may be that of anything. */
export const LONGEST_LINE = 80
const SAYS_PUBLISHED =
  /^(?:(?:this (?:post|article|story|page) was )?(?:(?:originally|first) )?(?:published|posted|submitted)\b|(?:本文|文章)?(?:首次|最初)?(?:[发發][表布佈]|创建|公開)(?:[于於日时時]))/i
const SAYS_CHANGED = new RegExp(`^(?:${CHANGED.source})`, 'iu')
/** So many lines of one make are those of a list, each of a thing on it. */
const MANY = 3

/**
 * The date of lines anywhere that begin with when the page was last changed, that beside its title first; null where they name several, and
 * where many are made as the first: those of a list, each of a thing on it.
 */
export function changedOnce(blocks: readonly Block[], besideTitle: string | null, dayFirst: boolean): string | null {
  const lines = blocks.filter(({ text }) => text.length <= LONGEST_LINE && SAYS_CHANGED.test(text))
  const dateOf = (line: Block): string | null => timeIn(line) ?? writtenDate(line.text, dayFirst)
  const dated = lines.filter((line) => dateOf(line) !== null)
  if (dated.filter(({ container }) => container.look === dated[0]!.container.look).length >= MANY) return null
  const dates = dated.map(dateOf)
  return besideTitle ?? (new Set(dates).size === 1 ? dates[0]! : null)
}

const timeIn = ({ nodes }: Block): string | null => {
  const time = nodes.find(({ parent }) => isTime(parent))?.parent
  return time ? toIsoDate(datetimeOf(time)) : null
}

/** What registers call it, in a line with other days or behind the name of who published: `NVD Published Date: 04/15/2024`. */
const LABELLED = /(?<!\p{L})(?:published date|date published):\s*(\S.{5,24})/iu
const LONGEST_LABELLED = 300

/** The date of the one such label anywhere; null where there are several. */
export function labelledOnce(blocks: readonly Block[], dayFirst: boolean): string | null {
  const days = blocks.flatMap(({ text }) => (text.length > LONGEST_LABELLED ? [] : (LABELLED.exec(text)?.[1] ?? [])))
  return days.length === 1 ? writtenDate(days[0]!, dayFirst) : null
}

/** The date of the one line anywhere that says when the page was published; null where several do. */
export function saidOnce(blocks: readonly Block[], dayFirst: boolean): string | null {
  const said = blocks.filter(({ text }) => text.length <= 140 && SAYS_PUBLISHED.test(text)).map(({ text }) => writtenDate(text, dayFirst))
  const dates = said.filter((date) => date !== null)
  return dates.length === 1 ? dates[0]! : null
}
