import { expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { render } from '../../html/html.ts'
import { tools } from '../../tools/registry.ts'
import { inputSchema } from '../../tools/schema.ts'
import { payForm } from './pay-form.ts'

const { env } = testCore({ NETWORK_BASE: 'eip155:84532', PAYTO_BASE: '0x1111111111111111111111111111111111111111' })

test('a parameter that takes one of a few values is chosen, every other is written; as it comes the form is the example', () => {
  for (const tool of tools) {
    const form = render(payForm(tool, env))
    for (const [name, { enum: values }] of Object.entries(inputSchema(tool).properties ?? {})) {
      const [, element, rest = ''] = new RegExp(`<(input|select) id="pay-${name}" name="${name}"(.*?)(?:</div>)`, 's').exec(form)!
      const example = (tool.examples[0].query as Record<string, string>)[name] ?? ''
      expect([tool.id, name, element]).toEqual([tool.id, name, values === undefined ? 'input' : 'select'])
      if (values === undefined) expect(/ value="(.*?)"/.exec(rest)?.[1]).toBe(example)
      else {
        const options = [...rest.matchAll(/<option value="(.*?)"( selected)?>/g)]
        expect(options.map(([, value]) => value).filter(Boolean)).toEqual(values)
        expect((options.find(([, , selected]) => selected) ?? options[0])?.[1]).toBe(example)
      }
    }
  }
})
