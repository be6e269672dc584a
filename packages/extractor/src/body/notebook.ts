/** Notebooks of Jupyter (nbformat 3 and 4) as a page: what is written, the code and what it put out. */
import { isRecord, type LdNode, recordsIn } from '../page/json-ld.ts'
import { closed, escaped } from './html.ts'
import { renderMarkdown } from './render-markdown.ts'

/** More than an answer may have. */
const MAX_CHARS = 2_000_000

/** Texts are strings, or lists of lines. @param between what the lines do not end with themselves */
const textOf = (value: unknown, between = ''): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.filter((line) => typeof line === 'string').join(between) : ''

const recordOf = (value: unknown): LdNode => (isRecord(value) ? value : {})

const codeHtml = (text: string, language = ''): string =>
  text.trim() === '' ? '' : `<pre><code${language === '' ? '' : ` class="language-${escaped(language)}"`}>${escaped(text)}</code></pre>`

/** What a terminal shows of a text: no colours, and of what a line was written over with the last. */
const shown = (text: string): string =>
  text
    .replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1))
    .join('\n')

/** Pictures within HTML are more than all the words of a notebook, and no address that anyone can follow. */
const light = (html: string): string => html.replace(/\bdata:[\w/+.-]{1,60};base64,[\w+/=\s]+/g, 'data:,')

/** Forms that are no text; the words beside one only name it. */
const NO_TEXT = /^(?:(?:image|application)\/|(?:png|jpe?g|svg|pdf|javascript|json)$)/

/** What was put out, of its forms the one that says most. */
function outputHtml(output: LdNode): string {
  const { output_type: type } = output
  if (type === 'stream') return codeHtml(shown(textOf(output.text)))
  if (type === 'error' || type === 'pyerr') return codeHtml(shown(textOf(output.traceback, '\n') || textOf(output.evalue)))
  // Forms stand beside the type in version 3.
  const forms = isRecord(output.data) ? output.data : output
  const form = (name: string): string => textOf(forms[`text/${name}`] ?? forms[name])
  const html = form('html')
  if (html !== '' && !/<script/i.test(html)) return light(html)
  const markdown = form('markdown') || form('latex')
  if (markdown !== '') return renderMarkdown(markdown)
  return Object.keys(forms).some((name) => NO_TEXT.test(name)) ? '' : codeHtml(shown(form('plain') || textOf(forms.text)))
}

function cellHtml(cell: LdNode, language: string): string {
  const source = textOf(cell.source ?? cell.input)
  if (cell.cell_type === 'markdown') return renderMarkdown(light(source))
  if (cell.cell_type === 'heading') return renderMarkdown(`${'#'.repeat(Math.min(6, Number(cell.level) || 1))} ${source}`)
  if (cell.cell_type !== 'code') return codeHtml(source)
  return codeHtml(source, textOf(cell.language) || language) + recordsIn(cell.outputs).map(outputHtml).join('\n')
}

/** HTML of a notebook, whose cells and outputs are those of strangers, and whether it has more; null for any other JSON. Linear in the text. */
export function notebookHtml(value: unknown): { html: string; cut: boolean } | null {
  if (!isRecord(value) || typeof value.nbformat !== 'number') return null
  if (!Array.isArray(value.cells) && !Array.isArray(value.worksheets)) return null
  const cells = [...recordsIn(value.cells), ...recordsIn(value.worksheets).flatMap((sheet) => recordsIn(sheet.cells))]
  const { language_info: info, kernelspec: kernel } = recordOf(value.metadata)
  const language = textOf(recordOf(info).name) || textOf(recordOf(kernel).language)
  let html = ''
  for (const cell of cells) {
    if (html.length > MAX_CHARS) return { html, cut: true }
    html += `<div>${closed(cellHtml(cell, language))}</div>\n`
  }
  return { html, cut: false }
}
