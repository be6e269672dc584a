import { mount } from './mount.ts'

export const refreshPrices = mount('refresh-prices')
