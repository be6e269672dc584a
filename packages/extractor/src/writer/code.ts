import { BLOCK_TAGS, type Element, find, type Node, textOf } from '../page/dom.ts'

const ALIASES: Readonly<Record<string, string>> = {
  plaintext: 'text',
  plain: 'text',
  none: '',
  nohighlight: '',
  'no-highlight': '',
  text: 'text',
}
const LANGUAGE =
  /(?:^|\s)(?:language|lang|highlight-source|brush:|sourceCode|src|code|prettyprint lang)[-_ ]([a-z0-9+#.][\w+#.-]{0,24})(?=$|[\s;])/i
const NAMES: ReadonlySet<string> = new Set(
  (
    'bash sh shell zsh fish console powershell python py python3 ruby rb javascript js jsx typescript ts tsx java kotlin scala groovy c cpp c++ ' +
    'csharp cs c# fsharp go golang rust rs swift objectivec objc php perl lua r julia haskell hs elixir erlang clojure ocaml dart sql mysql pgsql ' +
    'html xml css scss sass less json json5 jsonc yaml yml toml ini makefile cmake dockerfile docker nginx apache diff patch markdown md latex tex ' +
    'graphql proto protobuf solidity vim matlab fortran pascal delphi assembly asm nasm wasm terraform hcl nix zig nim crystal vue svelte http'
  ).split(' '),
)

function named(element: Element): string | null {
  const { attributes } = element
  const explicit = attributes['data-lang'] ?? attributes['data-language'] ?? attributes['data-code-lang'] ?? attributes['data-codetype']
  const found = explicit ?? LANGUAGE.exec(attributes.class ?? '')?.[1]
  return found === undefined || found.trim() === '' ? null : found.trim().toLowerCase()
}

const bare = (element: Element): string | null => {
  const classes = (element.attributes.class ?? '').toLowerCase().split(/\s+/)
  return classes.find((name) => NAMES.has(name)) ?? null
}

/** Language of a `pre`, from any of the usual markings on it, its `code` or the boxes right around it; empty when unknown. */
export function languageOf(pre: Element): string {
  const code = find(pre, (inner) => inner.tag === 'code')
  const around: Element[] = []
  for (let at = pre.parent; at && around.length < 3 && at.tag !== 'body' && at.tag !== 'article'; at = at.parent) around.push(at)
  const name =
    (code && named(code)) ??
    named(pre) ??
    (code && bare(code)) ??
    bare(pre) ??
    around
      .map((at) =>
        /highlight|code|sourceCode|syntax|snippet|language-/i.test(at.attributes.class ?? '') ||
        at.attributes['data-lang'] !== undefined ||
        at.attributes['data-language'] !== undefined
          ? (named(at) ?? bare(at))
          : null,
      )
      .find((found) => found !== null) ??
    ''
  const clean = name.replace(/^(?:language|lang)-/, '').replace(/[^\w+#.-]/g, '')
  return ALIASES[clean] ?? clean
}

const GUTTER =
  /(?:^|\s)(?:line-?numbers?(?:-rows)?|lineno|linenos|gutter|hljs-ln-numbers|ln-num|blob-num|rouge-gutter|line-number|copy(?:-?(?:btn|button|code))?|code-copy|clipboard)(?:\s|$)/i
const LINE = /(?:^|\s)(?:line|code-line|view-line|hljs-ln-line|token-line|blob-code|cl|ec-line)(?:\s|$)/i

/** Classes too short to tell by themselves: numbers alone in such an element are those of lines. */
const NUMBERS = /(?:^|\s)(?:lnt?|lno|num|nums|line-num|l-num|ln-\w+)(?:\s|$)/i

/** Line numbers beside code, as an element of their own. */
export const isNumberColumn = (element: Element): boolean =>
  GUTTER.test(element.attributes.class ?? '') && /^[\s\d.:]*$/.test(textOf(element))

const isGutter = (element: Element): boolean =>
  element.tag === 'button' ||
  GUTTER.test(element.attributes.class ?? '') ||
  (NUMBERS.test(element.attributes.class ?? '') && /^\s*\d+\s*$/.test(textOf(element))) ||
  (element.attributes['data-line-number'] !== undefined && element.children.length === 0)

/** Whether code is nothing but the numbers of its lines, each one more than the one above it. */
export const isNumbering = (code: string): boolean => {
  if (!/^\s*\d+(?:\s*\n\s*\d+)+\s*$/.test(code)) return false
  const numbers = code.trim().split(/\s*\n\s*/)
  return numbers.every((number, at) => Number(number) === Number(numbers[0]) + at)
}

/** Whether the rows of a table are lines of code, each with its number in a cell of its own. */
export const isCodeTable = (rows: readonly (readonly Element[])[]): boolean =>
  rows.length > 0 &&
  rows.every(([number, line, more]) => number !== undefined && line !== undefined && more === undefined && isGutter(number))

/**
 * Text of a `pre` as it is read, sign by sign: `<br>` and one-line elements make lines, line-number gutters go, and so do the newline right
 * behind the start tag, which HTML ignores, and those at the end.
 */
export function codeText(pre: Element): string {
  let out = ''
  let inLines = false
  const visit = (node: Node) => {
    if (node.kind === 'text') {
      out += node.text
      return
    }
    if (node.tag === 'br') {
      out += '\n'
      return
    }
    if (node !== pre && isGutter(node)) return
    if (node.tag === 'table' || node.tag === 'tbody') {
      // Space between rows is layout, not code.
      for (const child of node.children) if (child.kind === 'element') visit(child)
      return
    }
    if (node.tag === 'tr') {
      for (const child of node.children) if (child.kind === 'element') visit(child)
      if (!out.endsWith('\n')) out += '\n'
      return
    }
    const block =
      (BLOCK_TAGS.has(node.tag) && node.tag !== 'td' && node.tag !== 'th' && node !== pre) || LINE.test(node.attributes.class ?? '')
    if (block && out !== '' && !out.endsWith('\n') && node.tag !== 'span') out += '\n'
    const start = out.length
    for (const child of node.children) visit(child)
    if (!block) return
    inLines ||= node.tag !== 'span'
    const next = following(node)
    const followedByBreak = next?.kind === 'text' && next.text.startsWith('\n')
    if (node.tag !== 'span') {
      if (!out.endsWith('\n') || out.length === start) out += followedByBreak ? '' : '\n'
    } else if (next?.kind === 'element' && LINE.test(next.attributes.class ?? '') && (!out.endsWith('\n') || out.length === start))
      out += '\n'
  }
  visit(pre)
  const first = pre.children[0]
  if (first?.kind === 'text' && first.text.startsWith('\n')) out = out.slice(1)
  // What stands around elements that are lines is the layout of the source.
  return (inLines ? out.replace(/^(?:[ \t]*\n)+/, '').trimEnd() : out).replace(/\n+$/, '')
}

function following(node: Node): Node | null {
  const siblings = node.parent?.children ?? []
  const known = places.get(node.parent!)
  if (known) return siblings[known.get(node)! + 1] ?? null
  const places_ = new Map<Node, number>()
  for (let index = 0; index < siblings.length; index += 1) places_.set(siblings[index]!, index)
  places.set(node.parent!, places_)
  return siblings[places_.get(node)! + 1] ?? null
}
const places = new WeakMap<Element, Map<Node, number>>()

/** A fenced block whose fence is longer than any run of ticks inside. */
export function fence(code: string, language: string): string {
  let longest = 2
  for (const run of code.match(/^ {0,3}`{3,}/gm) ?? []) longest = Math.max(longest, run.trimStart().length)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${code}\n${ticks}`
}
