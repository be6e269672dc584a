/** Presentation MathML as TeX, for formulas that bring no TeX of their own. */
import type { Element, Node } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'

const FUNCTIONS = /^(?:sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|arcsin|arccos|arctan|log|ln|exp|lim|max|min|sup|inf|det|dim|ker|gcd|deg|arg)$/
/** Operators whose limits stand above and below; what else has something there has it stacked. */
const LIMITS = /^(?:[∑∏∐∫∬∭∮⋂⋃⋀⋁⨁⨂]|\\(?:lim|max|min|sup|inf|det|gcd))/
const OVER: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '¯': 'bar',
    '‾': 'overline',
    '^': 'hat',
    ˆ: 'hat',
    '~': 'tilde',
    '˜': 'tilde',
    '→': 'vec',
    '⃗': 'vec',
    '˙': 'dot',
    '.': 'dot',
    '¨': 'ddot',
    '⏞': 'overbrace',
  }),
)
const UNDER: ReadonlyMap<string, string> = new Map([
  ['_', 'underline'],
  ['⏟', 'underbrace'],
])
const SIGNS: Readonly<Record<string, string>> = {
  '−': '-',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  $: '\\$',
  '\\': '\\backslash ',
}

const escaped = (text: string): string => text.replace(/[−{}%#&$\\]|[\u2061-\u2064]/g, (sign) => SIGNS[sign] ?? '')
const group = (tex: string): string => (/^[\p{L}\p{N}]$/u.test(tex) ? tex : `{${tex}}`)
const elements = (element: Element): Element[] => element.children.filter((child): child is Element => child.kind === 'element')

const ENDS_IN_COMMAND = /\\[a-z]{1,20}$/i
/** A command ends where no letter follows. */
function join(parts: readonly string[]): string {
  const shown = parts.filter((part) => part !== '')
  return shown
    .map((part, index) => (ENDS_IN_COMMAND.test(shown[index - 1]?.slice(-21) ?? '') && /^\p{L}/u.test(part) ? ` ${part}` : part))
    .join('')
}

const all = (element: Element): string => join(element.children.map(toTex))

/** TeX of a MathML node and everything in it; empty for what shows nothing. Linear in the formula. */
export function toTex(node: Node): string {
  if (node.kind === 'text') return escaped(squeeze(node.text))
  return (WRITERS.get(node.tag) ?? all)(node)
}

function identifier(element: Element): string {
  const name = escaped(squeeze(textOf(element)))
  return FUNCTIONS.test(name) ? `\\${name}` : [...name].length > 1 ? `\\mathrm{${name}}` : name
}

function part(element: Element, index: number): string {
  const child = elements(element)[index]
  return child === undefined ? '' : toTex(child)
}

const scripts = (element: Element, below: number | null, above: number | null): string => {
  const base = part(element, 0)
  return `${/^.$|^\\?[a-z]+$/iu.test(base) ? base : `{${base}}`}${below === null ? '' : `_${group(part(element, below))}`}${above === null ? '' : `^${group(part(element, above))}`}`
}

function stacked(element: Element, below: number | null, above: number | null): string {
  const base = part(element, 0)
  if (LIMITS.test(base)) return scripts(element, below, above)
  const only = below === null ? above : above === null ? below : null
  const accent = only === null ? undefined : (above === null ? UNDER : OVER).get(part(element, only))
  if (accent !== undefined) return `\\${accent}{${base}}`
  const lower = below === null ? base : `\\underset{${part(element, below)}}{${base}}`
  return above === null ? lower : `\\overset{${part(element, above)}}{${lower}}`
}

const WRITERS: ReadonlyMap<string, (element: Element) => string> = new Map(
  Object.entries({
    mi: identifier,
    mtext: (element) => (squeeze(textOf(element)) === '' ? ' ' : `\\text{${escaped(textOf(element).replace(/\s+/g, ' '))}}`),
    ms: (element) => `\\text{${escaped(squeeze(textOf(element)))}}`,
    mspace: () => ' ',
    mphantom: () => '',
    annotation: () => '',
    'annotation-xml': () => '',
    semantics: (element) => part(element, 0),
    mfrac: (element) => `\\frac{${part(element, 0)}}{${part(element, 1)}}`,
    msqrt: (element) => `\\sqrt{${all(element)}}`,
    mroot: (element) => `\\sqrt[${part(element, 1)}]{${part(element, 0)}}`,
    msub: (element) => scripts(element, 1, null),
    msup: (element) => scripts(element, null, 1),
    msubsup: (element) => scripts(element, 1, 2),
    munder: (element) => stacked(element, 1, null),
    mover: (element) => stacked(element, null, 1),
    munderover: (element) => stacked(element, 1, 2),
    mfenced: (element) => `(${elements(element).map(toTex).join(',')})`,
    mtable: (element) => `\\begin{matrix}${elements(element).map(toTex).join(' \\\\ ')}\\end{matrix}`,
    mtr: (element) => elements(element).map(toTex).join(' & '),
  }),
)
