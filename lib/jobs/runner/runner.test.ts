import { memoryDatabase } from '../test-support.ts'
import { runnerSuite } from './runner.suite.ts'

runnerSuite(memoryDatabase)
