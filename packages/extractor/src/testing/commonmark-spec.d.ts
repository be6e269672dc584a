/** The specification's own package has no types. */
declare module 'commonmark-spec' {
  export const tests: readonly { readonly number: number; readonly section: string; readonly markdown: string; readonly html: string }[]
}
