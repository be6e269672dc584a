/** Texts of elements, and their white space. */
import type { Node } from './dom.ts'
import { BLOCK_TAGS } from './tags.ts'

// A lone space is no match: in prose there is one at every word.
const SPACES = /[\t\n\f\r\u00a0\u2028\u2029][\t\n\f\r \u00a0\u2028\u2029]*| [\t\n\f\r \u00a0\u2028\u2029]+/g

/** Every run of white space becomes one space. */
export const collapse = (text: string): string => text.replace(SPACES, ' ')

/** Runs of white space become one space; none at either end. */
export const squeeze = (text: string): string => collapse(text).trim()

/** All text below a node, in order, unchanged. The guard bounds the depth, so recursion is safe. */
export function textOf(node: Node): string {
  if (node.kind === 'text') return node.text
  let text = ''
  for (const child of node.children) text += textOf(child)
  return text
}

/** All text below a node, with a space where a line or a block begins. */
export function spacedText(node: Node): string {
  if (node.kind === 'text') return node.text
  let text = node.tag === 'br' || BLOCK_TAGS.has(node.tag) ? ' ' : ''
  for (const child of node.children) text += spacedText(child)
  return text
}

/** Whether a node is white space between others, which a line does not show. */
export const isBlank = (node: Node): boolean => node.kind === 'text' && node.text.trim() === ''

/** What has words at its edge runs into what stands beside it without a space. */
export const ENDS_IN_WORD = /[\p{L}\p{N}]$/u
export const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u

/** Nodes that are looked through for a word. */
const MOST = 100

/** Whether a node says something. What holds many nodes does, as far as it matters. */
export function hasWords(node: Node): boolean {
  const nodes = [node]
  for (let at = 0; at < nodes.length; at += 1) {
    const next = nodes[at]!
    if (at >= MOST || (next.kind === 'text' && next.text.trim() !== '')) return true
    if (next.kind === 'element') for (const child of next.children.slice(0, MOST)) nodes.push(child)
  }
  return false
}
