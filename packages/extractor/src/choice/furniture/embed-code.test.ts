import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropEmbedCode } from './embed-code.ts'

function rest(body: string): string[] {
  const { blocks } = segment(parsePage(body))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEmbedCode(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const FRAME = '<b>&lt;</b>iframe src="https://radio.example/player/4" width="100%" height="290"&gt;&lt;/iframe&gt;'
const TOOLS = `<ul><li><a href="/4.mp3">Download</a></li><li><button>Embed</button><div><label><b>Embed</b></label><b><code>${FRAME}</code></b></div></li></ul>`

test('the code of a player for other pages is left out, with its name', () => {
  expect(rest(`<p>Words</p>${TOOLS}`)).toEqual(['Words', 'Download'])
})

test('frames that a text is about stay', () => {
  expect(rest(`<p>Write <code>${FRAME}</code> into it.</p>`)).toHaveLength(1)
  expect(rest(`<p>Like this</p><pre><code>${FRAME}</code></pre>`)).toHaveLength(2)
})
