// The embedded database in a worker thread: its statements run synchronously, and the thread of the sockets must not wait
// for them. `embedded.ts` is the other end.
import { parentPort, workerData } from 'node:worker_threads'
import { openSession } from './pglite-session.mjs'

/** Number of the request to close. */
let closing = null
const accept = await openSession(workerData, (response) => {
  parentPort.postMessage(response)
  if (response.id === closing) parentPort.close()
})
parentPort.on('message', (message) => {
  if (message.kind === 'close') closing = message.id
  accept(message)
})
parentPort.postMessage({ id: 0, result: null })
