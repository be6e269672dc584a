/** `npm run generate-client`: writes the types of the TypeScript client from the OpenAPI document and the schemas of the feed, and the agent skill of its package. A test fails when they are stale. */
import { writeFileSync } from 'node:fs'
import { skillMarkdown } from '../lib/catalogue/skill-markdown.ts'
import { clientTypes, GENERATED, SERVER_IN_SKILL, SKILL } from './generate-client/client-types.ts'
import { GENERATED_TENDERS, tendersTypes } from './generate-client/tenders-types.ts'
import { readOptions } from './steps/options.ts'

readOptions(import.meta.url, {})

writeFileSync(GENERATED, clientTypes())
writeFileSync(GENERATED_TENDERS, tendersTypes())
writeFileSync(SKILL, skillMarkdown(SERVER_IN_SKILL))
console.log(`${GENERATED}\n${GENERATED_TENDERS}\n${SKILL}`)
