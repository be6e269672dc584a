export { register } from '../../../instrumentation.ts'
