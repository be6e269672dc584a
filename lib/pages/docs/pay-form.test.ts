import { selectAll } from 'css-select'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { render } from '../../html/html.ts'
import { tools } from '../../tools/registry.ts'
import { inputSchema } from '../../tools/schema.ts'
import { payForm } from './pay-form.ts'

type AnyNode = ReturnType<typeof parseDocument>['children'][number] | ReturnType<typeof parseDocument>
type Element = Extract<AnyNode, { attribs: object }>

const { env } = testCore({ NETWORK_BASE: 'eip155:84532', PAYTO_BASE: '0x1111111111111111111111111111111111111111' })

test('a parameter that takes one of a few values is chosen, every other is written; as it comes the form is the example', () => {
  for (const tool of tools) {
    const form = parseDocument(render(payForm(tool, env)))
    const find = (selector: string) => selectAll<AnyNode, Element>(selector, form)
    for (const [name, { enum: values }] of Object.entries(inputSchema(tool).properties ?? {})) {
      const at = `#pay-${name}[name="${name}"]`
      const [field] = find(at)
      const example = (tool.examples[0].query as Record<string, string>)[name] ?? ''
      expect([tool.id, name, field?.name]).toEqual([tool.id, name, values === undefined ? 'input' : 'select'])
      if (values === undefined) expect(field?.attribs.value).toBe(example)
      else {
        const options = find(`${at} option`).map(({ attribs }) => attribs.value)
        expect(options.filter(Boolean)).toEqual(values)
        expect(find(`${at} option[selected]`)[0]?.attribs.value ?? options[0]).toBe(example)
      }
    }
  }
})
