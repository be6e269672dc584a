import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

test.each([
  ['lines of a paragraph', '<p>• Rope<br>• Two lamps<br>• A <b>boat</b></p>', '- Rope\n- Two lamps\n- A **boat**'],
  ['paragraphs', '<p>● Rope</p><p>● Two lamps</p>', '- Rope\n- Two lamps'],
  [
    'boxes with the sign in an element of its own',
    '<div><span>•</span> Rope</div><div><span>•</span> Two lamps</div>',
    '- Rope\n- Two lamps',
  ],
  ['in bold', '<p><b>• Rope:</b> long</p><p><b>•</b> Two lamps</p>', '- **Rope:** long\n- Two lamps'],
  [
    'below what leads to them',
    '<p>Bring these:<br>▪ Rope<br>▪ Two lamps<br>They are sold out.</p>',
    'Bring these:\n\n- Rope\n- Two lamps\n\nThey are sold out.',
  ],
  ['dashes', '<p>Bring:<br>- Rope<br>- Two lamps<br>- A boat</p>', 'Bring:\n\n- Rope\n- Two lamps\n- A boat'],
  ['that are items already', '<ul><li>• Rope</li><li>• Two lamps</li></ul>', '- Rope\n- Two lamps'],
])('signs of items make a list: %s', (_, html, list) => {
  expect(read(html).markdown).toContain(`\n\n${list}\n\n`)
})

test.each([
  ['a line alone', '<p>• Rope</p>', '• Rope'],
  ['between words', '<p>Rope • lamps • a boat</p>', 'Rope • lamps • a boat'],
  ['lines of one item and more', '<p>• Rope<br>of hemp<br>• Two lamps</p>', '• Rope\\\nof hemp\\\n• Two lamps'],
  ['what two say', '<p>- Is it open?</p><p>- Not today.</p>', '\\- Is it open?\n\n\\- Not today.'],
  ['numbers, which are text', '<p>1. Rope<br>2. Lamps</p>', '1\\. Rope\\\n2\\. Lamps'],
  ['signs of something else', '<p>✓ Rope<br>✗ Lamps</p>', '✓ Rope\\\n✗ Lamps'],
])('what is no list of lines stays as it is: %s', (_, html, text) => {
  expect(read(html).markdown).toContain(`\n\n${text}\n\n`)
})
