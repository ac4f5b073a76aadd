import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns whether an address is in use. The server reports other errors itself. */
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
