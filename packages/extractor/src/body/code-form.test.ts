import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'

const markdown = (text: string): string | null => {
  const result = readDocument(new TextEncoder().encode(text), 'https://paste.example/raw/a1b2', { contentType: 'text/plain' })
  return result.ok ? result.document.markdown : null
}

test.each([
  [
    'Python',
    'import os\n\ndef leave(harbour):\n    """Says when a ferry leaves."""\n    if harbour is None:\n        return None\n\n    for time in harbour.times:\n        print(time)\n',
  ],
  ['C', '#include <stdio.h>\n\nint main(void)\n{\n        printf("ferry\\n");\n\n        return 0;\n}\n'],
  ['a shell script', '#!/bin/sh\nset -e\n\nif [ -z "$1" ]; then\n  echo "Which harbour?"\n  exit 1\nfi\n'],
  [
    'JavaScript',
    "const harbour = require('harbour')\n\nfunction leave(time) {\n  return harbour\n    .times()\n    .filter((one) => one > time);\n}\n",
  ],
  ['settings', '[Unit]\nDescription=Ferry\n\n[Service]\nExecStart=/usr/bin/ferry\nRestart=always\n'],
  ['SQL', 'SELECT harbour,\n       time\n  FROM ferries\n WHERE time > now();\n\nUPDATE ferries\n   SET time = NULL;\n'],
])('source code whose name says nothing stands to the letter: %s', (_name, text) => {
  expect(markdown(text)).toBe(`\`\`\`\n${text.trimEnd()}\n\`\`\``)
})

test.each([
  [
    'prose with names in it',
    'Call leave(harbour) and wait for it.\nThe ferry then leaves as it should,\nand for each harbour one line is printed.\nIf none is given, all are taken.',
  ],
  ['people', 'Ann Author <ann@a.example> (2019-)\nBob Builder <bob@b.example> (2020)\n\nCarla Carpenter (drawings)\nDan Dancer (music)'],
  ['a poem', 'The ferry leaves,\nthe harbour stays,\nand all the waves\nare yesterday’s.'],
  ['text without spaces between words', '渡船每小时从港口出发，\n从早上七点到晚上十一点。\n夏天的班次是平时的两倍。\n请在码头等候。'],
  [
    'headings and links',
    '# a-b\n\n## 1.0.7\n\n### Patches\n\n- [#1](https://a.example/1) [`8d6f`](https://a.example/8)\n\n## 1.0.6\n\n- [#2](https://a.example/2)\n- [#3](https://a.example/3)',
  ],
])('what is no code is not fenced: %s', (_name, text) => {
  expect(markdown(text)).not.toMatch(/```/)
})
