import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '../../lib/tools/web/markdown/extract/score.ts'
import { packModel } from '../../lib/tools/web/markdown/extract/weights.ts'

/** Credit that goes wherever the data, or weights trained on it, go. */
export const ATTRIBUTION =
  'WCXB, Murrough-Foley/web-content-extraction-benchmark, CC-BY-4.0; Article Extraction Benchmark, scrapinghub, MIT.'

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** An object as TypeScript, in the repository's style. Words and base64 hold no quotes. */
function literal(value: Readonly<Record<string, unknown>>, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(value).map(([key, item]) => {
    const text = typeof item === 'object' && item !== null ? literal(item as Record<string, unknown>, inner) : quoted(item)
    const name = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`
    const oneLine = `${inner}${name}: ${text},`
    return oneLine.length > 140 && typeof item === 'string' ? `${inner}${name}:\n${inner}  ${text},` : oneLine
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** Writes the weights as a module of the extractor, and beside them the list of pages they were trained on. */
export function writeWeights(
  folder: string,
  model: Model,
  columns: { first: number; second: number },
  ids: { wcxb: string[]; aeb: string[] },
): void {
  const weights = packModel(model, ATTRIBUTION, columns)
  const head =
    "// Written by scripts/train-extractor. Trained on the pages listed in weights-manifest.json.\nimport type { Weights } from './weights.ts'\n"
  writeFileSync(join(folder, 'weights-data.ts'), `${head}\nexport const WEIGHTS: Weights = ${literal({ ...weights }, '')}\n`)
  const manifest = { attribution: ATTRIBUTION, wcxb: ids.wcxb.sort().join(' '), aeb: ids.aeb.sort().join(' ') }
  writeFileSync(join(folder, 'weights-manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
