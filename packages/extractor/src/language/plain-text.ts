import { countSegments } from './count-words.ts'

const FENCE = /^ {0,40}(`{3,}|~{3,})/
const ESCAPE = /\\([!-/:-@[-`{-~])/g

/** Marks at the beginning of a line: of quotes, items, tasks and headings. */
const LINE_START = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s)|#{1,6}(?=\s))*/
/** What every other mark has one of. */
const MARKED = /[[\]*~_\\]/

/** Text of one line of Markdown: no marks, no link addresses, no images. */
function lineText(line: string): string {
  const text = line.replace(LINE_START, '')
  if (!MARKED.test(text)) return text
  return text
    .replace(/^\[\^[^\]]{1,40}\]:/, '')
    .replace(/\[\^[^\]\s]{1,40}\]/g, ' ')
    .replace(/!\[(?:\\.|[^[\]\\]){0,2000}\]\([^()\s]{0,4000}(?:\s+"(?:\\.|[^"\\]){0,1000}")?\)/g, '')
    .replace(/\]\([^()\s]{0,4000}(?:\s+"(?:\\.|[^"\\]){0,1000}")?\)/g, '')
    .replace(/(?<!\\)\[/g, '')
    .replace(/(?<!\\)(?:\*{1,3}|~~)/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_|(?<!\\)_(?![\p{L}\p{N}])/gu, '')
    .replace(ESCAPE, '$1')
}

/** Plain text of Markdown, one line per block; code keeps its words, addresses and images do not count. */
export function plainText(markdown: string): string {
  const out: string[] = []
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null
      else out.push(line)
    } else if (mark !== undefined && !line.slice(line.indexOf(mark) + mark.length).includes('`')) fence = mark
    else out.push(lineText(line))
  }
  return out.join('\n')
}

/** Words of Markdown's plain text, by the segmentation of the Unicode standard (`Intl.Segmenter`). */
export const countWords = (markdown: string): number => countSegments(plainText(markdown))
