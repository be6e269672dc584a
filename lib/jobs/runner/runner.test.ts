import { memoryDatabase } from '../../../tests/support/database.ts'
import { runnerSuite } from './runner.suite.ts'

runnerSuite(memoryDatabase)
