import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/**
 * Listens where the configuration says.
 *
 * @throws StartError with one line for a port that is taken or forbidden and an address that is not of this machine.
 */
export async function listen(http: { listen(at: object): Promise<string> }, { host, port }: Config): Promise<void> {
  try {
    await http.listen({ host, port })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} of ${host} is in use; stop what uses it, or set PORT to another one`, {
        cause,
      })
    }
    if (code === 'EACCES') throw new StartError(`Port ${port} needs rights that this user has not; set PORT`, { cause })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} is no address of this machine`, { cause })
    }
    throw cause
  }
}
