import { type Element, find, type Node, onlyNode, Text } from '../page/dom.ts'
import { namesIn } from '../page/names.ts'
import { BLOCK_TAGS, keepsLines } from '../page/tags.ts'
import { textOf } from '../page/text.ts'
import { isGutter, numberElements } from './line-numbers.ts'

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    plaintext: 'text',
    plain: 'text',
    none: '',
    default: '',
    nohighlight: '',
    'no-highlight': '',
    text: 'text',
    ipython: 'python',
    ipython3: 'python',
  }),
)
const LANGUAGE =
  /(?:^|\s)(?:(?:language|lang|ltx_lst_language|highlight-source|mw-highlight-lang|brush:|sourceCode)[-_ ]|src-|lang:)([\p{L}\p{N}+#.][\p{L}\p{N}_+#.-]{0,24})(?=$|[\s;])/iu
/** Parameters of a highlighter in an attribute: Confluence writes them so, and names a theme among them. */
const PARAMETERS = /(?:^|[\s;|{,])["']?(?:brush|language|lang)["']?\s*[:=]\s*["']?([\p{L}\p{N}+#.][\p{L}\p{N}_+#.-]{0,24})/iu
/** Sphinx names the language so; elsewhere `highlight-`, `code-` and `tab-` go before parts of boxes as well, so a name behind them must be one of ours. */
const SPHINX = /(?:^|\s)highlight-(\S{1,25}) notranslate(?:\s|$)/
const BOX = /(?:^|\s)(?:code|highlight|hl|tab)-(\S{1,25})(?=\s|$)/i
const NAMES: ReadonlySet<string> = namesIn(
  'bash sh shell zsh fish console powershell python py python3 ipython ipython3 ruby rb javascript js jsx typescript ts tsx java kotlin scala groovy c cpp c++ ' +
    'csharp cs c# fsharp go golang rust rs swift objectivec objc php perl lua r julia haskell hs elixir erlang clojure ocaml dart sql mysql pgsql ' +
    'html xml css scss sass less json json5 jsonc yaml yml toml ini makefile cmake dockerfile docker nginx apache diff patch markdown md latex tex ' +
    'graphql proto protobuf solidity vim matlab fortran pascal delphi assembly asm nasm wasm terraform hcl nix zig nim crystal vue svelte http mermaid plantuml',
)

/** Elements for code, of which makers say the language in attributes of their own. */
const IS_CODE = /^(?:pre|code)$/

function named(element: Element): string | null {
  const { attributes } = element
  const explicit =
    attributes.more['data-lang'] ??
    attributes.more['data-language'] ??
    attributes.more['data-code-lang'] ??
    attributes.more['data-codetype'] ??
    attributes.more['data-enlighter-language'] ??
    attributes.more['data-syntax'] ??
    (IS_CODE.test(element.tag) ? (attributes.more.language ?? attributes.more.syntax) : undefined) ??
    PARAMETERS.exec(attributes.more['data-syntaxhighlighter-params'] ?? attributes.more['data-macro-parameters'] ?? '')?.[1]
  const found = explicit ?? inClass(attributes.class ?? '')
  if (found !== undefined) return found.trim() === '' ? null : found.trim().toLowerCase()
  // Short names of languages of programs are those of languages of people too.
  const lang = element.tag === 'pre' ? (attributes.more.lang?.toLowerCase() ?? '') : ''
  return lang.length > 2 && NAMES.has(lang) ? lang : null
}

function inClass(classes: string): string | undefined {
  const found = LANGUAGE.exec(classes)?.[1] ?? SPHINX.exec(classes)?.[1]
  const inBox = found === undefined ? BOX.exec(classes)?.[1]?.toLowerCase() : undefined
  return found ?? (inBox !== undefined && NAMES.has(inBox) ? inBox : undefined)
}

/** Between code and its box where its lines are numbered in a column. */
const CELLS = /^(?:td|tr|tbody|table)$/

const bare = (element: Element): string | null => {
  const classes = (element.attributes.class ?? '').toLowerCase().split(/\s+/)
  return classes.find((name) => NAMES.has(name)) ?? null
}

/** Language of a `pre`, from any of the usual markings on it, its `code` or the boxes right around it; empty when unknown. */
export function languageOf(pre: Element): string {
  const code = find(pre, (inner) => inner.tag === 'code')
  const around: Element[] = []
  for (let at = pre.parent; at && around.length < 3 && at.tag !== 'body' && at.tag !== 'article'; at = at.parent)
    if (!CELLS.test(at.tag)) around.push(at)
  const name =
    (code && named(code)) ??
    named(pre) ??
    (code && bare(code)) ??
    bare(pre) ??
    around
      .map((at) =>
        /highlight|code|sourceCode|syntax|snippet|language[-_]/i.test(at.attributes.class ?? '') ||
        at.attributes.more['data-lang'] !== undefined ||
        at.attributes.more['data-language'] !== undefined ||
        at.attributes.more['data-syntax'] !== undefined
          ? (named(at) ?? bare(at))
          : null,
      )
      .find((found) => found !== null) ??
    ''
  const clean = name.replace(/^(?:language|lang)-/, '').replace(/[^\p{L}\p{N}_+#.-]/gu, '')
  return ALIASES.get(clean) ?? clean
}

/** Whether `code` outside of a `pre` has lines of its own. */
export const holdsLines = (element: Element): boolean =>
  element.tag === 'code' &&
  (find(element, (inner) => inner.tag === 'br') !== null || (keepsLines(element) && /\S[^\S\n]*\n\s*\S/.test(textOf(element))))

/** The code with lines of its own that an element is, or that is all of it; null for others. */
export function codeIn(element: Element): Element | null {
  if (holdsLines(element)) return element
  const only = element.tag === 'span' ? onlyNode(element) : null
  return only?.kind === 'element' ? codeIn(only) : null
}

/** A line that holds a hard space to be seen at all. */
function isBlank(element: Element): boolean {
  const only = onlyNode(element)
  return only?.kind === 'text' && only.text === '\u00a0'
}

/** A line by its own style, which makes even a `span` one. */
const DRAWN_AS_BLOCK = /(?:^|[;\s])display\s*:\s*(?:block|flex|grid)/i
const LINE = /(?:^|\s)(?:line|code-line|view-line|hljs-ln-line|token-line|blob-code|crayon-line|cl|ec-line)(?:\s|$)/i

/** Lines of a change whose signs a page draws by their class alone: those of Shiki, and of Expressive Code. */
const CHANGED = /(?:^|\s)(?:line (?:\S+ ){0,3}diff (add|remove)|ec-line highlight (ins|del))(?:\s|$)/

/** The sign before a line that was put in or taken out; empty for others. */
function signOf(line: Element): string {
  const found = CHANGED.exec(line.attributes.class ?? '')
  return found === null ? '' : found[1] === 'add' || found[2] === 'ins' ? '+' : '-'
}

/**
 * Text of a `pre` as it is read, sign by sign: `<br>` and one-line elements make lines, line-number gutters go, and so do the newline right
 * behind the start tag, which HTML ignores, and those at the end.
 */
export function codeText(pre: Element): string {
  const counted = numberElements(pre)
  if (counted.length === 0) return new CodeReader(pre).text()
  // Numbers that count up are those of lines where each stands at the beginning of one, most have the line right behind them, and most lines one.
  const reader = new CodeReader(pre)
  const text = reader.text()
  const lines = text.match(/^.*\S/gm)?.length ?? 0
  const numbers = counted.find((elements) => {
    if (elements.length * 2 < lines) return false
    const behind = elements.map((number) => reader.starts.get(number))
    return (
      elements.every((number, at) => reader.starts.has(number) && !isSaid(behind[at])) &&
      behind.filter(endsLine).length * 2 < elements.length
    )
  })
  if (numbers === undefined) return text
  const code = new CodeReader(pre, new Set(numbers)).text()
  // The space behind each number is none of the code either.
  return /^(?:[ \u00a0].*|)(?:\n(?:[ \u00a0].*|))*$/.test(code) ? code.replace(/^[ \u00a0]/gm, '') : code
}

/** Whether nothing more stands on the line: a program has printed the number. */
const endsLine = (next: Node | undefined): boolean =>
  next !== undefined && (next.kind === 'text' ? /^[ \t]*\n/.test(next.text) : next.tag === 'br')

/** Whether what follows a number makes it a part of the code: `1: a`. */
const isSaid = (next: Node | undefined): boolean => next?.kind === 'text' && /^[:.,;)\]}=+*/%-]/.test(next.text)

/** What a page opens over its code: notes on a name, types, what is left out. */
const OPENED = /(?:^|\s)(?:tooltip-?(?:text|content)|[\w-]+-tooltip(?:-?text)?|twoslash-popup[\w-]*)(?:\s|$)/i

const isOpened = ({ tag, attributes }: Element): boolean => tag === 'summary' || OPENED.test(attributes.class ?? '')

/** Monaco writes lines wherever it has room for them, and says by their style where each is drawn. */
const TOP = /(?:^|[;\s])top\s*:\s*(\d{1,7})/i
const topOf = (node: Node): number => Number(node.kind === 'element' ? (TOP.exec(node.attributes.style ?? '')?.[1] ?? 0) : 0)

/** What a box of code holds, in the order in which it is drawn. Within a line of LaTeXML new lines are those of its source. */
const drawnIn = ({ attributes: { class: classes }, children }: Element): readonly Node[] =>
  classes?.startsWith('view-lines')
    ? children.toSorted((one, other) => topOf(one) - topOf(other))
    : classes === 'ltx_listingline'
      ? children.map((child) => (child.kind === 'text' ? new Text(child.text.replaceAll('\n', ''), child.parent) : child))
      : children

class CodeReader {
  /** Elements with which a line begins, and what follows each. */
  readonly starts = new Map<Element, Node | undefined>()
  readonly #pre: Element
  readonly #skipped: ReadonlySet<Element>
  readonly #parts: string[] = []
  #length = 0
  /** Nothing stands on the line yet. */
  #fresh = true
  /** Elements that are lines, with the layout of the source around them. */
  #inLines = false

  /** That of a changed line, before its first text. */
  #sign = ''

  /** Nothing but several pieces of code: each is drawn as a line. */
  readonly #isOfCode: boolean

  constructor(pre: Element, skipped: ReadonlySet<Element> = new Set()) {
    this.#pre = pre
    this.#skipped = skipped
    this.#isOfCode = pre.children.length > 1 && pre.children.every((at) => at.kind === 'element' && at.tag === 'code')
  }

  text(): string {
    this.#visit(this.#pre, undefined)
    // Hard spaces keep signs in their places where a page has no code: they are spaces. One alone keeps a line that is empty from closing up.
    const out = this.#parts
      .join('')
      .replace(/^[ \u00a0]$/gm, '')
      .replaceAll('\u00a0', ' ')
    const first = this.#pre.children[0]
    const code = first?.kind === 'text' && first.text.startsWith('\n') ? out.slice(1) : out
    return (this.#inLines ? code.replace(/^(?:[ \t]*\n)+/, '').trimEnd() : code).replace(/(?<!\n)\n+$/, '')
  }

  #add(text: string): void {
    if (text === '') return
    if (this.#sign !== '') this.#parts.push(this.#sign)
    this.#sign = ''
    this.#parts.push(text)
    this.#length += text.length
    this.#fresh = text.endsWith('\n')
  }

  #visit(node: Node, next: Node | undefined): void {
    if (node.kind === 'text' || node.tag === 'br') {
      this.#add(node.kind === 'text' ? node.text : '\n')
      return
    }
    const { tag } = node
    if (node !== this.#pre && (isGutter(node) || isOpened(node) || this.#skipped.has(node))) return
    if (tag === 'table' || tag === 'tbody' || tag === 'tr') {
      // Space between rows is layout, not code.
      const before = this.#length
      for (const [at, child] of node.children.entries()) if (child.kind === 'element') this.#visit(child, node.children[at + 1])
      // A row without anything is a line without anything.
      if (tag === 'tr' && (!this.#fresh || this.#length === before)) this.#add('\n')
      return
    }
    const drawn = (BLOCK_TAGS.has(tag) && tag !== 'td' && tag !== 'th') || DRAWN_AS_BLOCK.test(node.attributes.style ?? '')
    const isBox = node !== this.#pre && drawn
    const block = isBox || LINE.test(node.attributes.class ?? '') || (node.parent === this.#pre && this.#isOfCode)
    if (block && !this.#fresh && (tag !== 'span' || isBox)) this.#add('\n')
    const start = this.#length
    if (this.#fresh) this.starts.set(node, next)
    if (block) this.#sign ||= signOf(node)
    const children = drawnIn(node)
    if (!(block && isBlank(node))) for (const [at, child] of children.entries()) this.#visit(child, children[at + 1])
    if (block) this.#endLine(node, next, this.#length === start, isBox)
  }

  #endLine(line: Element, next: Node | undefined, empty: boolean, isBox: boolean): void {
    if (line.tag !== 'span' || isBox) {
      this.#inLines = true
      if ((!this.#fresh || empty) && !(next?.kind === 'text' && next.text.startsWith('\n'))) this.#add('\n')
    } else if (next?.kind === 'element' && LINE.test(next.attributes.class ?? '') && (!this.#fresh || empty)) this.#add('\n')
  }
}

/** A fenced block whose fence is longer than any run of ticks inside. */
export function fence(code: string, language: string): string {
  let longest = 2
  for (const run of code.match(/^ {0,3}`{3,}/gm) ?? []) longest = Math.max(longest, run.trimStart().length)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${code}${code === '' ? '' : '\n'}${ticks}`
}
