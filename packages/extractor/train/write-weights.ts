import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '../src/choice/scorer/score.ts'
import { packModel } from '../src/choice/scorer/weights.ts'

/** Credit that goes wherever the data, or weights trained on it, go. */
export const ATTRIBUTION =
  'WCXB, Murrough-Foley/web-content-extraction-benchmark, CC-BY-4.0; Article Extraction Benchmark, scrapinghub, MIT.'

/** Writes the weights as data of the extractor, and beside them the list of pages they were trained on. */
export function writeWeights(
  folder: string,
  model: Model,
  columns: { first: number; second: number },
  ids: { wcxb: string[]; aeb: string[] },
): void {
  writeFileSync(join(folder, 'weights.json'), `${JSON.stringify(packModel(model, ATTRIBUTION, columns), null, 1)}\n`)
  const manifest = { attribution: ATTRIBUTION, wcxb: ids.wcxb.sort().join(' '), aeb: ids.aeb.sort().join(' ') }
  writeFileSync(join(folder, 'weights-manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
