import { closest, type Element, type Having, listOf } from './dom.ts'
import { LIMITS } from './limits.ts'

/** Parts of one page that are moved; more than any framework streams. */
const PARTS = 500

/**
 * React sends late parts of a page at its end (`<div hidden id="S:1">`) and a script moves them to their place (`<template id="B:1">`).
 * This does the moving, so that the text is neither hidden nor out of order.
 * @returns whether there were such parts
 */
export function placeStreamed({ id }: Having): boolean {
  const places = new Map<string, Element>()
  const parts: Element[] = []
  for (const element of id) {
    const name = element.attributes.id!
    if (element.tag === 'template' && /^[BP]:/.test(name)) places.set(name.slice(2), element)
    else if (name.startsWith('S:') && element.attributes.hidden !== undefined && parts.length < PARTS) parts.push(element)
  }
  for (const part of parts) {
    part.attributes.hidden = undefined
    const place = places.get(part.attributes.id!.slice(2))
    // A part that holds its own place, or would make the tree deeper than the guard allows, stays where it is.
    if (!place?.parent || depthOf(place) + heightOf(part) > LIMITS.depth || closest(place, (at) => at === part)) continue
    const from = part.parent!
    from.children = from.children.filter((child) => child !== part)
    place.parent.children = listOf(place.parent.children.map((child) => (child === place ? part : child)))
    part.parent = place.parent
  }
  return parts.length > 0
}

const heightOf = (element: Element): number => {
  let height = 0
  for (const child of element.children) if (child.kind === 'element') height = Math.max(height, heightOf(child))
  return height + 1
}

export function depthOf(element: Element): number {
  let depth = 0
  for (let at = element.parent; at; at = at.parent) depth += 1
  return depth
}

const PART = '<div hidden id="S:'
const PLACE = '<template id="B:'
const END = '<!--/$-->'

/** Whether a page holds a part. By the end of its name: what begins as every tag does is looked for as long as the page is read. */
function hasPart(html: string): boolean {
  for (let at = html.indexOf('S:'); at !== -1; at = html.indexOf('S:', at + 2)) if (html.endsWith(PART, at + 2)) return true
  return false
}

/** A page without what React shows in the place of a part until this part, which is here, has come. */
export function withoutFallbacks(html: string): string {
  if (!hasPart(html)) return html
  const come = new Set(Array.from(html.matchAll(/<div hidden id="S:(\w{1,8})"/g), ([, name]) => name))
  let kept = ''
  let from = 0
  for (let at = html.indexOf(PLACE); at !== -1; at = html.indexOf(PLACE, Math.max(at + 1, from))) {
    const [place, name] = /^<template id="B:(\w{1,8})"><\/template>/.exec(html.slice(at, at + PLACE.length + 24)) ?? []
    if (place === undefined || !come.has(name)) continue
    const end = html.indexOf(END, at)
    if (end === -1) break
    kept += html.slice(from, at + place.length)
    from = end
  }
  return kept + html.slice(from)
}
