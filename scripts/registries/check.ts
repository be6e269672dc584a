/**
 * What registries would make of a seller, found out with their own code: the Bazaar's extraction and validators (`@x402/extensions/bazaar`), and
 * the library x402scan registers with (`@agentcash/discovery`). Asks for prices only; nothing is paid.
 */
import { checkEndpointSchema, getWarningsFor402Body, getWarningsForL3, validatePaymentRequiredDetailed } from '@agentcash/discovery'
import { extractDiscoveryInfo, validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar'

export type Listed = {
  url: string
  status: number
  /** Under which key the Bazaar would list it; null: it would not. */
  bazaar: string | null
  x402scan: boolean
  priceUsd: string | null
  networks: string[]
  /** Why not, or what would be lost. */
  remarks: string[]
}

/** CDP answers longer ones with a schema error that names something else (x402-foundation/x402#2284). */
const MAX_DESCRIPTION = 480
const TIMEOUT_MS = 20_000

type Terms = {
  resource?: { url?: string; description?: string }
  accepts: { network: string; amount: string }[]
  extensions?: Record<string, unknown>
}

const termsOf = (response: Response): Terms | undefined => {
  const header = response.headers.get('PAYMENT-REQUIRED')
  try {
    return header === null ? undefined : (JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Terms)
  } catch {
    return undefined
  }
}

/** As a facilitator does with what a buyer echoes when it settles. @returns the catalogue's key, or null with remarks */
function bazaarKey(terms: Terms, remarks: string[]): string | null {
  const { bazaar } = terms.extensions ?? {}
  if (bazaar === undefined) {
    remarks.push('Bazaar: no extensions.bazaar')
    return null
  }
  for (const { valid, errors } of [validateDiscoveryExtension(bazaar as never), validateDiscoveryExtensionSpec(bazaar as never)])
    if (!valid) remarks.push(...(errors ?? ['invalid']).map((error) => `Bazaar: ${error}`))
  const [accepted] = terms.accepts
  const { extensions, resource } = terms
  const found = extractDiscoveryInfo({ x402Version: 2, resource, accepted, payload: {}, extensions } as never, accepted as never)
  if (!found) remarks.push('Bazaar: nothing to index in it')
  if ((resource?.description?.length ?? 0) > MAX_DESCRIPTION)
    remarks.push(`Bazaar: a description of more than ${MAX_DESCRIPTION} characters`)
  return remarks.length > 0 ? null : (found?.resourceUrl ?? null)
}

async function x402scan(url: string, body: unknown, remarks: string[]): Promise<boolean> {
  const said: string[] = []
  const { valid, summary } = validatePaymentRequiredDetailed(body)
  if (!valid) said.push(`${summary.errorCount} errors in the terms`)
  const checked = await checkEndpointSchema({ url, probe: true })
  if (!checked.found) said.push(checked.cause)
  else {
    const advisory = checked.advisories.find(({ method }) => method === 'GET')
    if (advisory?.authMode !== 'paid') said.push(`taken for ${advisory?.authMode ?? 'nothing'}`)
    else said.push(...[...getWarningsForL3(advisory), ...getWarningsFor402Body(advisory.paymentRequiredBody)].map(({ message }) => message))
  }
  remarks.push(...said.map((text) => `x402scan: ${text}`))
  return said.length === 0
}

/** One address, as registries probe it. Never throws. */
export async function checkListing(url: string): Promise<Listed> {
  const none: Listed = { url, status: 0, bazaar: null, x402scan: false, priceUsd: null, networks: [], remarks: [] }
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { status } = response
    const body: unknown = await response.json()
    const terms = termsOf(response)
    if (status !== 402 || !terms) {
      const { code } = body as { code?: string }
      return { ...none, status, remarks: [`answered ${status}${code ? ` ${code}` : ''}${status === 402 ? ' without terms' : ''}`] }
    }
    const remarks: string[] = []
    const bazaar = bazaarKey(terms, remarks)
    const isListed = await x402scan(url, body, remarks)
    const { accepts } = terms
    return {
      url,
      status,
      bazaar,
      x402scan: isListed,
      priceUsd: (Number(accepts[0]?.amount) / 1e6).toFixed(6),
      networks: accepts.map(({ network }) => network),
      remarks,
    }
  } catch (error) {
    return { ...none, remarks: [error instanceof Error ? error.message : String(error)] }
  }
}

/** All that a seller lists in `/.well-known/x402`, in its order. @throws Error where there is no such list */
export async function checkSeller(baseUrl: string): Promise<Listed[]> {
  const response = await fetch(new URL('/.well-known/x402', baseUrl), { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { resources } = (await response.json()) as { resources?: unknown }
  if (!Array.isArray(resources)) throw new Error(`${baseUrl} lists no resources in /.well-known/x402`)
  const listed: Listed[] = []
  for (const url of resources) listed.push(await checkListing(String(url)))
  return listed
}
