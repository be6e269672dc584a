/** A comparison of files as `diff -u` and version control write it (unified format), which ends where its own numbers say. */

/** What stands before the names of the two files. */
const EXTENDED = /^(?:diff |index [\da-f]|(?:old|new|deleted) |(?:new file|deleted file|similarity|dissimilarity) |(?:copy|rename) )/
const MOST_EXTENDED = 8
const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/
/** What mails write above a signature, and patches below themselves. */
const SIGNATURE = /^-- $/

/** The line behind a hunk; its numbers say how many lines it has of either file. */
function endOfHunk(lines: readonly string[], from: number): number {
  const [, before = '1', after = '1'] = HUNK.exec(lines[from]!)!
  let [old, made, at] = [Number(before), Number(after), from + 1]
  for (; at < lines.length && (old > 0 || made > 0); at += 1) {
    const line = lines[at]!
    const sign = line[0] ?? ' '
    if (SIGNATURE.test(line) || !' +-\\'.includes(sign)) break
    if (sign === ' ' || sign === '-') old -= 1
    if (sign === ' ' || sign === '+') made -= 1
  }
  return lines[at]?.startsWith('\\ ') ? at + 1 : at
}

/** The line behind a comparison that begins at a line; that line itself where none does. Linear in what it has. */
export function endOfDiff(lines: readonly string[], from: number): number {
  let end = from
  for (let at = from; at < lines.length; ) {
    for (let most = at + MOST_EXTENDED; at < most && EXTENDED.test(lines[at] ?? ''); ) at += 1
    if (!(lines[at]?.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') && HUNK.test(lines[at + 2] ?? ''))) break
    at += 2
    while (HUNK.test(lines[at] ?? '')) at = endOfHunk(lines, at)
    end = at
  }
  return end
}
