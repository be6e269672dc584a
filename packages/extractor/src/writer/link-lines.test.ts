import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const listing = (pre: string): string | undefined =>
  extractPage({
    html: `<html><head><title>Index of /pub/</title></head><body><h1>Index of /pub/</h1><hr>${pre}<hr></body></html>`,
    url: 'https://files.example/pub/',
  })?.markdown

test('files of a folder are a list of links, without the heads that sort it', () => {
  expect(
    listing(`<pre><img src="/blank.gif" alt="     "> <a href="?C=N;O=D">Name</a>      <a href="?C=M;O=A">Last modified</a>  <a href="?C=S;O=A">Size</a><hr><img src="/back.gif" alt="[DIR]"> <a href="/">Parent Directory</a>                     -
<img src="/gz.gif" alt="[   ]"> <a href="tide-1.0.tar.gz">tide-1.0.tar.gz</a>    2024-01-10 14:00   89K  First release
<img src="/gz.gif" alt="[   ]"> <a href="a%20map.pdf">a map.pdf</a>          2024-02-11 09:30  128K
</pre>`),
  ).toBe(
    '- [Parent Directory](https://files.example/) -\n- [tide-1.0.tar.gz](https://files.example/pub/tide-1.0.tar.gz) 2024-01-10 14:00 89K First release\n- [a map.pdf](https://files.example/pub/a%20map.pdf) 2024-02-11 09:30 128K',
  )
})

test('what is said of a link may stand below it', () => {
  expect(
    listing(
      '<pre><a href="m5/T/">Question on floats</a>\n 2024-04-06  9:00 UTC\n\n<a href="m3/T/">A second float</a>\n 2024-04-03  7:05 UTC\n</pre>',
    ),
  ).toContain(
    '- [Question on floats](https://files.example/pub/m5/T/) 2024-04-06 9:00 UTC\n- [A second float](https://files.example/pub/m3/T/) 2024-04-03 7:05 UTC',
  )
})

test('code that holds links stays code', () => {
  const code = '<a href="/std/fs.html">fs</a>.read(path)\nreturn path\n<a href="/std/os.html">os</a>.exit()'
  expect(listing(`<pre>${code}</pre>`)).toContain('```\nfs.read(path)\nreturn path\nos.exit()\n```')
  expect(listing('<pre><a href="#l1">1</a> let a = 1\n<a href="#l2">2</a> let b = 2\n</pre>')).toContain('```')
})

test('heads that sort a table of files are no links, and the make of a file is no text', () => {
  const row = (make: string, name: string, day: string, size: string): string =>
    `<tr><td valign="top"><img src="/icons/${make}.gif" alt="[${make}]"></td><td><a href="${name}">${name}</a></td><td align="right">${day}</td><td align="right">${size}</td></tr>`
  expect(
    listing(
      `<table><tr><th valign="top"><img src="/icons/blank.gif" alt="[ICO]"></th><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th><th><a href="?C=S;O=A">Size</a></th></tr>${row('DIR', 'old/', '2024-01-10 14:00', '-')}${row('   ', 'tide-1.0.tar.gz', '2024-02-11 09:30', '128K')}</table>`,
    ),
  ).toBe(
    '| Name | Last modified | Size |\n| --- | ---: | ---: |\n| [old/](https://files.example/pub/old/) | 2024-01-10 14:00 | - |\n| [tide-1.0.tar.gz](https://files.example/pub/tide-1.0.tar.gz) | 2024-02-11 09:30 | 128K |',
  )
})
