/** What readers wrote below an article: a part that is asked for by itself. */
import { type Block, lengthOf } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'
import { classIs } from '../../page/once.ts'

const COMMENTS = /(?:^|[\s_-])(?:comments?|comment-?list|comment-?thread|disqus)(?:$|[\s_-])/i
/** Less text than this above its comments is no article but what they talk about. */
const ARTICLE = 1_500

/** Boards call so what others call comments below an article. */
const BOARD = /(?:^|[./_-])(?:forums?|boards?|bbs|community|discuss(?:ions?)?|threads?|topics?)(?:[./_-]|$)/i

/** Leaves out comments that call themselves so, where an article stands beside them. */
export function dropComments(blocks: readonly Block[], keep: Uint8Array, address: string): void {
  const { host = '', pathname = '' } = URL.parse(address) ?? {}
  if (BOARD.test(host + pathname)) return
  const isCalled = classIs(COMMENTS)
  const isComments = (element: Element): boolean =>
    element.tag !== 'body' && (isCalled(element) || (element.attributes.id !== undefined && COMMENTS.test(element.attributes.id)))
  const comments = blocks.filter(({ index, container }) => keep[index] === 1 && closest(container, isComments) !== null)
  if (comments.length === 0 || lengthOf(blocks, keep) - lengthOf(comments) < ARTICLE) return
  for (const { index } of comments) keep[index] = 0
}
