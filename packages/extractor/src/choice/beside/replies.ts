/** Whose the answer to a review is: without the line that says so it reads as what the reviewer wrote. */
import { type Block, isSeen } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'

/** What announces the answer of who is reviewed. */
const FROM =
  /^(?:(?:reply|response|answer|comment) (?:from|by)|(?:antwort|kommentar) (?:von|vom|des)|réponse d(?:e|u|es|['’])|respuesta de(?:l)?|risposta d(?:a|i|el|al)|resposta d[aeo]|antwoord van|svar fr(?:a|ån)|odpowiedź od) ?\p{L}/iu
const LONGEST = 100
/** Lines between it and the answer: when that was written. */
const BETWEEN = 2

/** Keeps the line above a kept answer in a review or a post that says whose it is, with the day below it. */
export function keepReplies(blocks: readonly Block[], posts: ReadonlyMap<Element, unknown>, keep: Uint8Array): void {
  const postOf = ({ container }: Block): Element | null => closest(container, (at) => posts.has(at))
  for (const block of posts.size === 0 ? [] : blocks) {
    const { index, text } = block
    if (text.length > LONGEST || !FROM.test(text) || !isSeen(block)) continue
    const post = postOf(block)
    const behind = blocks.slice(index + 1, index + BETWEEN + 2).filter((line) => postOf(line) === post)
    const answer = behind.find((line) => keep[line.index] === 1)
    if (post === null || answer === undefined) continue
    for (let at = index; at < answer.index; at += 1) if (isSeen(blocks[at]!)) keep[at] = 1
  }
}
