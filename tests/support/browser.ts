/** Chromium for tests: quiet, without its own network traffic, and a record of everything a page did wrong. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findRequirement } from './programs.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Against hanging, as the limit of a test is: half a minute, which a step has otherwise, is no measure of a page on a busy machine. */
const STEP_MS = 250_000

/** Starts the browser that `requires('chromium')` found. */
export async function startBrowser(): Promise<Browser> {
  const found = findRequirement('chromium')
  if (found === undefined) throw new Error('This machine has no Chromium.')
  // The packed one unpacks itself into the temporary folder; its own arguments would switch web security off.
  const executablePath = found.endsWith('.br') ? await (await import('@sparticuz/chromium')).default.executablePath() : found
  return chromium.launch({ executablePath, args: ARGS, timeout: STEP_MS })
}

export type Visit = {
  page: Page
  /** Console errors and warnings, script errors, and refusals by the content security policy. */
  complaints: string[]
  /** Every request to another origin than `url`. */
  strangers: string[]
  /** Bytes of bodies as they came over the wire, by resource type. */
  transferred: Record<string, number>
  close(): Promise<void>
}

/** A page in a context of its own that writes down what happens. `url`: the origin of the app. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, ...options })
  context.setDefaultTimeout(STEP_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  const strangers: string[] = []
  const transferred: Record<string, number> = {}
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => undefined)
    const type = request.resourceType()
    transferred[type] = (transferred[type] ?? 0) + (sizes ? sizes.responseBodySize + sizes.responseHeadersSize : 0)
  })
  return { page, complaints, strangers, transferred, close: () => context.close() }
}
