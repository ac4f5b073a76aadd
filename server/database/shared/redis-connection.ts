import { createRequire } from 'node:module'
import { StartError } from '../../config/start-error.ts'

/**
 * Creates a client of Redis. The package is loaded here, because its modules are a tenth of the start of a server that
 * uses no Redis.
 */
export const createClient: typeof import('redis').createClient = (options) => {
  const redis = createRequire(import.meta.url)('redis') as typeof import('redis')
  return redis.createClient(options)
}

export const CONNECT_TIMEOUT_MS = 2_000
const RETRY_AFTER_MS = 200
/**
 * A connection without any response for this time is closed and opened again. The first one of a busy machine may need most
 * of it.
 */
const SILENCE_MS = 10_000
const PING_INTERVAL_MS = 3_000

export type RedisClient = ReturnType<typeof connectTo>

/**
 * A client that fails commands while it is not connected.
 *
 * @param isConnected true after the first connection; a lost connection is then established again
 */
export function connectTo(url: string, isConnected: () => boolean) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      // The first connection is not repeated, so that a wrong address is an error at start.
      reconnectStrategy: (tries, cause) =>
        isConnected() ? Math.min(RETRY_AFTER_MS * (tries + 1), CONNECT_TIMEOUT_MS) : cause,
    },
  })
  // Without a listener an error would end the process. Commands report what fails.
  client.on('error', () => undefined)
  return client
}

/**
 * Connects all of these clients.
 *
 * @throws StartError with one line if Redis does not respond or refuses the password
 */
export async function connectAll(clients: readonly RedisClient[]): Promise<void> {
  try {
    await Promise.all(clients.map((client) => client.connect()))
  } catch (error) {
    throw unusableRedis(error)
  }
}

/** The error of a start with a Redis that cannot be used. */
export function unusableRedis(cause: unknown): StartError {
  return new StartError(`REDIS_URL names a Redis that cannot be used (${reasonOf(cause)}).`, { cause })
}

/** Error code of the system, or the first word of a reply of Redis. Never the message, which may contain a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = ((error as { originalError?: unknown }).originalError ?? error) as NodeJS.ErrnoException
  return code ?? /^[A-Z]+\b/.exec(error.message)?.[0] ?? error.name
}

export class NoResponseError extends Error {
  override readonly name: string = 'NoResponseError'
}

/**
 * The result of a command. One that came while this thread was busy is in time.
 *
 * @throws NoResponseError, or the error of `late`, if the command has not completed after `limitMs`
 */
export async function withTimeLimit<Result>(
  command: Promise<Result>,
  limitMs: number,
  late: () => Error = () => new NoResponseError('Redis does not respond'),
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    // After a stall of this thread the timer is due before the socket is read.
    timer = setTimeout(() => setImmediate(() => reject(late())), limitMs)
  })
  try {
    return await Promise.race([command, limit])
  } finally {
    clearTimeout(timer)
  }
}
