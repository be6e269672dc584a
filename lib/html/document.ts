/** The frame of every page: head, header, footer. Pure; addresses come from the settings, never from a request. */
import { type OperatorSettings, operatorOf } from '../operator.ts'
import { sourceNames } from '../tenders/sources/source-names.ts'
import { type Html, html, jsonBlock, render, trusted } from './html.ts'
import { type Product, type SheetName, sheets } from './style/index.ts'

/** Public addresses, without a slash at the end, and who runs what is there. */
export type Site = { BASE_URL: string; TOOLS_URL: string } & OperatorSettings

export type Alternate = { type: string; href: string; title: string }

export type Page = {
  /** 200 without it. */
  status?: number
  cacheControl: string
  title: string
  /** One or two sentences for search results and previews. */
  description: string
  /** The path with its query as it should be known, e.g. `/tenders/cleaning`. */
  path: string
  body: Html
  product: Product
  /** Another sheet than that of its product. */
  sheet?: SheetName
  /** Path of the navigation entry this page belongs to. */
  section?: string
  noindex?: boolean
  /** The same content in other forms, for feed readers. */
  alternates?: readonly Alternate[]
  jsonLd?: object
  /** Whether `/page.js` adds comfort to this page (copy buttons, live panel). Nothing needs it. */
  script?: boolean
  /** Whether `/pay.js` lets the reader pay from this page. */
  pay?: boolean
}

/** A slip from a meter: paper with a torn edge. */
const mark = trusted(
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M5 2h14v20l-2.3-1.8L14.3 22 12 20.2 9.7 22l-2.4-1.8L5 22z"/><path stroke="var(--paper)" stroke-width="1.8" d="M8.5 7.5h7M8.5 11.5h7M12.5 15.5h3"/></svg>',
)

/** Where a path of one product stands when linked from a page of `product`: relative on its own site, absolute to the other one. */
export function linkTo(site: Site, from: Product, path: string): string {
  const isTenders = path === '/tenders' || path.startsWith('/tenders/') || path.startsWith('/api/uk-tenders')
  if (site.BASE_URL === site.TOOLS_URL || isTenders === (from === 'tenders')) return path
  return `${isTenders ? site.TOOLS_URL : site.BASE_URL}${path}`
}

const brands = {
  tools: { name: 'Paid Agent Tools', home: '/' },
  tenders: { name: 'UK public tenders', home: '/tenders' },
} as const

const menus: Record<Product, readonly (readonly [path: string, name: string])[]> = {
  tools: [
    ['/#tools', 'Tools'],
    ['/docs', 'Docs'],
    ['/docs/payments', 'Payments'],
    ['/status', 'Status'],
    ['/tenders', 'UK tenders'],
  ],
  tenders: [
    ['/tenders', 'Trades'],
    ['/tenders/feeds', 'Feeds'],
    ['/tenders/status', 'Status'],
    ['/', 'Agent tools'],
  ],
}

const footMenu: readonly (readonly [path: string, name: string])[] = [
  ['/', 'Paid Agent Tools'],
  ['/tenders', 'UK public tenders'],
  ['/docs', 'Docs'],
  ['/docs/errors', 'Errors'],
  ['/openapi.json', 'OpenAPI'],
  ['/changelog', 'Changelog'],
  ['/status', 'Status'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/docs#contact', 'Contact'],
]

const footNotes: Record<Product, Html> = {
  tools: html`Read-only tools for software agents, paid per call in USDC by x402. Only a 2xx answer is ever settled.`,
  tenders: html`Compiled by a private party. Not official: confirm every notice at its official page before you act on it. Contains public sector
    information licensed under the <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/">Open Government Licence v3.0</a>;
    sources: ${sourceNames}.`,
}

const menu = (site: Site, page: Pick<Page, 'product' | 'section'>, entries: readonly (readonly [string, string])[]): Html =>
  html`<ul>${entries.map(
    ([path, name]) =>
      html`<li><a href="${linkTo(site, page.product, path)}"${path === page.section && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul>`

/** Who stands behind the service, with the way to reach them. */
export function operatorLine(settings: OperatorSettings): Html {
  const operator = operatorOf(settings)
  if (!operator) return html`No operator is named on this server.`
  const { name, country, contact } = operator
  return html`Run by <strong>${name}</strong>${country && html`, ${country}`}${contact && html`: <a href="${contact.href}">${contact.words}</a>`}.`
}

/** The address a page is known by. */
export const canonicalUrl = (site: Site, page: Pick<Page, 'path' | 'product'>): string =>
  `${page.product === 'tenders' ? site.TOOLS_URL : site.BASE_URL}${page.path}`

/** The whole document. */
export function toDocument(page: Omit<Page, 'status' | 'cacheControl'>, site: Site): string {
  const { name, home } = brands[page.product]
  const canonical = canonicalUrl(site, page)
  const origin = page.product === 'tenders' ? site.TOOLS_URL : site.BASE_URL
  const title = page.title === name ? name : `${page.title} | ${name}`
  return render(html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
${page.noindex ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${canonical}">`}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${canonical}">
<meta property="og:image" content="${origin}/og/${page.product}.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${name}">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="#f6f7f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0f1512" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${page.alternates?.map(({ type, href, title: label }) => html`<link rel="alternate" type="${type}" href="${href}" title="${label}">\n`)}<style>${trusted(sheets[page.sheet ?? page.product].css)}</style>
${page.jsonLd && html`<script type="application/ld+json">${jsonBlock(page.jsonLd)}</script>\n`}${page.script && html`<script src="/page.js" defer></script>\n`}${page.pay && html`<script src="/pay.js" defer></script>\n`}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="in"><a class="brand" href="${linkTo(site, page.product, home)}">${mark}<span>${name}</span></a><nav aria-label="Main">${menu(site, page, menus[page.product])}</nav></div></header>
<main id="main" tabindex="-1"><div class="in">${page.body}</div></main>
<footer class="foot"><div class="in"><nav aria-label="Site">${menu(site, { ...page, section: '' }, footMenu)}</nav><p>${operatorLine(site)}</p><p>${footNotes[page.product]}</p></div></footer>
</body>
</html>
`)
}
