import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'

const read = (text: string, contentType: string, url = 'https://docs.example/start') => {
  const result = readDocument(new TextEncoder().encode(text), url, { contentType })
  return result.ok ? result.document : result.reason
}
const markdownOf = (text: string) => read(text, 'text/markdown')

test('components leave their titles and links, and what they moved in stands where Markdown expects it', () => {
  const text = `import { Tabs } from "/snippets/tabs.mdx"
export const version = 2

# Start

<Tabs>
  <Tab title="npm">
    \`\`\`bash
    npm i x
      --save
    \`\`\`
  </Tab>
  <Tab title="pnpm">
    Use **pnpm**:

    - one
      - two
  </Tab>
</Tabs>

<Card
  title="Guides"
  href="/guides"
>
  Read them.
</Card>

\`\`\`jsx
<Tab title="kept">
import a from 'b'
\`\`\`
`
  expect(markdownOf(text)).toMatchObject({
    title: 'Start',
    markdown: `# Start\n\n**npm**\n\n\`\`\`bash\nnpm i x\n  --save\n\`\`\`\n\n**pnpm**\n\nUse **pnpm**:\n\n- one\n  - two\n\n**[Guides](https://docs.example/guides)**\n\nRead them.\n\n\`\`\`jsx\n<Tab title="kept">\nimport a from 'b'\n\`\`\``,
  })
})

test('a component that never ends takes nothing with it, and its title runs no script', () => {
  expect(markdownOf('<Card title="[x](javascript:alert(1))" href="javascript:alert(1)">\n  Read them.\n')).toMatchObject({
    markdown: expect.not.stringMatching(/\]\(javascript/),
  })
  expect(markdownOf('<Card\n  title="x"\n\nRead them.')).toMatchObject({ markdown: expect.stringContaining('Read them.') })
})

test('files that are Markdown by their names are, whatever the server calls them', () => {
  const text = '# Project\n\n- [Start](/start.md): how to begin\n'
  for (const path of ['guide.md', 'guide.mdx', 'llms.txt', 'docs/llms-full.txt'])
    expect(read(text, 'text/plain; charset=utf-8', `https://docs.example/${path}`)).toMatchObject({
      title: 'Project',
      contentType: 'text/markdown',
    })
  expect(read(text, 'text/plain', 'https://docs.example/notes.txt')).toMatchObject({ contentType: 'text/plain' })
})

test('front matter says who wrote it, when, and what it is', () => {
  expect(
    markdownOf('---\ntitle: Start\nauthor: "Ann Lee"\ndate: 2024-03-14\ndescription: How to begin\ntags: [a]\n---\n\nText.'),
  ).toMatchObject({
    title: 'Start',
    byline: 'Ann Lee',
    publishedTime: '2024-03-14',
    excerpt: 'How to begin',
  })
  expect(markdownOf('---\nauthor:\n  - Ann\ndate: soon\n---\n\nText.')).toMatchObject({ byline: 'Ann', publishedTime: null })
})

test('an error in Markdown is an error', () => {
  expect(markdownOf('# 404: Not Found\n\nThis page could not be found.\n')).toBe('error_page')
})
