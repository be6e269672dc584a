import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { render } from '../../html/html.ts'
import { tools } from '../../tools/registry.ts'
import { inputSchema } from '../../tools/schema.ts'
import { payForm } from './pay-form.ts'

const { env } = testCore({ NETWORK_BASE: 'eip155:84532', PAYTO_BASE: '0x1111111111111111111111111111111111111111' })

test('a parameter that takes one of a few values is chosen, every other is written; as it comes the form is the example', () => {
  for (const tool of tools) {
    const { document: form } = parseHTML(render(payForm(tool, env)))
    for (const [name, { enum: values }] of Object.entries(inputSchema(tool).properties ?? {})) {
      const field = form.querySelector(`#pay-${name}[name="${name}"]`)!
      const example = (tool.examples[0].query as Record<string, string>)[name] ?? ''
      expect([tool.id, name, field.tagName]).toEqual([tool.id, name, values === undefined ? 'INPUT' : 'SELECT'])
      if (values === undefined) expect(field.getAttribute('value')).toBe(example)
      else {
        const options = [...field.querySelectorAll('option')].map((option) => option.getAttribute('value'))
        expect(options.filter(Boolean)).toEqual(values)
        expect(field.querySelector('option[selected]')?.getAttribute('value') ?? options[0]).toBe(example)
      }
    }
  }
})
