/** What a file says, and what it says of itself. */
export type Content = {
  readonly contentType: string
  readonly html: string
  readonly title: string | null
  readonly author: string | null
  /** When it was made, as the file says it. */
  readonly created: string | null
  readonly lang: string | null
}
