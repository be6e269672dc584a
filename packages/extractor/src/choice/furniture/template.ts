/** Expressions that a program would have filled in before anybody saw them. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'

const EXPRESSIONS =
  /^(?:\{\{[^{}]{1,300}\}\}|\{%[^%]{1,300}%\}|<%[^%]{1,300}%>|\$\(\s*[a-z]\w*(?:\.\w+)+\s*\)|\$\{\s*[a-z][\w.]*\s*\}|\[\[\s*[a-z][\w.]*\s*\]\]|\s)+$/i

const isCode = ({ tag }: Element): boolean => /^(?:code|kbd|samp|tt)$/.test(tag)

/** Leaves out blocks that are nothing but expressions of a template; in code they are meant. */
export function dropExpressions(blocks: readonly Block[], keep: Uint8Array): void {
  for (const { index, text, flags, nodes } of blocks)
    if (keep[index] === 1 && (flags & FLAG.pre) === 0 && EXPRESSIONS.test(text) && closest(nodes[0]!.parent, isCode) === null)
      keep[index] = 0
}
