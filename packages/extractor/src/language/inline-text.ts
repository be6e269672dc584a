/** The text of one block of Markdown of ours, as a reader sees it: without marks, addresses and pictures. */
import { decodeHTMLStrict } from 'entities'
import { DESTINATION } from '../body/destination.ts'
import { pairRuns, type Run, runAt } from './marks.ts'

/** What every text that is not its own source has one of. */
const MARKED = /[[\]*~_\\`]|&[a-z#]/i

const LEADS = new RegExp(DESTINATION, 'y')

/** A break; an escape; ticks; a formula; a reference to a note; an entity; brackets; marks. In a formula no sign is a mark or an escape. */
const SIGN =
  /\\(\n)|\\([!-/:-@[-`{-~])|(`+)|(\$\$(?:\\[\s\S]|[^$\\`]){1,4000}\$\$|\$(?![\s$])(?:\\[\s\S]|[^$\\`]){1,4000}(?<![\s\\])\$(?!\d))|(\[\^[^\]\s\\]{1,40}\])|(&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});)|(!?\[|\])|\*+|_+|~+/gi

/** The text of the lines of one block, or of one cell of a table. @param keepsStruck whether what is struck out keeps the marks of that */
export function inlineText(text: string, keepsStruck = false): string {
  if (!MARKED.test(text)) return text
  const ticks = ticksBySize(text)
  const out: string[] = []
  const open: { readonly piece: number; readonly runs: number; readonly isPicture: boolean }[] = []
  const runs: { readonly run: Run; readonly piece: number }[] = []
  const settle = (from: number): void => {
    if (runs.length === from) return
    const inside = runs.splice(from)
    pairRuns(inside.map(({ run }) => run))
    for (const { run, piece } of inside) if (!keepsStruck || run.sign !== '~') out[piece] = run.sign.repeat(run.left)
  }
  let from = 0
  SIGN.lastIndex = 0
  for (let found = SIGN.exec(text); found !== null; found = SIGN.exec(text)) {
    const { index } = found
    const sign = found[0]
    const tickRun = found[3]
    const bracket = found[7]
    const said = found[1] ?? found[2] ?? found[4] ?? (found[6] === undefined ? undefined : decodeHTMLStrict(sign))
    out.push(text.slice(from, index))
    from = index + sign.length
    if (said !== undefined) out.push(said)
    else if (tickRun !== undefined) {
      const end = nextOf(ticks.get(sign.length), from)
      out.push(end === undefined ? sign : codeIn(text.slice(from, end)))
      if (end !== undefined) from = end + sign.length
    } else if (bracket !== undefined) {
      const opened = sign === ']' ? open.pop() : undefined
      LEADS.lastIndex = index
      if (sign !== ']') open.push({ piece: out.length, runs: runs.length, isPicture: sign === '![' })
      if (opened === undefined || !LEADS.test(text)) out.push(sign)
      else {
        settle(opened.runs)
        if (opened.isPicture) out.length = opened.piece
        else out[opened.piece] = ''
        from = LEADS.lastIndex
      }
    } else if (found[5] === undefined) {
      const run = runAt(text, index, from)
      if (run.opens || run.closes) runs.push({ run, piece: out.length })
      out.push(sign)
    }
    SIGN.lastIndex = from
  }
  out.push(text.slice(from))
  settle(0)
  return out.join('')
}

/** One space is no part of code that begins and ends with one. */
const codeIn = (code: string): string => (code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code)

/** Where the runs of ticks stand, by their size; the last first. */
function ticksBySize(text: string): ReadonlyMap<number, number[]> {
  const bySize = new Map<number, number[]>()
  if (!text.includes('`')) return bySize
  for (const { index, 0: ticks } of [...text.matchAll(/`+/g)].reverse()) {
    const known = bySize.get(ticks.length)
    if (known) known.push(index)
    else bySize.set(ticks.length, [index])
  }
  return bySize
}

/** Where the first of the runs stands that begins at `from` or behind it; those before it are forgotten. */
function nextOf(runs: number[] | undefined, from: number): number | undefined {
  while (runs !== undefined && runs.length > 0 && runs.at(-1)! < from) runs.pop()
  return runs?.at(-1)
}
