/** Lists in a `pre`, each line a link and what is said of it: the files of a folder, the threads of an archive. As code they would lose where they lead. */
import type { Element } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'
import { inline } from './content.ts'
import type { Context } from './context.ts'
import { writeLine } from './inline.ts'
import { InlineRun } from './inline-run.ts'

type Line = { links: Element[]; before: string; behind: string }

/** Fewer lines are no list. */
const LEAST = 2

/** The list that a `pre` is; null where it is anything else. */
export function linkLines(pre: Element, context: Context): string[] | null {
  const items: { link: Element; said: string }[] = []
  for (const { links, before, behind } of linesOf(pre) ?? []) {
    const [link, more] = links
    if (link === undefined) {
      const last = items.at(-1)
      // What is said of a link may go on below it.
      if (last === undefined || !/^\s/.test(before)) return null
      last.said += ` ${squeeze(before)}`
    } else if (links.every(sorts)) continue
    else if (more !== undefined || squeeze(before) !== '' || !leadsAway(link)) return null
    else items.push({ link, said: squeeze(behind) })
  }
  return items.length < LEAST ? null : [items.map((item) => `- ${written(item, context)}`).join('\n')]
}

/** Whether a link at the head of a column puts the lines into another order. */
const sorts = ({ attributes: { href = '' } }: Element): boolean => href.startsWith('?')

const leadsAway = (link: Element): boolean => link.attributes.href?.startsWith('#') === false && !/^\s*(?:\d+\s*)?$/.test(textOf(link))

/** Lines that hold nothing but text, links and pictures; null for a `pre` that begins with a text, or holds other things. */
function linesOf(pre: Element): Line[] | null {
  const first = pre.children.find((child) => child.kind === 'element' || child.text.trim() !== '')
  if (pre.tag !== 'pre' || first?.kind !== 'element' || !/^(?:a|img)$/.test(first.tag)) return null
  const lines: Line[] = []
  let line: Line = { links: [], before: '', behind: '' }
  const end = () => {
    if (line.links.length > 0 || line.before.trim() !== '') lines.push(line)
    line = { links: [], before: '', behind: '' }
  }
  for (const child of pre.children) {
    if (child.kind === 'element') {
      if (child.tag === 'hr') end()
      else if (child.tag === 'a' && child.attributes.href !== undefined) line.links.push(child)
      else if (child.tag !== 'img') return null
      continue
    }
    for (const [at, text] of child.text.split('\n').entries()) {
      if (at > 0) end()
      if (line.links.length === 0) line.before += text
      else line.behind += text
    }
  }
  end()
  return lines
}

function written({ link, said }: { link: Element; said: string }, context: Context): string {
  const run = new InlineRun()
  inline(link, run.items, run, context)
  run.text(run.items, ` ${said}`)
  return writeLine(run.items)
}
