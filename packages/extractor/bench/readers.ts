import type { JSDOM } from 'jsdom'
import { extractPage } from '../src/extract.ts'

/** A way to read a page: Markdown of its main content. */
export type Reader = (html: string, url: string) => string | Promise<string>

async function onJsdom(read: (document: Document, url: string) => string | Promise<string>): Promise<Reader> {
  const { JSDOM, VirtualConsole } = await import('jsdom')
  return async (html, given) => {
    // Some pages of the benchmarks have no address, without which jsdom throws.
    const url = given || 'https://unknown.invalid/'
    const dom: JSDOM = new JSDOM(html, { url, virtualConsole: new VirtualConsole() })
    try {
      return await read(dom.window.document, url)
    } finally {
      dom.window.close()
    }
  }
}

/** Without `useAsync: false` it asks other hosts for what a page lacks. */
const DEFUDDLE = { markdown: true, useAsync: false }

const READERS = {
  'page-extractor': async (): Promise<Reader> => (html, url) => extractPage({ html, url })?.markdown ?? '',
  'Readability, turndown (jsdom)': async (): Promise<Reader> => {
    const { Readability } = await import('@mozilla/readability')
    const { default: TurndownService } = await import('turndown')
    return onJsdom((document) => new TurndownService().turndown(new Readability(document).parse()?.content ?? ''))
  },
  'Defuddle (jsdom)': async (): Promise<Reader> => {
    const { Defuddle } = await import('defuddle/node')
    return onJsdom(async (document, url) => (await Defuddle(document, url, DEFUDDLE)).content)
  },
  'Defuddle (linkedom)': async (): Promise<Reader> => {
    const { Defuddle } = await import('defuddle/node')
    return async (html, url) => (await Defuddle(html, url, DEFUDDLE)).content
  },
} satisfies Record<string, () => Promise<Reader>>

export type ReaderName = keyof typeof READERS

export const OURS: ReaderName = 'page-extractor'
export const STOCK: ReaderName = 'Readability, turndown (jsdom)'
export const READER_NAMES = Object.keys(READERS) as ReaderName[]

export const loadReader = (name: ReaderName): Promise<Reader> => READERS[name]()
