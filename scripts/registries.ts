/**
 * `npm run registries -- --base-url URL [--json]`: probes every tool of a seller as the Bazaar and x402scan do, with their own code, and prints
 * what each would index and under which key. Free. Exit 0 only when both would index every tool.
 */
import { checkSeller } from './registries/check.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, { options: { 'base-url': { type: 'string' }, json: { type: 'boolean' } } })
const baseUrl = values['base-url']
if (!baseUrl || !URL.canParse(baseUrl)) misused('--base-url is the address of a seller')

try {
  const listed = await checkSeller(baseUrl)
  if (values.json) process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`)
  else {
    for (const { url, bazaar, x402scan, priceUsd, remarks } of listed)
      process.stdout.write(
        `${bazaar ? 'Bazaar' : '-     '}  ${x402scan ? 'x402scan' : '-       '}  ${priceUsd ?? '-       '}  ${bazaar ?? url}${remarks.length > 0 ? `\n    ${remarks.join('\n    ')}` : ''}\n`,
      )
    const of = (count: number) => `${count} of ${listed.length}`
    process.stdout.write(
      `Bazaar ${of(listed.filter(({ bazaar }) => bazaar).length)}, x402scan ${of(listed.filter(({ x402scan }) => x402scan).length)}\n`,
    )
  }
  process.exitCode = listed.length > 0 && listed.every(({ bazaar, x402scan }) => bazaar && x402scan) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
