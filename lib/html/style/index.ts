/**
 * The style of every page, as one text that stands in the page itself: one request paints it, and the policy names it by its hash. There are
 * three sheets, so that a page for a phone on a train does not carry what only developers see, and documentation not what only the landing
 * page shows.
 */
import { createHash } from 'node:crypto'
import { base } from './base.ts'
import { developers } from './developers.ts'
import { landing } from './landing.ts'
import { parts } from './parts.ts'
import { tenders } from './tenders.ts'
import { tokens } from './tokens.ts'

export type Sheet = { css: string /** As a policy names it: `sha256-…`. */; hash: string }

const squeeze = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim()

function sheet(...texts: string[]): Sheet {
  const css = squeeze(texts.join(''))
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}

export const sheets = {
  tools: sheet(tokens, base, parts, developers),
  tenders: sheet(tokens, base, parts, tenders),
  landing: sheet(tokens, base, parts, developers, landing),
} as const

export type SheetName = keyof typeof sheets
/** Whose page it is: its brand, its menu, and the sheet that it has unless it asks for another. */
export type Product = Exclude<SheetName, 'landing'>
