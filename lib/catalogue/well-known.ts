/** `GET /.well-known/x402`: version 1 with `resources` as working example URLs, and richer `items` beside. Pure. */
import type { PaymentRequirements } from '@x402/core/types'
import type { Env } from '../core.ts'
import { exampleUrl } from '../payments/offer/terms.ts'
import type { Tool } from '../tools/define.ts'
import { inputSchema, shortOutputSchema } from '../tools/schema.ts'

/** `acceptsOf` gives a tool's current offers, or none while the facilitator was never seen. */
export const makeWellKnown = (
  tools: readonly Tool[],
  settings: Pick<Env, 'BASE_URL'>,
  acceptsOf: (tool: Tool) => PaymentRequirements[],
) => ({
  version: 1,
  x402Version: 2,
  resources: tools.map((tool) => exampleUrl(tool, settings)),
  items: tools.map((tool) => {
    const { $schema: _, ...input } = inputSchema(tool)
    return {
      resource: exampleUrl(tool, settings),
      path: tool.path,
      method: 'GET',
      price: tool.price,
      currency: 'USD',
      summary: tool.summary,
      description: tool.description,
      mimeType: 'application/json',
      input,
      output: shortOutputSchema(tool),
      accepts: acceptsOf(tool),
    }
  }),
  openapi: `${settings.BASE_URL}/openapi.json`,
})
