/** What a caller would rather read, by the quality values of its Accept header (RFC 9110 section 12.5.1). */

/** Quality of a media type named in full; undefined where the header does not name it. Ranges such as star/star name nothing. */
function qualityOf(accept: string, type: string): number | undefined {
  const qualities = accept.split(',').flatMap((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) return []
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const value = q === undefined ? 1 : Number(q.split('=')[1])
    return [Number.isNaN(value) ? 0 : value]
  })
  return qualities.length > 0 ? Math.max(...qualities) : undefined
}

/** True when HTML is asked for by name and no JSON is asked for more. `*` alone, an empty header and no header mean a program. */
export function prefersHtml(accept: string | null | undefined): boolean {
  // Programs seldom name HTML at all: most calls are told apart here.
  if (!accept || !/text\/html/i.test(accept)) return false
  const html = qualityOf(accept, 'text/html') ?? 0
  return html > 0 && html >= (qualityOf(accept, 'application/json') ?? 0)
}

/** True when Markdown is asked for by name and neither HTML nor JSON is asked for more. */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  if (!accept) return false
  const markdown = qualityOf(accept, 'text/markdown') ?? 0
  return markdown > 0 && markdown >= Math.max(qualityOf(accept, 'text/html') ?? 0, qualityOf(accept, 'application/json') ?? 0)
}
