import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'

type Address = Pick<Config, 'host' | 'port'>

/**
 * Tests the address before anything expensive is opened, so that a port in use is reported at once.
 *
 * @throws StartError with one line for a port that is in use or forbidden, or an address that is not of this machine
 */
export async function probeAddress({ host, port }: Address): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw readable(error, host, port)
  }
  server.close()
  await once(server, 'close')
}

/** Listens at the configured address. Throws like {@link probeAddress}. */
export async function listen(http: { listen(at: object): Promise<string> }, { host, port }: Address): Promise<void> {
  try {
    await http.listen({ host, port })
  } catch (error) {
    throw readable(error, host, port)
  }
}

function readable(cause: unknown, host: string, port: number): unknown {
  switch (cause instanceof Error && 'code' in cause ? cause.code : null) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} of ${host} is in use; stop what uses it, or set PORT to another one`, {
        cause,
      })
    case 'EACCES':
      return new StartError(`Port ${port} requires privileges that this user does not have; set PORT to another one`, {
        cause,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is not an address of this machine`, { cause })
    default:
      return cause
  }
}
