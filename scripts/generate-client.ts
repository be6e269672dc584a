/** `node scripts/generate-client.ts`: writes the types of the TypeScript client from the OpenAPI document. A test fails when they are stale. */
import { writeFileSync } from 'node:fs'
import { clientTypes, GENERATED } from './generate-client/client-types.ts'

writeFileSync(GENERATED, clientTypes())
console.log(GENERATED)
