import { runnerSuite } from './runner.suite.ts'
import { memoryDatabase } from './test-support.ts'

runnerSuite(memoryDatabase)
