/** A process that buys as often as it may: `buy-often.child.ts URL STORE CALLS`. Says how many calls were answered. */
import { guard } from '../../clients/typescript/src/guard/guard.ts'
import { fileStore } from '../../clients/typescript/src/guard/stores.ts'

const [url = '', store = '', calls = '1'] = process.argv.slice(2)
const paying = guard(fetch, {
  keys: { base: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d' },
  caps: { perSession: '0.0035' },
  store: fileStore(store),
  attempts: 2,
  sleep: async () => undefined,
  rpcs: {},
})
let answered = 0
const names = new Set<string>()
await Promise.all(
  Array.from({ length: Number(calls) }, async (_, nth) => {
    try {
      const response = await paying(`${url}/${process.pid}-${nth}`)
      await response.text()
      answered += 1
    } catch (error) {
      names.add((error as Error).name)
    }
  }),
)
console.log(JSON.stringify({ answered, names: [...names] }))
