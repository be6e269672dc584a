import { mount } from './mount.ts'

export const watchService = mount('watch-service')
