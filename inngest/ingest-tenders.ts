import { mount } from './mount.ts'

export const ingestTenders = mount('ingest-tenders')
