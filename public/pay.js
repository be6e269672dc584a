// Pays for one call with a wallet of this browser: EIP-1193 and EIP-6963 on Base, the Wallet Standard on Solana. Never more than the price that
// the page shows, never to anybody else, and what was signed once is sent again, not signed again, until its outcome is known.

const section = document.getElementById('pay')
const { path, amount, money } = section.dataset
const networks = JSON.parse(section.dataset.networks)
const choice = document.getElementById('pay-wallet')
const output = document.getElementById('pay-answer')
const button = section.querySelector('button')

/** What can sign, in the order in which it was found. */
const wallets = []
/** While a call is paid for: whatever shows up meanwhile, nothing else is begun. */
let busy = false
const offers = (pays) => networks.find(({ network }) => network.startsWith(pays))

const NAME_MAX = 40
/** A name without signs that turn the line round or show nothing. */
const legible = (name) => name.replace(/\p{C}/gu, '').slice(0, NAME_MAX).toWellFormed()

function add(wallet) {
  const terms = offers(wallet.pays)
  if (!terms || wallets.some(({ key }) => key === wallet.key)) return
  const option = document.createElement('option')
  option.value = String(wallets.length)
  option.textContent = `${terms.name}: ${legible(wallet.name)}`
  wallets.push({ ...wallet, terms })
  choice.append(option)
  choice.disabled = false
  button.disabled = busy
  if (wallets.length === 1) choice.querySelector('.none')?.remove()
}

const addEthereum = (key, name, provider) =>
  add({ key, name, pays: 'eip155:', sign: (entry, terms) => signOnBase(provider, entry, terms.name) })
window.addEventListener('eip6963:announceProvider', ({ detail }) => {
  const { uuid, name } = detail?.info ?? {}
  if (typeof uuid === 'string' && typeof name === 'string' && typeof detail.provider?.request === 'function')
    addEthereum(uuid, name, detail.provider)
})

const standard = {
  register(...found) {
    for (const wallet of found) {
      const terms = offers('solana:')
      const signs = wallet?.features?.['standard:connect'] && wallet.features['solana:signTransaction'] && typeof wallet.name === 'string'
      if (terms && signs && wallet.chains?.includes(terms.chain))
        add({ key: wallet, name: wallet.name, pays: 'solana:', sign: (entry) => signOnSolana(wallet, entry, terms.chain) })
    }
    return () => {}
  },
}
window.addEventListener('wallet-standard:register-wallet', ({ detail }) => detail(standard))

const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const encode = (value) => toBase64(new TextEncoder().encode(JSON.stringify(value)))
const decode = (header) => JSON.parse(new TextDecoder().decode(fromBase64(header)))

const NO_ACCOUNT = 'The wallet gave no account.'

/** Only on the network of the terms is anything signed, whatever the wallet says that it did. */
async function switchTo(provider, chainId, name) {
  const isThere = async () => Number(await provider.request({ method: 'eth_chainId' })) === chainId
  if (await isThere()) return
  const params = [{ chainId: `0x${chainId.toString(16)}` }]
  await provider.request({ method: 'wallet_switchEthereumChain', params }).catch((error) => {
    // EIP-3326: a network that the wallet was never told of.
    throw error?.code === 4902 ? new Error(`This wallet does not know ${name}: add it there, and try again.`) : error
  })
  if (!(await isThere())) throw new Error(`The wallet stayed on another network than ${name}.`)
}

/** EIP-3009, as the scheme `exact` wants it. */
async function signOnBase(provider, entry, name) {
  const [from] = (await provider.request({ method: 'eth_requestAccounts' })) ?? []
  if (!from) throw new Error(NO_ACCOUNT)
  const chainId = Number(entry.network.split(':')[1])
  await switchTo(provider, chainId, name)
  const validBefore = Math.floor(Date.now() / 1000) + entry.maxTimeoutSeconds
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const authorization = {
    from,
    to: entry.payTo,
    value: entry.amount,
    validAfter: '0',
    validBefore: String(validBefore),
    nonce: `0x${nonce}`,
  }
  const field = (text) => text.split(' ').map((part) => ({ name: part.split(':')[0], type: part.split(':')[1] }))
  const typed = {
    types: {
      EIP712Domain: field('name:string version:string chainId:uint256 verifyingContract:address'),
      TransferWithAuthorization: field('from:address to:address value:uint256 validAfter:uint256 validBefore:uint256 nonce:bytes32'),
    },
    primaryType: 'TransferWithAuthorization',
    domain: { name: entry.extra.name, version: entry.extra.version, chainId, verifyingContract: entry.asset },
    message: authorization,
  }
  const signature = await provider.request({ method: 'eth_signTypedData_v4', params: [from, JSON.stringify(typed)] })
  return { signature, authorization }
}

/** The server makes the transaction, since only it reaches a node; the wallet shows what it moves. */
async function signOnSolana(wallet, entry, chain) {
  const { accounts } = await wallet.features['standard:connect'].connect()
  const account = accounts[0] ?? wallet.accounts[0]
  if (!account) throw new Error(NO_ACCOUNT)
  const query = new URLSearchParams({ path, payer: account.address, feePayer: entry.extra.feePayer })
  const made = await fetch(`/pay/transfer?${query}`)
  if (!made.ok) throw new Error((await made.json()).detail)
  const transaction = fromBase64((await made.json()).transaction)
  const [{ signedTransaction }] = await wallet.features['solana:signTransaction'].signTransaction({ account, transaction, chain })
  return { transaction: toBase64(signedTransaction) }
}

