/** Where a firm or an office is, when it is open and how it is reached: short lines of which the scorer thinks little, and what its page is asked for. */
import { type Block, headingsIn, lengthOf, levelOf } from '../../page/blocks.ts'
import { boxOfBoth, closest, type Element, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { nextGap } from '../gaps.ts'
import { bodyOf } from './sections.ts'

const OUTSIDE = AROUND | FLAG.header | FLAG.aside | FLAG.form | FLAG.hidden | FLAG.noscript
const LONGEST = 500
/** What such a section is called. */
const CALLED =
  /^(?:contact(?: us| details| information)?|find us|visit us|reach us|get in touch|where (?:we are|to find us)|(?:our )?(?:office|location|address)|(?:(?:opening|office|business|store|working) )?(?:hours|times)|kontakt|anfahrt|öffnungszeiten|adresse|contacto|horarios?|dirección|nous (?:contacter|trouver)|horaires(?: d['’]ouverture)?|contatti|orari|contato|openingstijden|контакты|営業時間|アクセス|お問い合わせ)$/i
/** A number to call, an address of mail. */
const NUMBER = /^(?:(?:tel|phone|telephone|call(?: us)?|fax|mobile|telefon|tél)\w*(?: (?:no|number))?[.:]* *)?\+?\(?\d[\d ()./-]{6,18}\d$/i
const MAIL = /^(?:e-?mail:? *)?[\w.+-]+@[\w-]+\.[\w.]+$/i
/** These and hours. */
const FACTS: readonly RegExp[] = [NUMBER, MAIL, /\d(?:[:.]\d\d)? ?(?:am|pm|uhr)? ?(?:[–—-]|to|bis) ?\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|uhr)?$/i]

const isFact = ({ text, container }: Block): boolean =>
  FACTS.some((fact) => fact.test(text)) || closest(container, ({ tag }) => tag === 'address') !== null

const calls = ({ tag, attributes: { href } }: Element): boolean => tag === 'a' && href?.startsWith('tel:') === true

/** Whether a line is nothing but a number, and a link that calls it. */
export const isTelephone = ({ text, links, nodes }: Block): boolean =>
  links === 1 && NUMBER.test(text) && nodes.some(({ parent }) => closest(parent, calls) !== null)

/** Boxes for how somebody is reached in the text of a page, as GOV.UK and microformats call them. */
const BOX = /(?:^|\s)(?:contact|vcard|h-card)(?:\s|$)/
const CALLS = /\d[\d ()./-]{6,18}\d(?:\D|$)/

/** Lines of an address, and characters of one. */
const LINES = { most: 6, longest: 60 }
const isLineOf = ({ container, text }: Block, { container: before }: Block): boolean =>
  container.tag === 'p' && before.tag === 'p' && container.parent === before.parent && text.length <= LINES.longest

/** Keeps such boxes beside kept text, and the lines of an address of which those before its mail are kept. */
function keepReached(blocks: readonly Block[], keep: Uint8Array): void {
  for (let at = nextGap(keep, 1); at !== -1; at = nextGap(keep, at + 1)) {
    const { container, text, flags } = blocks[at]!
    if ((flags & (OUTSIDE | FLAG.button)) !== 0 || text.length > LONGEST) continue
    const before = blocks[at - 1]!
    const box = closest(container, ({ attributes }) => BOX.test(attributes.class ?? ''))
    if (box !== null && CALLS.test(text) && box.parent !== null && isWithin(before.container, box.parent)) keep[at] = 1
    let to = at
    while (to < blocks.length && to - at < LINES.most && isLineOf(blocks[to]!, before)) to += 1
    if (blocks.slice(at, to).some((line) => MAIL.test(line.text))) keep.fill(1, at, to)
  }
}

/** Keeps such a section, with its heading. */
export function keepContact(blocks: readonly Block[], keep: Uint8Array): void {
  keepReached(blocks, keep)
  for (const at of headingsIn(blocks)) {
    const head = blocks[at]!
    const next = blocks[at + 1]
    if (next === undefined || levelOf(head) < 2 || !CALLED.test(head.text) || (head.flags & OUTSIDE) !== 0) continue
    // Makers of pages put a heading into boxes of its own.
    const box = boxOfBoth(head.container, next.container)
    const body = box === null ? [] : bodyOf(blocks, head, box).filter(({ flags }) => (flags & (OUTSIDE | FLAG.button)) === 0)
    if (body.length > 0 && lengthOf(body) <= LONGEST && body.some(isFact)) for (const { index } of [head, ...body]) keep[index] = 1
  }
}
