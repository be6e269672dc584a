import { mount } from './mount.ts'

export const reconcilePayments = mount('reconcile-payments')