/** What a wallet makes of it, or the end of waiting: what it signs later is no longer taken. */
function signed(wallet, entry) {
  const { promise, reject } = Promise.withResolvers()
  const late = `The wallet has not answered for ${entry.maxTimeoutSeconds} seconds. Whatever it signs now is not sent.`
  const timer = setTimeout(() => reject(new Error(late)), entry.maxTimeoutSeconds * 1000)
  return Promise.race([wallet.sign(entry, wallet.terms), promise]).finally(() => clearTimeout(timer))
}

/** The terms of a call that this page may pay. */
async function termsOf(url, { network, asset, payTo }) {
  const answer = await fetch(url, { headers: { Accept: 'application/json' }, cache: 'no-store' })
  const header = answer.headers.get('payment-required')
  if (header === null) throw new Error((await answer.json()).detail)
  const terms = decode(header)
  const entry = terms.accepts.find((one) => one.scheme === 'exact' && one.network === network)
  if (!entry) throw new Error('It cannot be paid on this network right now.')
  if (BigInt(entry.amount) > BigInt(amount) || entry.asset !== asset || entry.payTo !== payTo)
    throw new Error('The terms are not those of this page. Load it again.')
  return { terms, entry }
}

const WAITS = 6
const MAX_WAIT_SECONDS = 15
/** Answers to a payment that is, or may yet be, good: it is sent again as it is. A conflict that waiting does not mend names no time. */
const isOpen = ({ status, headers }) => status === 429 || status >= 500 || (status === 409 && headers.has('retry-after'))

async function send(url, header) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(url, { headers: { Accept: 'application/json', 'PAYMENT-SIGNATURE': header }, cache: 'no-store' }).catch(
      (error) => ({ status: 599, lost: error.message }),
    )
    if (!isOpen(answer) || attempt === WAITS) return answer
    const seconds = Math.min(MAX_WAIT_SECONDS, Number(answer.headers?.get('retry-after') ?? 2) || 2)
    say(`Signed and sent; the answer is ${answer.lost ?? answer.status}. The same payment is sent again in ${seconds} seconds.`)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

const make = (name, text, className) => {
  const element = document.createElement(name)
  element.textContent = text
  if (className) element.className = className
  return element
}
const say = (text, ...more) => output.replaceChildren(make('p', text, 'answer'), ...more)

function block(text) {
  const pre = make('pre', '')
  pre.tabIndex = 0
  pre.append(make('code', text))
  const figure = make('figure', '', 'code')
  figure.append(pre)
  return figure
}

const AGAIN = 'Send the same payment again'
const KEPT = `open payment of ${path}`
/** Signed and not answered yet: kept, also while the page is loaded again, so that nobody pays twice for one call. */
let open
const stored = (work) => {
  try {
    return work(sessionStorage)
  } catch {
    // This browser keeps nothing: then the page alone remembers.
  }
}
function keep(payment) {
  open = payment
  stored((store) => (payment ? store.setItem(KEPT, JSON.stringify(payment)) : store.removeItem(KEPT)))
}

async function show(answer, { explorer }) {
  if (answer.lost !== undefined || isOpen(answer)) {
    button.textContent = AGAIN
    return say(`Not answered yet (${answer.lost ?? answer.status}). Nothing new needs to be signed.`)
  }
  // Read whole before the payment is forgotten: of what breaks off here it is not known what it cost.
  const body = JSON.parse(await answer.text())
  const shown = block(JSON.stringify(body, null, 2))
  const { error, transaction } = [200, 402].includes(answer.status)
    ? decode(answer.headers.get(answer.status === 200 ? 'payment-response' : 'payment-required'))
    : {}
  keep(undefined)
  button.textContent = `Pay ${money}`
  if (answer.status === 402) return say(`402: not accepted, and nothing was charged. ${error}`)
  if (answer.status === 409) return say(`409: ${body.detail}`, shown)
  if (answer.status !== 200) return say(`${answer.status}: nothing was charged.`, shown)
  const link = make('a', transaction)
  link.href = explorer.replace('{id}', encodeURIComponent(transaction))
  const proof = make('p', 'Transaction ')
  proof.append(link)
  return say(`200: paid ${money}.`, proof, shown)
}

section.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  if (busy) return
  busy = button.disabled = true
  try {
    if (!open) {
      const wallet = wallets[Number(choice.value)]
      const query = new URLSearchParams([...new FormData(event.target)].filter(([, value]) => value !== ''))
      const url = query.size > 0 ? `${path}?${query}` : path
      say('Asking for the terms …')
      const { terms, entry } = await termsOf(url, wallet.terms)
      say(`Your wallet asks you to sign ${money}.`)
      const payload = await signed(wallet, entry)
      const { resource, extensions } = terms
      keep({ url, terms: wallet.terms, header: encode({ x402Version: 2, resource, accepted: entry, payload, extensions }) })
    }
    say('Signed and sent; waiting for the answer …')
    await show(await send(open.url, open.header), open.terms)
  } catch (error) {
    if (open) button.textContent = AGAIN
    const reason = error?.message ?? error ?? 'the wallet gave no reason'
    say(`${open ? 'The answer could not be read; send the same payment again' : 'Nothing was charged'}: ${reason}`)
  } finally {
    busy = button.disabled = false
  }
})

const none = make('option', 'No wallet found in this browser', 'none')
choice.append(none)
choice.disabled = button.disabled = true
section.hidden = false
window.dispatchEvent(new Event('eip6963:requestProvider'))
window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: standard }))
// An older wallet announces nothing.
if (window.ethereum && !wallets.some(({ pays }) => pays === 'eip155:')) addEthereum('ethereum', 'Browser wallet', window.ethereum)

const before = stored((store) => JSON.parse(store.getItem(KEPT)))
if (before) {
  open = before
  button.disabled = false
  button.textContent = AGAIN
  say(
    'A call was signed and sent from this page before it was loaded again, and its answer did not arrive. Nothing new needs to be signed.',
  )
}
