/** What the till promises, as a run is held to it. The chains tell what was charged, at the end of the run where nothing else is said. */
import type { Purchase } from './buyer.ts'

/** A claim that has no end. */
export type OpenClaim = { payment_key: string; state: string; reason: string | null }

/** `hasLostBooks`: a backup was restored meanwhile. */
export type Course = { purchases: Purchase[]; open: OpenClaim[]; ledgerSettled: number; hasLostBooks: boolean }

const paymentsOf = ({ purchases }: Course) => purchases.flatMap(({ payments }) => payments)

/** Each gives what breaks it. */
export const promises: Record<string, (course: Course) => string[]> = {
  'a buyer who does what our answers say, or names the call, pays once for one sale, at most': ({ purchases, hasLostBooks }) =>
    purchases
      // With the books the identifiers are lost.
      .filter(({ hasForgotten }) => !(hasForgotten && hasLostBooks))
      .filter(({ payments }) => payments.filter((payment) => payment.isCharged()).length > 1)
      .map(({ name, payments }) => `${name} was charged ${payments.filter((payment) => payment.isCharged()).length} times`),

  'nobody is charged more than was asked for': (course) =>
    paymentsOf(course)
      .filter((payment) => payment.isDear && payment.wasEverCharged())
      .map(({ name }) => `${name} was charged twice the price`),

  'no answer without its money': (course) =>
    paymentsOf(course)
      // What Base takes back after it was shown is the seller's loss.
      .filter((payment) => payment.answers.some(({ status }) => status === 200) && !payment.wasEverCharged())
      .map(({ name }) => `${name} has an answer and was not charged`),

  'no money without its answer, or without a word that it is to be given back where the books were lost': (course) =>
    paymentsOf(course)
      .filter((payment) => payment.isCharged() && !payment.answers.some(({ status }) => status === 200))
      .filter(({ answers }) => !(course.hasLostBooks && answers.some(({ code }) => code === 'payment_already_used')))
      .map(({ name }) => `${name} was charged and has no answer`),

  'one payment, one answer: what a second run made is given to nobody': (course) =>
    paymentsOf(course)
      .filter(({ answers }) => new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body)).size > 1)
      .map(({ name }) => `${name} has several answers`),

  'charged: false is true as it is said': (course) =>
    paymentsOf(course).flatMap(({ name, answers }) =>
      answers
        // That code says itself that the payment was taken, and its buyer stops.
        .filter(({ charged, wasCharged, code }) => charged === false && wasCharged && code !== 'payment_already_used')
        .map(({ status, code }) => `${name} had been charged, and ${status} ${code} says that it was not`),
    ),

  'a 402 is final: its buyer may sign anew, so its payment is never charged': (course) =>
    paymentsOf(course)
      .filter((payment) => payment.isCharged())
      .flatMap(({ name, answers }) =>
        answers.filter(({ status }) => status === 402).map(({ code }) => `${name} was charged, and 402 ${code} was said of it`),
      ),

  'nothing stays open for which there is evidence': ({ open }) =>
    open.map(({ payment_key, state, reason }) => `${payment_key} is ${state}: ${reason}`),

  'the ledger holds what the chains hold': (course) => {
    const [charged, ever] = (['isCharged', 'wasEverCharged'] as const).map((is) => paymentsOf(course).filter((one) => one[is]()).length)
    const isTrue = charged! <= course.ledgerSettled && course.ledgerSettled <= ever!
    return course.hasLostBooks || isTrue ? [] : [`${charged} charged, ${course.ledgerSettled} in the ledger`]
  },
}

/** Every promise that a course breaks. */
export const broken = (course: Course): string[] =>
  Object.entries(promises).flatMap(([promise, breaks]) => breaks(course).map((what) => `${promise}: ${what}`))
