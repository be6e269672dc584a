/** A reader pays from the page of a tool with a wallet of the browser: test networks only unless the operator allows more, never above the price. */

import { base58 } from '@scure/base'
import { address, createKeyPairSignerFromBytes, getTransactionDecoder, getTransactionEncoder, type Transaction } from '@solana/kit'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Buyer } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startBrowser, visit } from '../support/browser.ts'
import { atomicPrice } from '../support/price.ts'
import { requires } from '../support/requires.ts'
import { type Server, startServer } from '../support/server.ts'

const PRICE = atomicPrice('util/uuid')

/** Puts wallets into the page, as extensions do; the keys stay here. */
async function injectWallets(page: Page, { base, solana }: Buyer, chain: number): Promise<{ signed: string[] }> {
  const account = privateKeyToAccount(base.privateKey)
  const signer = await createKeyPairSignerFromBytes(base58.decode(solana.secretKeyBase58))
  const signed: string[] = []
  await page.exposeFunction('signTyped', (text: string) => {
    signed.push(text)
    const { domain, types, primaryType, message } = JSON.parse(text)
    const [value, validAfter, validBefore] = [message.value, message.validAfter, message.validBefore].map(BigInt)
    return account.signTypedData({ domain, types, primaryType, message: { ...message, value, validAfter, validBefore } })
  })
  await page.exposeFunction('signTransaction', async (bytes: number[]) => {
    signed.push('transaction')
    const transaction = getTransactionDecoder().decode(Uint8Array.from(bytes)) as Transaction
    const [signatures] = await signer.signTransactions([transaction as never])
    return [...getTransactionEncoder().encode({ ...transaction, signatures: { ...transaction.signatures, ...signatures } } as never)]
  })
  await page.addInitScript(
    ({ evm, svm, chainId }) => {
      const outside = globalThis as unknown as {
        signTyped: (text: string) => Promise<string>
        signTransaction: (bytes: number[]) => Promise<number[]>
        lies?: Record<string, () => Promise<unknown>>
      }
      let current = '0x1'
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: never[] }) => {
          const lie = outside.lies?.[method]
          if (lie) return lie()
          if (method === 'eth_requestAccounts') return [evm]
          if (method === 'eth_chainId') return current
          if (method === 'wallet_switchEthereumChain') {
            current = (params[0] as unknown as { chainId: string }).chainId
            return null
          }
          if (method === 'eth_signTypedData_v4' && Number(current) === chainId) return outside.signTyped(params[1] as unknown as string)
          throw new Error(`not in this wallet: ${method} on ${current}`)
        },
      }
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: { info: { uuid: 'test', name: '<img src=x onerror=alert(1)> wallet' }, provider },
          }),
        )
      window.addEventListener('eip6963:requestProvider', announce)
      const account = { address: svm }
      const wallet = {
        name: 'Sol wallet',
        chains: ['solana:mainnet', 'solana:devnet'],
        accounts: [account],
        features: {
          'standard:connect': { connect: async () => ({ accounts: [account] }) },
          'solana:signTransaction': {
            signTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
              { signedTransaction: Uint8Array.from(await outside.signTransaction([...transaction])) },
            ],
          },
        },
      }
      const offer = ({ register }: { register: (one: unknown) => void }) => register(wallet)
      window.addEventListener('wallet-standard:app-ready', (event) => offer((event as CustomEvent).detail))
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: offer }))
    },
    { evm: account.address, svm: address(solana.address), chainId: chain },
  )
  return { signed }
}

