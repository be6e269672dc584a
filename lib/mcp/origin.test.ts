import { expect, test } from 'vitest'
import { isForeignOrigin } from './origin.ts'

const own = ['https://tools.example.com', 'https://tenders.example.com:8443']

test.each([
  ['no browser', null, 'tools.example.com'],
  ['a page of another site', 'https://app.example', 'tools.example.com'],
  ['a page of our own', 'https://tools.example.com', 'tools.example.com'],
  ['the other public name, with a port', 'https://tenders.example.com:8443', 'tenders.example.com:8443'],
  ['another site, behind a proxy that renames the host', 'https://app.example', 'backend:3000'],
  ['a sandboxed page that uses our name', 'null', 'tools.example.com'],
  ['a desktop application', 'vscode-file://vscode-app', 'tools.example.com'],
  ['a local page', 'http://localhost:5173', 'localhost:3000'],
  ['a local server by its address', 'http://127.0.0.1:3000', '127.0.0.1:3000'],
  ['a local server over IPv6', 'http://[::1]:3000', '[::1]:3000'],
])('welcome: %s', (_, origin, host) => {
  expect(isForeignOrigin(origin, host, own)).toBe(false)
})

test.each([
  ['a name rebound to this address', 'http://evil.example:3000', 'evil.example:3000'],
  ['the same in another letter case', 'http://evil.example', 'EVIL.example'],
  ['a sandboxed page under a rebound name', 'null', 'evil.example'],
  ['no origin at all', 'not an origin', 'tools.example.com'],
  ['a name that only begins like ours', 'https://tools.example.com.evil.example', 'tools.example.com.evil.example'],
])('refused: %s', (_, origin, host) => {
  expect(isForeignOrigin(origin, host, own)).toBe(true)
})
