import { expect, test } from 'vitest'
import { pdf } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const CHINESE = '港口管理局星期二 has 3 开会讨论新的防波堤，由于去年冬天的暴风雨。'
const JAPANESE = '港湾局は火曜日に has 3 ﾃｽﾄ 新しい防波堤について話し合いました。'
const TAIWANESE = '港口管理局星期二 has 3 開會討論新的防波堤，由於去年冬天的暴風雨。'
const KOREAN = '항만청은 화요일에 has 3 새 방파제를 논의했습니다. 공사는 두 번 연기되었다.'

async function read(encoding: string, ordering: string, hex: string) {
  const bytes = pdf([[{ text: '', hex, x: 60, y: 700 }]], { outside: { encoding, ordering } })
  return readPdf(bytes, 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
}

test.each([
  [
    'UniGB-UCS2-H',
    'GB1',
    CHINESE,
    '6e2f53e37ba174065c40661f671f4e8c00200068006100730020003300205f004f1a8ba88bba65b0768496326ce25824ff0c75314e8e53bb5e7451ac5929768466b498ce96e83002',
  ],
  [
    'UniGB-UTF16-H',
    'GB1',
    CHINESE,
    '6e2f53e37ba174065c40661f671f4e8c00200068006100730020003300205f004f1a8ba88bba65b0768496326ce25824ff0c75314e8e53bb5e7451ac5929768466b498ce96e83002',
  ],
  [
    'GBK-EUC-H',
    'GB1',
    CHINESE,
    'b8dbbfdab9dcc0edbed6d0c7c6dab6fe20686173203320bfaabbe1ccd6c2dbd0c2b5c4b7c0b2a8b5cca3acd3c9d3dac8a5c4eab6acccecb5c4b1a9b7e7d3eaa1a3',
  ],
  [
    'GBKp-EUC-H',
    'GB1',
    CHINESE,
    'b8dbbfdab9dcc0edbed6d0c7c6dab6fe20686173203320bfaabbe1ccd6c2dbd0c2b5c4b7c0b2a8b5cca3acd3c9d3dac8a5c4eab6acccecb5c4b1a9b7e7d3eaa1a3',
  ],
  [
    'UniJIS-UCS2-H',
    'Japan1',
    JAPANESE,
    '6e2f6e7e5c40306f706b66dc65e5306b0020006800610073002000330020ff83ff7dff84002065b03057304496326ce25824306b3064304430668a71305754083044307e3057305f3002',
  ],
  [
    'UniJIS-UCS2-HW-H',
    'Japan1',
    JAPANESE,
    '6e2f6e7e5c40306f706b66dc65e5306b0020006800610073002000330020ff83ff7dff84002065b03057304496326ce25824306b3064304430668a71305754083044307e3057305f3002',
  ],
  [
    'UniJIS-UTF16-H',
    'Japan1',
    JAPANESE,
    '6e2f6e7e5c40306f706b66dc65e5306b0020006800610073002000330020ff83ff7dff84002065b03057304496326ce25824306b3064304430668a71305754083044307e3057305f3002',
  ],
  [
    '90ms-RKSJ-H',
    'Japan1',
    JAPANESE,
    '8d6098708bc782cd89ce976a93fa82c920686173203320c3bdc420905682b582a29668946792e782c982c282a282c4986282b58d8782a282dc82b582bd8142',
  ],
  [
    '90msp-RKSJ-H',
    'Japan1',
    JAPANESE,
    '8d6098708bc782cd89ce976a93fa82c920686173203320c3bdc420905682b582a29668946792e782c982c282a282c4986282b58d8782a282dc82b582bd8142',
  ],
  [
    'EUC-H',
    'Japan1',
    JAPANESE.replace('ﾃｽﾄ ', ''),
    'b9c1cfd1b6c9a4cfb2d0cdcbc6fca4cb20686173203320bfb7a4b7a4a4cbc9c7c8c4e9a4cba4c4a4a4a4c6cfc3a4b7b9e7a4a4a4dea4b7a4bfa1a3',
  ],
  [
    'UniCNS-UCS2-H',
    'CNS1',
    TAIWANESE,
    '6e2f53e37ba174065c40661f671f4e8c0020006800610073002000330020958b67038a0e8ad665b0768496326ce25824ff0c753165bc53bb5e7451ac5929768466b498a896e83002',
  ],
  [
    'ETen-B5-H',
    'CNS1',
    TAIWANESE,
    'b4e4a466badeb27aa7bdac50b4c1a44720686173203320b67db77cb051bdd7b773aabaa8beaa69b3f6a141a5d1a9f3a568a67ea556a4d1aababcc9adb7ab42a143',
  ],
  [
    'ETenms-B5-H',
    'CNS1',
    TAIWANESE,
    'b4e4a466badeb27aa7bdac50b4c1a44720686173203320b67db77cb051bdd7b773aabaa8beaa69b3f6a141a5d1a9f3a568a67ea556a4d1aababcc9adb7ab42a143',
  ],
  [
    'UniKS-UCS2-H',
    'Korea1',
    KOREAN,
    'd56db9ccccadc7400020d654c694c77cc5d00020006800610073002000330020c0c80020bc29d30cc81cb97c0020b17cc758d588c2b5b2c8b2e4002e0020acf5c0acb2940020b4500020bc880020c5f0ae30b418c5c8b2e4002e',
  ],
  [
    'KSCms-UHC-H',
    'Korea1',
    KOREAN,
    'c7d7b8b8c3bbc0ba20c8adbfe4c0cfbfa120686173203320bbf520b9e6c6c4c1a6b8a620b3edc0c7c7dfbdc0b4cfb4d92e20b0f8bbe7b4c220b5ce20b9f820bfacb1e2b5c7befab4d92e',
  ],
  [
    'KSC-EUC-H',
    'Korea1',
    KOREAN,
    'c7d7b8b8c3bbc0ba20c8adbfe4c0cfbfa120686173203320bbf520b9e6c6c4c1a6b8a620b3edc0c7c7dfbdc0b4cfb4d92e20b0f8bbe7b4c220b5ce20b9f820bfacb1e2b5c7befab4d92e',
  ],
])('a font that is not part of its file is read where its codes are those of characters: %s', async (encoding, ordering, text, hex) => {
  const result = await read(encoding, ordering, hex)
  expect(result.ok ? result.document.markdown.split('\n').at(-1) : result.reason).toBe(text)
  expect(result.ok && result.document.truncated).toBe(false)
})

test('lines of a script without spaces are joined without one', async () => {
  const line = (y: number) => ({ text: '', hex: Buffer.from(CHINESE, 'utf16le').swap16().toString('hex'), x: 60, y })
  const bytes = pdf([[line(700), line(688)]], { outside: { encoding: 'UniGB-UCS2-H', ordering: 'GB1' } })
  const result = await readPdf(bytes, 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  expect(result.ok && result.document.markdown).toContain(CHINESE + CHINESE)
})

test.each([
  // As poppler reads them.
  ['Japan1', 'あぃ亜鋼鯨', '034b034c046507ef0735'],
  ['GB1', '丙换神鄹', '046407d00d2a1388'],
  ['CNS1', '一汗噶郹', '025303e812a22328'],
  ['Korea1', '가稈밧番', '043e0da407d01388'],
])('codes that are the numbers of glyphs in a collection of Adobe are read: %s', async (ordering, text, hex) => {
  const result = await read('Identity-H', ordering, hex.repeat(8))
  expect(result.ok ? result.document.markdown.split('\n').at(-1) : result.reason).toBe(text.repeat(8))
})

test('where nothing says which characters they are, the refusal says so and not that the pages are pictures', async () => {
  expect(await read('Ext-RKSJ-H', 'Japan1', '0a0b0c0d0e0f'.repeat(6))).toEqual({ ok: false, reason: 'pdf_fonts' })
})
