/** A comment that is closed at once (`<!-->`) opens nothing. */
const SIGNS = /<!---*>|<!--|-->|<script(?=[\s/>])/gi

/**
 * Which end tags end a script. Between `<!--` and `-->` a `<script` makes the next `</script` part of the code, as in browsers (HTML's
 * "script data double escaped state"). Linear over all end tags of a script.
 */
export class ScriptEnd {
  #from = 0
  #escaped = false
  #doubled = false

  /** A script whose code begins at `from`. */
  begin(from: number): void {
    this.#from = from
    this.#escaped = this.#doubled = false
  }

  /** Whether the end tag whose name begins at `at` ends it. */
  endsAt(html: string, at: number): boolean {
    const code = html.slice(this.#from, at - 2)
    this.#from = at
    if (!this.#escaped && !code.includes('<!--')) return true
    for (const [sign] of code.matchAll(SIGNS)) {
      if (sign === '<!--') this.#escaped = true
      else if (sign.endsWith('>')) this.#escaped = this.#doubled = false
      else if (this.#escaped) this.#doubled = true
    }
    const ends = !this.#doubled
    this.#doubled = false
    return ends
  }
}
