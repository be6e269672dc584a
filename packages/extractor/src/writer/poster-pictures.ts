/** Pictures in posts that are no part of what is said: whoever wrote them, their rank, how many liked it, a rating that the head tells. */
import type { Element } from '../page/dom.ts'
import { readOnce } from '../page/once.ts'
import { ratingSaid } from '../page/rating.ts'
import { textOf } from '../page/text.ts'
import { MEMBER_PATH } from '../records/head.ts'

const SIGN = /(?:^|[\s_-])(?:badge|rank|reaction)(?:$|[\s_-])/i

/** What vBulletin calls the line of a quote that says whose it is, with signs for a quote and for the way to its post. */
const POSTED_BY = /(?:^|\s)bbcode_postedby(?:\s|$)/
const isPostedBy = (element: Element | null): boolean => POSTED_BY.test(element?.attributes.class ?? '')

/** Asked for every picture in the link. */
const isBlank = readOnce((link: Element) => textOf(link).trim() === '')

/** Whether a picture is all of a link to a member, or is called a sign of a board's own or a rating. */
export const isOfPoster = ({ parent, attributes }: Element): boolean =>
  ratingSaid(attributes.alt) !== null ||
  (attributes.class !== undefined && SIGN.test(attributes.class)) ||
  isPostedBy(parent?.tag === 'a' ? parent.parent : parent) ||
  (parent?.tag === 'a' && MEMBER_PATH.test(parent.attributes.href ?? '') && isBlank(parent))
