import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Bytes that this thread holds on to. What the whole process takes says as much of the collector, which takes its time on a
 * machine with plenty of memory.
 */
export function heldBytes(): number {
  // twice: buffers go with the objects that the first has found to be free
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
