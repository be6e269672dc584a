import { expect, test } from 'vitest'
import { piece } from '../testing/piece.ts'
import { codeText } from './code.ts'
import { toLines } from './lines.ts'

test('a sign without a character, as the arrow of a line that goes on, is no line of code', () => {
  const lines = ['\b', 'tide -r harbour', '  --from noon', '\b'].flatMap((text, at) => {
    const x = text === '\b' ? 500 : 60
    return toLines([{ ...piece(text, x, text.length * 6, false), y: 700 - at * 12, mono: true }], 1)
  })
  expect(codeText(lines)).toBe('tide -r harbour\n  --from noon')
})
