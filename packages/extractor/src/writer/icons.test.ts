import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

test.each([
  ['a letter of no script', '<i class="fa">\uf00c</i>'],
  ['a name that a font draws as a sign', '<i class="material-icons">arrow_forward</i>'],
  ['the same of a newer font', '<span class="material-symbols-outlined"> chevron_right </span>'],
  ['the same in an element of its own', '<mat-icon aria-hidden="false">home</mat-icon>'],
])('signs of a font are no words: %s', (_name, icon) => {
  expect(read(`<p>Read the timetable ${icon} of the ferry.</p>`).markdown).toContain('Read the timetable of the ferry.')
})

test('a sign that is all of a cell says something', () => {
  const { markdown } = read(
    '<table><tr><th>Ferry</th><th>Runs</th></tr><tr><td>North</td><td><i class="material-icons">check_circle</i></td></tr></table>',
  )
  expect(markdown).toContain('| North | ✓ |')
})

test('words in such a font are words', () => {
  expect(read('<p>The <span class="material-icons">Quay of 1890</span> stands.</p>').markdown).toContain('The Quay of 1890 stands.')
})
