import { mount } from './mount.ts'

export const publishTenders = mount('publish-tenders')
