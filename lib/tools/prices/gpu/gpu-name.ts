import { z } from 'zod'
import { cleanUpstreamText } from '../../text.ts'

/** A model's name as a marketplace writes it: a stranger's text, cleaned and bounded. */
export const gpuName = z
  .string()
  .max(200)
  .transform((text) => cleanUpstreamText(text, 80))
  .pipe(z.string().min(1))
