/** The JSON form as a schema: `/api/uk-tenders/schema.json` is made from this. */
import { z } from 'zod'
import { feedResponse } from './formats/json-schema.ts'
import { FORMATS } from './formats/registry.ts'

export const FeedResponse = feedResponse(FORMATS.map(({ name }) => name))

/** JSON Schema (draft 2020-12) of the JSON form. */
export const feedSchema = (): unknown => z.toJSONSchema(FeedResponse)
