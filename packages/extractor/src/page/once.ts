/** What is worked out once: for an object, or for all elements of a page that look alike. */
import type { Element } from './dom.ts'

/**
 * What is read of an object once, by whoever asks first. It may name no element: of a WeakMap V8's young collections take all values for alive, and
 * one from which its own key is reached would keep its page until the next full collection.
 */
export function readOnce<Key extends WeakKey, Value extends NonNullable<unknown>>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = read(key)
      known.set(key, value)
    }
    return value
  }
}

/** What depends on nothing but tag and class, worked out once for all elements of one page that share them; made anew for each page. */
export function byLook<Value extends NonNullable<unknown>>(read: (element: Element) => Value): (element: Element) => Value {
  // A list that begins with a number would be one of numbers to V8, one with gaps another again, and all code that has read the one would be
  // compiled anew for the next.
  const known: (Value | undefined)[] = [undefined]
  return (element) => {
    while (known.length <= element.look) known.push(undefined)
    known[element.look] ??= read(element)
    return known[element.look]!
  }
}

/** Whether a class of an element matches, worked out once for all that share it on one page. No pattern may match an empty text. */
export const classIs = (pattern: RegExp): ((element: Element) => boolean) =>
  byLook(({ attributes }) => pattern.test(attributes.class ?? ''))
