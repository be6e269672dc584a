/** Prices as the tools name them: whoever changes one changes no test. */
import { tools } from '../../lib/tools/registry.ts'

const toolOf = (id: string) => {
  const tool = tools.find((one) => one.id === id)
  if (!tool) throw new Error(`There is no tool ${id}.`)
  return tool
}

/** In atomic units of USDC. */
export const atomicPrice = (id: string): bigint => BigInt(toolOf(id).amount)

/** In US dollars, six decimals. */
export const usdPrice = (id: string): string => toolOf(id).price
