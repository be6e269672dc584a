/** Whether a body that does not say so is Markdown, by the lines that only Markdown has. */

/** Characters in which its lines are looked for. */
const ENOUGH = 50_000

/** What an HTML page or a piece of one has, and Markdown outside of its code has not: Markdown holds paragraphs, pictures and boxes that fold. */
const PAGE =
  /<(?:!doctype|html|head|body|title|meta|link|base|script|style|pre|textarea|xmp|iframe|frameset|form|nav|header|footer|main|article|section)[\s>]/i

const FRONT = /^\ufeff?---[ \t]*\n(?:[\w-]{1,40}:.*\n){1,40}---[ \t]*\n/
const FENCE = /^(`{3,}|~{3,})/
const HEADING = /^#{1,6} \S/
const KINDS = {
  list: /^(?:[-*+]|\d{1,3}[.)]) \S/,
  rows: /^\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:? *)?$/,
  link: /!?\[[^\]\n]{1,300}\]\([^()\s]{1,2000}\)/,
  strong: /(?:^|[\s(])\*\*[^\s*][^*\n]{0,300}\*\*/,
} as const

/**
 * Whether the text is Markdown: headings, code between fences or front matter, and something else that only Markdown has. Of text without tags
 * (`isPlain`) more is asked, as it can be read as it is: settings and scripts have comments, lists and addresses in them too.
 */
export function isMarkdownForm(text: string, isPlain: boolean): boolean {
  const start = text.slice(0, ENOUGH).replace(/\r\n?/g, '\n')
  const found = new Set<'heading' | 'code' | 'front' | keyof typeof KINDS>()
  if (FRONT.test(start)) found.add('front')
  const lines: string[] = []
  let open: string | null = null
  for (const line of start.split('\n')) {
    const marks = FENCE.exec(line)?.[1]
    if (open !== null) {
      if (marks?.startsWith(open) && line.trim() === marks) {
        found.add('code')
        open = null
      }
      continue
    }
    if (marks !== undefined) {
      open = marks
      continue
    }
    const isBehindEmpty = /^\s*$|-->\s*$/.test(lines.at(-1)?.slice(-200) ?? '')
    lines.push(line)
    if (isBehindEmpty && HEADING.test(line)) found.add('heading')
    // Object.entries loses the names.
    for (const [kind, pattern] of Object.entries(KINDS))
      if (!found.has(kind as keyof typeof KINDS) && line.length < 5_000 && pattern.test(line)) found.add(kind as keyof typeof KINDS)
  }
  if (isPlain) found.delete('list')
  const isOwn = found.has('heading') || found.has('code') || found.has('front')
  return isOwn && found.size >= (isPlain ? 3 : 2) && !PAGE.test(lines.join('\n').replace(/`[^`\n]{1,300}`/g, ''))
}
