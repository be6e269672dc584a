import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inheritedEnv } from './inherited-env.ts'

test('a server of a command knows no setting of the person’s own service but how sources are asked', () => {
  const sections = readFileSync('.env.example', 'utf8').split(/^## /m).slice(1)
  const named = sections.map((section) => ({
    group: section.split('\n')[0]!,
    names: [...section.matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name!),
  }))
  expect(named.length).toBeGreaterThan(5)
  const all = Object.fromEntries(named.flatMap(({ names }) => names.map((name) => [name, 'set'])))
  const others = ['PATH', 'KV_URL', 'INNGEST_DEV', 'EVM_PRIVATE_KEY', 'POSTGRES_PASSWORD']
  const inherited = Object.keys(
    inheritedEnv({ ...all, ...Object.fromEntries(others.map((name) => [name, 'set'])), NODE_ENV: 'production' }),
  )
  expect(inherited.toSorted()).toEqual([...(named.find(({ group }) => group === 'Upstreams')?.names ?? []), 'LOG_LEVEL', 'PATH'].toSorted())
})
