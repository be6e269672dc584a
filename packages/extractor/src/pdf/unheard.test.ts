import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pdf } from '../testing/pdf.ts'

/** What a process of its own says of reading a file: tests hear errors that nobody else does. */
function readApart(bytes: Uint8Array, more = ''): string {
  const code = `import { readFileSync } from 'node:fs'
    import { readPdf } from ${JSON.stringify(new URL('./read.ts', import.meta.url).href)}
    const result = await readPdf(readFileSync(0), 'https://harbour.example/a.pdf')
    ${more}
    await new Promise((resolve) => setTimeout(resolve, 50))
    console.log(result.ok ? 'read' : result.reason, process.listenerCount('unhandledRejection'))`
  try {
    return execFileSync(process.execPath, ['--input-type=module', '-e', code], { input: bytes, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

/** A file whose list of objects says wrong places of its pages. */
function misplaced(): Uint8Array {
  const text = new TextDecoder('latin1').decode(pdf([1, 2, 3].map((page) => [{ text: `Port ${page} has room for boats.`, x: 60, y: 700 }])))
  const [head, list] = text.split('xref\n0 ') as [string, string]
  const rows = list.split('\n')
  for (const page of [6, 8, 10]) rows[page + 1] = '0000000003 00000 n '
  return new TextEncoder().encode(`${head}xref\n0 ${rows.join('\n')}`)
}

test('an error of PDF.js that nobody hears ends no process, and those of others do', () => {
  expect(readApart(misplaced())).toMatch(/^(?:read|pdf_broken) 0$/)
  expect(readApart(misplaced(), "void Promise.reject(new Error('of another'))")).toContain('of another')
})
