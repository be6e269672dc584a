/** Cuts text to `maxBytes` of UTF-8 at a paragraph, line or word; a fence that is open there is closed. `end`: characters of the text that are in. */
export function cutMarkdown(markdown: string, maxBytes: number): { markdown: string; cut: boolean; end: number } {
  if (markdown.length * 3 <= maxBytes || Buffer.byteLength(markdown) <= maxBytes) return { markdown, cut: false, end: markdown.length }
  const whole = new TextDecoder().decode(Buffer.from(markdown.slice(0, maxBytes)).subarray(0, maxBytes - 64)).replace(/\ufffd{1,3}$/, '')
  const near = [whole.lastIndexOf('\n\n'), whole.lastIndexOf('\n'), whole.lastIndexOf(' ')].find((at) => at > whole.length * 0.9)
  const end = near ?? whole.length
  const kept = whole.slice(0, end).trimEnd()
  const open = openFence(kept)
  return { markdown: open === null ? kept : `${kept}\n${open}`, cut: true, end: kept.length }
}

/** The marks that close the fence which is open at the end of Markdown of ours; null when none is. */
export function openFence(markdown: string): string | null {
  let open: string | null = null
  for (const [, inItem, marks = '', rest = ''] of markdown.matchAll(/^[ >]*((?:(?:[-*]|\d{1,9}[.)]) +)*)(`{3,})([^`\n]*)$/gm)) {
    if (open === null) open = marks
    else if (inItem === '' && rest === '' && marks.length >= open.length) open = null
  }
  return open
}
