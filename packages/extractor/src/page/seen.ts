import { isTwiceEncoded } from '../body/twice-encoded.ts'
import { clean } from './limits.ts'

/** What of the texts of a page is seen. Only what is not can tell that the page was decoded twice. */
export class Seen {
  isTwiceEncoded = false

  of(text: string): string {
    const seen = clean(text)
    if (seen.length < text.length) this.isTwiceEncoded ||= isTwiceEncoded(text)
    return seen
  }
}
