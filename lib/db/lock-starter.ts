/** A starter for the lock's test, in a thread of its own: says `held` or why not, and lives until it is ended. */
import { parentPort, workerData } from 'node:worker_threads'
import { lockFolder } from './lock.ts'

parentPort?.once('message', () => {
  lockFolder(workerData as string).then(
    () => parentPort?.postMessage('held'),
    (error: Error) => parentPort?.postMessage(error.message),
  )
  // The lock alone keeps nobody alive.
  setInterval(() => undefined, 60_000)
})
parentPort?.postMessage('ready')
