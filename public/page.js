// Comfort for readers with script: copy buttons, and the live panel of the landing page. Every page is complete without this file.

/** Text of one copy button's target. */
const copied = (host) => (host.querySelector('pre') ?? host.querySelector('code')).textContent.trim()

for (const host of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const name = (host.querySelector('figcaption strong') ?? host.querySelector('code')).textContent
  button.setAttribute('aria-label', `Copy ${name}`)
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(copied(host))
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Select and copy by hand'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  ;(host.querySelector('figcaption') ?? host).append(' ', button)
}

/** A block of code under a heading, as the server makes them. */
function block(title, text) {
  const figure = document.createElement('figure')
  figure.className = 'code'
  const caption = document.createElement('figcaption')
  const strong = document.createElement('strong')
  strong.textContent = title
  caption.append(strong)
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  const code = document.createElement('code')
  code.textContent = text
  pre.append(code)
  figure.append(caption, pre)
  return figure
}

const shown = ['content-type', 'cache-control', 'payment-required', 'x-request-id', 'retry-after', 'server-timing']

/** Base64 of UTF-8 JSON, indented. */
function decoded(header) {
  const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0))
  return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2)
}

async function send(path, output) {
  output.textContent = 'Waiting for the answer …'
  const started = performance.now()
  try {
    const response = await fetch(path, { headers: { Accept: 'application/json' }, cache: 'no-store' })
    const body = await response.text()
    const ms = Math.round(performance.now() - started)
    const line = document.createElement('p')
    line.className = 'answer'
    line.textContent = `${response.status} after ${ms} ms, charged nothing: GET ${path}`
    const headers = shown.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [`${name}: ${value.length > 120 ? `${value.slice(0, 117)}…` : value}`]
    })
    const terms = response.headers.get('payment-required')
    output.replaceChildren(
      line,
      block('Headers', headers.join('\n')),
      terms === null ? block('Body', JSON.stringify(JSON.parse(body), null, 2)) : block('PAYMENT-REQUIRED, decoded', decoded(terms)),
    )
  } catch (error) {
    output.textContent = `No answer: ${error.message}. Nothing was charged.`
  }
}

const tool = document.getElementById('live-tool')
if (tool) {
  tool.closest('.ask').hidden = false
  document.querySelector('.plain-live').hidden = true
  const output = document.getElementById('live-answer')
  for (const button of document.querySelectorAll('[data-live]')) {
    button.addEventListener('click', () => {
      const option = tool.selectedOptions[0]
      send(button.dataset.live === 'good' ? option.value : option.dataset.bad, output)
    })
  }
}
