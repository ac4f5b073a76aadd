import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether something listens at an address already. What else may be wrong with it the server says itself. */
export async function isPortTaken(host, port) {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    return error.code === 'EADDRINUSE'
  }
  server.close()
  await once(server, 'close')
  return false
}
