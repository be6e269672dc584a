import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'
import { textOf } from './text.ts'

const bodyOf = (html: string): string => textOf(parsePage(html).body).trim()

test.each([
  ['plain', '<script>let a = 1</script>seen', 'seen'],
  ['a script inside of its comment', '<script><!-- <script> </script> hidden --></script>seen', 'seen'],
  ['two of them', '<script><!-- <script></script> hidden <script></script> hidden --></script>seen', 'seen'],
  ['a comment that ends before', '<script><!-- <script> --> let a</script>seen', 'seen'],
  ['a comment that is none', '<script><!--> <script> let a</script>seen', 'seen'],
  ['a comment without a script', '<script><!-- let a</script>seen', 'seen'],
  ['a script that is written in parts', '<script><!-- w("<script src=a></scr" + "ipt>") //--></script>seen', 'seen'],
  ['another after it', '<script><!-- <script> </script> --></script>seen<script>let a</script> too', 'seen too'],
  ['closed in itself, as HTML does not know', '<script/><!-- <script> </script> hidden --></script>seen', 'seen'],
])('a script ends where it does in a browser: %s', (_name, html, text) => {
  expect(bodyOf(html)).toBe(text)
})
