/** What boards put below every post of somebody: no part of what the post says. */
import { closest, type Element } from '../page/dom.ts'
import { byLook } from '../page/once.ts'

const SIGNATURE = /(?:^|[\s_-])(?:post|member)?-?signature(?:$|[\s_-])/i

/** Whether an element in a post is such a signature, or stands in one. */
export function inSignature(): (element: Element, post: Element) => boolean {
  const isSignature = byLook(({ attributes }) => attributes.class !== undefined && SIGNATURE.test(attributes.class))
  return (element, post) => {
    const at = closest(
      element,
      (around) => around === post || isSignature(around) || around.attributes.more['data-role'] === 'memberSignature',
    )
    return at !== null && at !== post
  }
}
