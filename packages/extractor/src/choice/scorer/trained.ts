import packed from '../../../data/weights.json' with { type: 'json' }
import type { Model } from './score.ts'
import { unpackModel, type Weights } from './weights.ts'

/** The model as it is kept: trained on the pages that `data/weights-manifest.json` lists. */
export const WEIGHTS: Weights = packed

let model: Model | undefined

/** The trained model, unpacked on first use. */
export const trainedModel = (): Model => {
  model ??= unpackModel(WEIGHTS)
  return model
}