requires('chromium')('paying from the page of a tool', () => {
  let world: LocalWorld
  let app: Server
  let browser: Browser
  beforeAll(async () => {
    world = await startLocalWorld({ testnet: true })
    app = await startServer({ env: world.appEnv({ JOBS_DRIVER: 'off' }) })
    browser = await startBrowser()
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await app?.stop()
    await world?.stop()
  })

  const open = async (path = '/docs/util/uuid') => {
    const visited = await visit(browser, app.url)
    const wallet = await injectWallets(visited.page, world.buyer, world.base.chainId)
    await visited.page.goto(path)
    return { ...visited, ...wallet }
  }

  test.each([
    ['base', 'Base Sepolia'],
    ['solana', 'Solana devnet'],
  ] as const)('on %s: one signature, the price moves, the answer stands on the page with its transaction', async (rail, name) => {
    const { page, complaints, strangers, signed, close } = await open()
    const before = (await world.balances())[rail]
    await page.locator('#pay-n').fill('3')
    const label = (await page.locator('#pay-wallet option').allInnerTexts()).find((text) => text.includes(name))!
    await page.locator('#pay-wallet').selectOption({ label })
    await page.locator('#pay button').click()
    const answer = page.locator('#pay-answer')
    await answer.getByText('200: paid').waitFor({ timeout: 60_000 })
    const body = JSON.parse(await answer.locator('pre').innerText()) as { uuids: string[] }
    expect(body.uuids).toHaveLength(3)
    expect(await answer.locator('a').getAttribute('href')).toContain(await answer.locator('a').innerText())
    expect((await world.balances())[rail] - before).toBe(PRICE)
    expect(signed).toHaveLength(1)
    expect([complaints.filter((text) => !text.includes('status of 402')), strangers]).toEqual([[], []])
    await close()
  })

  test('a name of a wallet is text, bad input and a refused signature cost nothing and say so', async () => {
    const { page, complaints, signed, close } = await open()
    const before = await world.balances()
    expect(await page.locator('#pay-wallet img').count()).toBe(0)
    expect((await page.locator('#pay-wallet option').allInnerTexts())[0]).toContain('<img')
    await page.locator('#pay-n').fill('a lot')
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('Nothing was charged').waitFor()
    expect(signed).toEqual([])
    await page.locator('#pay-n').fill('2')
    await page.evaluate(() => {
      Object.assign(globalThis, { signTyped: () => Promise.reject(new Error('User rejected the request.')) })
    })
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('Nothing was charged: User rejected the request.').waitFor()
    expect(await world.balances()).toEqual(before)
    expect(complaints.filter((text) => !/status of 40[02]/.test(text))).toEqual([])
    await close()
  })

  test.each([
    ['gives no account', 'eth_requestAccounts', 'empty', 'Nothing was charged: The wallet gave no account.'],
    ['says that it switched and did not', 'wallet_switchEthereumChain', 'empty', 'The wallet stayed on another network than Base Sepolia'],
    ['was never told of the network', 'wallet_switchEthereumChain', 'unknown', 'This wallet does not know Base Sepolia'],
    ['refuses without a word', 'eth_signTypedData_v4', 'silent', 'Nothing was charged: the wallet gave no reason'],
    ['signs something else', 'eth_signTypedData_v4', 'forged', '402: not accepted, and nothing was charged'],
    ['goes away while it is asked', 'eth_signTypedData_v4', 'gone', 'Nothing was charged: The wallet has not answered'],
  ] as const)('a wallet that %s costs nothing, and the page says so', async (_what, method, how, words) => {
    const { page, complaints, signed, close } = await open()
    const before = await world.balances()
    if (how === 'gone') await page.clock.install()
    await page.evaluate(
      ([name, kind]) => {
        const kinds: Record<string, () => Promise<unknown>> = {
          empty: async () => [],
          unknown: () => Promise.reject({ code: 4902, message: 'Unrecognized chain ID' }),
          silent: () => Promise.reject(undefined),
          forged: async () => `0x${'1b'.repeat(65)}`,
          gone: () => new Promise(() => undefined),
        }
        Object.assign(globalThis, { lies: { [name]: kinds[kind] } })
      },
      [method, how] as const,
    )
    await page.locator('#pay button').click()
    if (how === 'gone') {
      await page.locator('#pay-answer').getByText('asks you to sign').waitFor()
      await page.clock.fastForward(600_000)
    }
    await page.locator('#pay-answer').getByText(words).waitFor()
    expect(await page.locator('#pay button').isEnabled()).toBe(true)
    expect(await page.locator('#pay button').innerText()).toContain('Pay $')
    expect([signed, await world.balances()]).toEqual([[], before])
    expect(complaints.filter((text) => !/status of 402/.test(text))).toEqual([])
    await close()
  })

  test('a paid answer that breaks off is not called free: the same payment fetches it', async () => {
    const { page, signed, close } = await open()
    const before = (await world.balances()).base
    await page.route('**/v1/util/uuid*', async (route) => {
      if (route.request().headers()['payment-signature'] === undefined) return route.continue()
      const answer = await route.fetch()
      return route.fulfill({ response: answer, body: (await answer.text()).slice(0, 9) })
    })
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('send the same payment again').waitFor({ timeout: 60_000 })
    expect(await page.locator('#pay-answer').innerText()).not.toContain('Nothing was charged')
    await page.unroute('**/v1/util/uuid*')
    await page.getByRole('button', { name: 'Send the same payment again' }).click()
    await page.locator('#pay-answer').getByText('200: paid').waitFor({ timeout: 60_000 })
    expect([signed.length, (await world.balances()).base - before]).toEqual([1, PRICE])
    await close()
  })

  test('a wallet that shows up while another is asked opens no second payment', async () => {
    const { page, signed, close } = await open()
    const before = (await world.balances()).base
    await page.evaluate(() => {
      const outside = globalThis as unknown as { signTyped: (text: string) => Promise<string>; yes: () => void }
      const sign = outside.signTyped
      outside.signTyped = (text) => new Promise((resolve) => Object.assign(outside, { yes: () => resolve(sign(text)) }))
    })
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('asks you to sign').waitFor()
    await page.evaluate(() => {
      const detail = { info: { uuid: 'late', name: 'Late wallet' }, provider: { request: async () => [] } }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    })
    expect(await page.locator('#pay-wallet').innerText()).toContain('Late wallet')
    expect(await page.locator('#pay button').isDisabled()).toBe(true)
    await page.locator('#pay form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await page.evaluate(() => (globalThis as unknown as { yes: () => void }).yes())
    await page.locator('#pay-answer').getByText('200: paid').waitFor({ timeout: 60_000 })
    expect([signed.length, (await world.balances()).base - before]).toEqual([1, PRICE])
    await close()
  })

  test('a payment of which the server says that it is no good any more is let go, and the page can pay again', async () => {
    const { page, signed, close } = await open()
    await page.route('**/v1/util/uuid*', (route) =>
      route.request().headers()['payment-signature'] === undefined
        ? route.continue()
        : route.fulfill({
            status: 409,
            contentType: 'application/problem+json',
            json: { code: 'payment_already_used', retryable: false, charged: false, detail: 'This payment was used before.' },
          }),
    )
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('409: This payment was used before.').waitFor()
    await page.unroute('**/v1/util/uuid*')
    await page.reload()
    expect(await page.locator('#pay button').innerText()).toContain('Pay $')
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('200: paid').waitFor({ timeout: 60_000 })
    expect(signed).toHaveLength(2)
    await close()
  })

  test('what calls itself a wallet and is none keeps no other from being offered', async () => {
    const { page, complaints, close } = await open()
    await page.evaluate(() => {
      for (const detail of [null, {}, { info: null }, { info: { uuid: 'x' } }, { info: { uuid: 'y', name: 7 }, provider: null }])
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      const offer = ({ register }: { register: (...found: unknown[]) => void }) =>
        register(
          null,
          {},
          { name: 'half', features: {} },
          { features: { 'standard:connect': {}, 'solana:signTransaction': {} } },
          {
            name: 'Second sol wallet',
            chains: ['solana:devnet'],
            accounts: [],
            features: { 'standard:connect': {}, 'solana:signTransaction': {} },
          },
        )
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: offer }))
    })
    expect(await page.locator('#pay-wallet option').allInnerTexts()).toEqual([
      expect.stringMatching(/^Base Sepolia.*: <img/),
      expect.stringMatching(/^Solana devnet.*: Sol wallet$/),
      expect.stringMatching(/^Solana devnet.*: Second sol wallet$/),
    ])
    expect(complaints).toEqual([])
    await close()
  })

  test('the network stands before the name of a wallet, which cannot turn it round or push it out of sight', async () => {
    const { page, close } = await open()
    await page.evaluate(() => {
      const detail = { info: { uuid: 'long', name: `\u202e${'ailopeS esaB '.repeat(20)}\u0000` }, provider: { request: async () => [] } }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    })
    const label = (await page.locator('#pay-wallet option').allTextContents()).at(-1)!
    expect(label).toMatch(/^Base Sepolia \(test network\): ailopeS/)
    expect(label).not.toMatch(/\p{C}/u)
    expect(label.length).toBeLessThan(80)
    await close()
  })

  test('terms above the price of the page are not signed', async () => {
    const { page, signed, close } = await open()
    await page.route('**/v1/util/uuid*', async (route) => {
      const answer = await route.fetch()
      const terms = JSON.parse(Buffer.from(answer.headers()['payment-required']!, 'base64').toString())
      for (const entry of terms.accepts) entry.amount = String(PRICE + 1n)
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'payment-required': Buffer.from(JSON.stringify(terms)).toString('base64') },
      })
    })
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('The terms are not those of this page').waitFor()
    expect(signed).toEqual([])
    await close()
  })

  test('an answer that gets lost is fetched with the same payment: one signature, one charge', async () => {
    const { page, signed, close } = await open()
    const before = (await world.balances()).base
    let lost = 0
    await page.route('**/v1/util/uuid*', async (route) => {
      if (route.request().headers()['payment-signature'] === undefined || lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('200: paid').waitFor({ timeout: 60_000 })
    expect([signed.length, (await world.balances()).base - before]).toEqual([1, PRICE])
    await close()
  })

  test('a page that is loaded again while the answer is awaited sends the same payment: one signature, one charge', async () => {
    const { page, signed, close } = await open()
    const before = (await world.balances()).base
    await page.route('**/v1/util/uuid*', async (route) => {
      if (route.request().headers()['payment-signature'] === undefined) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.locator('#pay button').click()
    await page.locator('#pay-answer').getByText('The same payment is sent again').waitFor({ timeout: 60_000 })
    await page.unroute('**/v1/util/uuid*')
    await page.reload()
    await page.getByRole('button', { name: 'Send the same payment again' }).click()
    await page.locator('#pay-answer').getByText('200: paid').waitFor({ timeout: 60_000 })
    expect([signed.length, (await world.balances()).base - before]).toEqual([1, PRICE])
    await page.reload()
    expect(await page.locator('#pay button').innerText()).toContain('Pay $')
    await close()
  })

  test('the form has nothing for axe and does not scroll sideways, light and dark, with text of twice the size', async () => {
    const { page, close } = await open('/docs/base/token-risk')
    await page.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const size of ['100%', '200%']) {
        await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const { violations, sideways } = await page.evaluate(
            async (rules) => ({
              violations: (
                await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
                  ...(rules && { runOnly: { type: 'rule', values: rules } }),
                  resultTypes: ['violations'],
                })
              ).violations.map(({ id }) => id),
              sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            }),
            // The two schemes differ in colours alone.
            colorScheme === 'light' ? undefined : ['color-contrast', 'link-in-text-block'],
          )
          expect([violations, sideways], `${colorScheme}, ${size}, ${width} px`).toEqual([[], 0])
        }
      }
    }
    await close()
  })

  test('without script there is no form, without a wallet it says so', async () => {
    const plain = await visit(browser, app.url, { javaScriptEnabled: false })
    await plain.page.goto('/docs/util/uuid')
    expect(await plain.page.locator('#pay').isVisible()).toBe(false)
    await plain.close()
    const bare = await visit(browser, app.url)
    await bare.page.goto('/docs/util/uuid')
    expect(await bare.page.locator('#pay-wallet').innerText()).toContain('No wallet found')
    expect(await bare.page.locator('#pay button').isDisabled()).toBe(true)
    expect(bare.complaints).toEqual([])
    await bare.close()
  })
})
