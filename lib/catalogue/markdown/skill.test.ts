/** The agent skill says what the registry and the table of errors say, in a form that readers of skills take. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { problems } from '../../errors.ts'
import { tools } from '../../tools/registry.ts'
import { operationId } from '../openapi.ts'
import { makeSkillsIndex, SKILL_PATH, skillMarkdown } from './skill.ts'

const BASE = 'https://tools.example'
const skill = skillMarkdown(BASE)

test('it begins with name and description, equal to the index, and has at most 500 lines', () => {
  const [, name, description] = /^---\nname: (\S+)\ndescription: (".*")\n---\n/.exec(skill)!
  const { skills } = makeSkillsIndex(BASE) as {
    skills: { name: string; description: string; url: string; digest: string; sha256: string }[]
  }
  expect([skills[0]!.name, skills[0]!.description]).toEqual([name, JSON.parse(description!)])
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/)
  expect(skills[0]!.description.length).toBeLessThanOrEqual(1024)
  expect(skill.split('\n').length).toBeLessThanOrEqual(500)
})

test('the digest is that of the bytes that are served', () => {
  const { skills } = makeSkillsIndex(BASE) as { skills: { url: string; digest: string }[] }
  expect(skills[0]).toMatchObject({ url: `${BASE}${SKILL_PATH}`, digest: `sha256:${createHash('sha256').update(skill).digest('hex')}` })
})

describe.each(tools.map((tool) => [tool.id, tool] as const))('%s', (_, tool) => {
  test('stands in it with its price and its name over MCP', () => {
    expect(skill).toContain(`| \`${tool.id}\` | \`${operationId(tool)}\` | $${tool.price} |`)
  })
})

test('the call in a shell has the parameters that its tool needs', () => {
  const [, id, words = ''] = /--max-per-call \S+ call (\S+?)((?: --\S+ \S+)*)`/.exec(skill)!
  const query = Object.fromEntries([...words.matchAll(/ --(\S+) (\S+)/g)].map(([, name, value]) => [name, value]))
  expect(tools.find((tool) => tool.id === id)!.input.safeParse(query)).toMatchObject({ success: true })
})

test('every failure a buyer may meet stands in it', () => {
  for (const code of Object.keys(problems))
    if (!['unauthorized', 'conflict'].includes(code))
      expect(skill).toContain(`${problems[code as keyof typeof problems].status} \`${code}\``)
})

test('where the help says to send the same payment, so does the table', () => {
  const rows = [...skill.matchAll(/^\| \d{3} `(\w+)` \| (.*?) \| (.*?) \|$/gm)]
  const same = rows.filter(([, , , todo = '']) => /^Send the same (payment|request with the same header)/.test(todo))
  expect(same.length).toBeGreaterThan(2)
  expect(same.filter(([, , again]) => again !== 'the same payment').map(([, code]) => code)).toEqual([])
})
