/** Which signs of a text are marks, as CommonMark and GFM pair them. */

/** A run of one sign. `size` is what the source has; `left` is what is text once the runs are paired. */
export type Run = { readonly sign: string; readonly size: number; left: number; readonly opens: boolean; readonly closes: boolean }

const SPACE = /\s/
const SIGN = /^[\p{P}\p{S}]/u
const isSpace = (char: string): boolean => char === '' || char === ' ' || SPACE.test(char)
const isSign = (char: string): boolean => !/^[a-z0-9]/i.test(char) && SIGN.test(char)

const isLowHalf = (char: string): boolean => char >= '\udc00' && char <= '\udfff'
const before = (text: string, at: number): string => {
  const char = text.charAt(at - 1)
  return isLowHalf(char) ? text.slice(at - 2, at) : char
}
const behind = (text: string, at: number): string => (isLowHalf(text.charAt(at + 1)) ? text.slice(at, at + 2) : text.charAt(at))

/** The run of one sign that stands from `start` to `end`, by what stands beside it. */
export function runAt(text: string, start: number, end: number): Run {
  const sign = text[start]!
  const previous = before(text, start)
  const next = behind(text, end)
  const spaceBefore = isSpace(previous)
  const spaceBehind = isSpace(next)
  const signBefore = !spaceBefore && isSign(previous)
  const signBehind = !spaceBehind && isSign(next)
  const left = !spaceBehind && (!signBehind || spaceBefore || signBefore)
  const right = !spaceBefore && (!signBefore || spaceBehind || signBehind)
  const size = end - start
  if (sign === '_') return { sign, size, left: size, opens: left && (!right || signBefore), closes: right && (!left || signBehind) }
  // Of tildes two are a mark, neither more nor fewer.
  const counts = sign !== '~' || size === 2
  return { sign, size, left: size, opens: left && counts, closes: right && counts }
}

/** What an unsuccessful search depends on besides the sign: the rule of three. */
const kindOf = ({ sign, opens, size }: Run): string => `${sign}${opens ? 1 : 0}${size % 3}`

const isPair = (opener: Run, closer: Run): boolean =>
  opener.sign === closer.sign &&
  (!(opener.closes || closer.opens) || (opener.size + closer.size) % 3 !== 0 || (opener.size % 3 === 0 && closer.size % 3 === 0))

/** Pairs the runs of one text in their order; `left` of each is what stays. Linear: what was searched in vain is not searched again. */
export function pairRuns(runs: readonly Run[]): void {
  const open: Run[] = []
  const bottoms = new Map<string, number>()
  const shrink = (height: number): void => {
    open.length = height
    for (const [kind, bottom] of bottoms) if (bottom > height) bottoms.set(kind, height)
  }
  for (const run of runs) {
    while (run.closes && run.left > 0) {
      const kind = kindOf(run)
      let at = open.length - 1
      while (at >= (bottoms.get(kind) ?? 0) && !isPair(open[at]!, run)) at -= 1
      const opener = at >= (bottoms.get(kind) ?? 0) ? open[at] : undefined
      if (opener === undefined) {
        bottoms.set(kind, open.length)
        break
      }
      const taken = opener.left >= 2 && run.left >= 2 ? 2 : 1
      opener.left -= taken
      run.left -= taken
      shrink(opener.left > 0 ? at + 1 : at)
    }
    if (run.opens && run.left > 0) open.push(run)
  }
}
