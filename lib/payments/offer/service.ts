/** Who verifies and settles one payment. */
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentRequirements } from '@x402/core/types'
import type { Core } from '../../core.ts'
import { FacilitatorRefusal, FacilitatorSilence } from '../facilitator/client.ts'
import { ableTo, type Facilitator, noteRefusal } from '../facilitator/facilitators.ts'
import { railOf } from './networks.ts'
import { rebuildOffers } from './offers.ts'

export type Service = Pick<FacilitatorClient, 'verify' | 'settle'>

/** Tells what a call says of the facilitator itself; the call's own end is its caller's. */
async function observed<Word>(core: Core, one: Facilitator, call: Promise<Word>): Promise<Word> {
  try {
    return await call
  } catch (error) {
    if (error instanceof FacilitatorRefusal && one.refusal === undefined) {
      noteRefusal(one, error, core.now())
      await rebuildOffers(core)
    }
    throw error
  }
}

const nobody = () => Promise.reject(new FacilitatorSilence('no facilitator serves this payment'))

/** The service for a payment of these terms; its calls throw FacilitatorSilence where nobody can be asked. */
export async function serviceFor(core: Core, requirements: PaymentRequirements): Promise<Service> {
  const rail = railOf(requirements.network, core.env)
  const [one] = rail ? await ableTo(core, requirements, rail) : []
  if (!one) return { verify: nobody, settle: nobody }
  return {
    verify: (payload, terms) => observed(core, one, one.client.verify(payload, terms)),
    settle: (payload, terms) => observed(core, one, one.client.settle(payload, terms)),
  }
}
