/** What is meant for programs: expressions that one would have filled in before anybody saw them, and data that one reads. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { leaveOut } from '../../page/plain.ts'

const EXPRESSIONS =
  /^(?:\{\{[^{}]{1,300}\}\}|\{%[^%]{1,300}%\}|<%[^%]{1,300}%>|\$\(\s*[a-z]\w*(?:\.\w+)+\s*\)|\$\{\s*[a-z][\w.]*\s*\}|\[\[\s*[a-z][\w.]*\s*\]\]|\s)+$/i

/** Data of a page for its scripts; shorter ones may be an example without the markup of one. */
const DATA = /^\[?\s?\{\s?"[^"]{1,80}"\s?:/
const SHORTEST_DATA = 400

const isData = (text: string): boolean => text.length >= SHORTEST_DATA && DATA.test(text) && /[}\]]$/.test(text)

const isCode = ({ tag }: Element): boolean => /^(?:code|kbd|samp|tt)$/.test(tag)

/** A page more of which is data is there to show them. */
const SHARE = 0.9

/** Leaves out blocks that are nothing but expressions of a template or data; in code they are meant. */
export const dropExpressions = (blocks: readonly Block[], keep: Uint8Array): void =>
  leaveOut(
    blocks,
    keep,
    SHARE,
    ({ text, flags, nodes }) =>
      (flags & FLAG.pre) === 0 && (EXPRESSIONS.test(text) || isData(text)) && closest(nodes[0]!.parent, isCode) === null,
  )
