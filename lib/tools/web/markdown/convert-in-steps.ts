/** A page in a worker, and when it is too much for one, its beginning: half an answer that says so is better than none. */
import type { DocumentResult } from '#extractor'
import { isPdf } from '#extractor/kind'
import { ConvertFailure, type ConvertInput, type ConvertPool } from './pool.ts'

/** The two tries together stay within three seconds of the page's last byte. */
const WHOLE_MS = 1_900
const BEGINNING_MS = 1_000
const BEGINNING_BYTES = 128_000
/** A PDF stops beginning pages after six seconds by itself. Its streams unpack outside of the worker's heap, so growth is watched as well. */
export const PDF_MS = 10_000
const PDF_GROWTH_BYTES = 512 * 1024 * 1024

/**
 * Converts the page, or the first part of it (`truncated`) when the whole takes too much time or memory; the first part of a PDF is none, so
 * that it gets more time at once. Takes the bytes over.
 * @param wait how long the page may wait for a worker; default the pool's
 * @throws ConvertFailure
 */
export async function convertInSteps(pool: ConvertPool, input: ConvertInput, wait: { waitMs?: number } = {}): Promise<DocumentResult> {
  if (isPdf(input.bytes)) return pool.convert(input, { ...wait, deadlineMs: PDF_MS, growthBytes: PDF_GROWTH_BYTES })
  const beginning = input.bytes.slice(0, Math.min(BEGINNING_BYTES, Math.ceil(input.bytes.length / 4)))
  try {
    return await pool.convert(input, { ...wait, deadlineMs: WHOLE_MS })
  } catch (error) {
    if (!(error instanceof ConvertFailure) || (error.reason !== 'too_slow' && error.reason !== 'too_big')) throw error
    const result = await pool.convert({ ...input, bytes: beginning, truncated: true }, { ...wait, deadlineMs: BEGINNING_MS, urgent: true })
    // The beginning of a page that was too much may well be empty; the page as a whole was not.
    if (!result.ok && result.reason === 'nothing_readable') throw error
    return result
  }
}
