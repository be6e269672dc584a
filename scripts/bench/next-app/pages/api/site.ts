export { default } from '../../../../../pages/api/site.ts'

/** Next reads this from the text of the file, so it cannot be passed on from the app's own. */
export const config = { api: { bodyParser: false, externalResolver: true } }
