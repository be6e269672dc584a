/** Texts of the page as what stands on a line. */
import type { Text } from '../page/dom.ts'
import { LINE_END } from '../page/space.ts'
import { BLOCK_TAGS } from '../page/tags.ts'
import { standsApart } from './beside.ts'
import { type Context, wanted } from './context.ts'
import { partsDocTool } from './doc-tools.ts'
import { type Inline, type InlineRun, lineBreak, marked, raw } from './inline-run.ts'
import { type Piece, withFormulas } from './raw-tex.ts'

const SPECIAL = new RegExp(`[\\\\$${LINE_END}]`)

/** Adds a text, unless it is left out or only parts what is. */
export function addText(node: Text, target: Inline[], run: InlineRun, context: Context): void {
  if (!wanted(node, context) || partsDocTool(node)) return
  if (run.said !== '' && standsApart(node, run.said)) run.text(target, ' ')
  if (context.choice.struck.size === 0 && !SPECIAL.test(node.text)) run.text(target, node.text)
  else addSpecial(node, target, run, context)
}

/** Adds a text that may be struck out, hold formulas or be several lines. */
function addSpecial(node: Text, target: Inline[], run: InlineRun, { choice }: Context): void {
  if (choice.struck.has(node.parent) && BLOCK_TAGS.has(node.parent.tag)) {
    addStruck(node.text, target, run)
    return
  }
  const pieces = withFormulas(node)
  if (pieces === null) addLines(node.text, target, run)
  else addPieces(pieces, target, run)
}

function addStruck(text: string, target: Inline[], run: InlineRun): void {
  const children: Inline[] = []
  run.text(children, text)
  if (children.length > 0) target.push(marked('delete', children))
}

function addPieces(pieces: readonly Piece[], target: Inline[], run: InlineRun): void {
  for (const { text, isFormula } of pieces)
    if (isFormula) run.add(target, raw(text))
    else addLines(text, target, run)
}

/** Adds a text, with a break at the end of each of its lines that shows. */
function addLines(text: string, target: Inline[], run: InlineRun): void {
  const lines = text.split(LINE_END)
  for (let at = 0; at < lines.length; at += 1) {
    if (at > 0) run.add(target, lineBreak())
    run.text(target, lines[at]!)
  }
}
