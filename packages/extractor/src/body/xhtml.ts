/** XHTML as HTML: what XML reads otherwise. */

/** In XML any element may close itself; in HTML what looks so stays open, and an open script takes the rest of the page. */
const CLOSED =
  /<(script|style|title|textarea|iframe|canvas|object|video|audio|div|p|span|a|b|i|em|strong|ul|ol|li|td|th|h[1-6]|section|article|aside|header|footer|nav|button|select|label)((?:\s[^<>]{0,2000})?)\/>/gi
const LANGUAGE = /(<html\s(?:[^<>]{0,1000}\s)?)xml:lang(?=\s*=)/i
const SIGNS = /<\/?(?:script|style)\b|<!\[CDATA\[|\]\]>/gi

/** Text that XML takes as it stands is text of HTML; in scripts and styles it is theirs. One pass. */
function withoutSections(xhtml: string): string {
  if (!xhtml.includes('<![CDATA[')) return xhtml
  let [out, from, isRaw, isSection] = ['', 0, false, false]
  for (const { 0: sign, index } of xhtml.matchAll(SIGNS)) {
    if (isSection && sign === ']]>') {
      out += xhtml.slice(from, index).replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)
      from = index + sign.length
      isSection = false
    } else if (!isSection && !isRaw && sign.startsWith('<!')) {
      out += xhtml.slice(from, index)
      from = index + sign.length
      isSection = true
    } else if (!isSection && sign !== ']]>' && !sign.startsWith('<!')) isRaw = sign[1] !== '/'
  }
  return out + xhtml.slice(from)
}

export const xhtmlAsHtml = (xhtml: string): string => withoutSections(xhtml.replace(CLOSED, '<$1$2></$1>').replace(LANGUAGE, '$1lang'))
