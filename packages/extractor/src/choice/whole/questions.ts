/** Questions and answers that a page's own data name: schema.org has FAQPage for what the page's maker asks and answers. */
import { fold, foldedWords, tidy } from '../../metadata/text.ts'
import { type Block, lengthOf } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { isRecord, type LdNode, textValue, typesOf } from '../../page/json-ld.ts'
import { HEADINGS } from '../../page/tags.ts'

/** As many must be on the page with their answers, and so many are read. */
const LEAST = 2
const MOST = 200
const LONGEST_QUESTION = 300
const LONGEST_ANSWER = 20_000
/** Share of the words of a block that the answer must have: data and page are often of different ages. */
const SAME = 0.8
/** How far above the first question its heading stands: an introduction may follow it. */
const ABOVE = 2

function answerOf({ acceptedAnswer }: LdNode): string {
  const [answer] = [acceptedAnswer].flat()
  return isRecord(answer) ? (tidy(textValue(answer.text), LONGEST_ANSWER) ?? '') : ''
}

/** Answers by their folded questions. */
function questionsOf(page: Page): Map<string, string> {
  const found = new Map<string, string>()
  for (const node of page.jsonLd.nodes) {
    if (!typesOf(node).includes('FAQPage')) continue
    for (const question of [node.mainEntity].flat().slice(0, MOST)) {
      if (isRecord(question)) found.set(fold(tidy(textValue(question.name), LONGEST_QUESTION) ?? ''), answerOf(question))
    }
  }
  found.delete('')
  return found
}

/** Keeps what a page's data call its questions, each with the text below it that its answer has, and the heading of them all. */
export function keepQuestions(page: Page, blocks: readonly Block[], keep: Uint8Array): void {
  const answers = questionsOf(page)
  if (answers.size < LEAST) return
  const found: number[][] = []
  let own: number[] = []
  let words: ReadonlySet<string> | null = null
  for (const { index, text, flags } of blocks) {
    const question = text.length <= LONGEST_QUESTION ? fold(text) : ''
    const answer = answers.get(question)
    if (answer !== undefined) {
      answers.delete(question)
      words = isFramed(flags) ? null : foldedWords(answer)
      own = [index]
    } else if (words !== null && isOf(text, words)) {
      if (own.length === 1) found.push(own)
      own.push(index)
      // Signs that open and close an answer have no words.
    } else if (/[\p{L}\p{N}]/u.test(text)) words = null
  }
  const asked = found.flat().map((index) => blocks[index]!)
  const kept = lengthOf(asked, keep)
  // What is longer than all else is no part of it.
  if (found.length < LEAST || lengthOf(asked) - kept > lengthOf(blocks, keep)) return
  for (const { index } of asked) keep[index] = 1
  const first = found[0]![0]!
  for (let at = first - 1; at >= Math.max(0, first - ABOVE); at -= 1)
    if (HEADINGS.has(blocks[at]!.container.tag)) {
      keep.fill(1, at, first)
      return
    }
}

/** Whether something stands in the frame of the page; the footer of an article is none of it. */
const isFramed = (flags: number): boolean =>
  (flags & AROUND & ~FLAG.footer) !== 0 || ((flags & FLAG.footer) !== 0 && (flags & (FLAG.article | FLAG.main)) === 0)

function isOf(text: string, answer: ReadonlySet<string>): boolean {
  const words = [...foldedWords(text)]
  return words.length > 0 && words.filter((word) => answer.has(word)).length >= words.length * SAME
}
