import { createApp } from '#server/app/app.ts'
import { createLog } from '#server/config/log.ts'
import { readConfig } from '#server/config/config.ts'
import { openServices, type Services } from '#server/calls/services.ts'
import { TEST_PASSWORD_COST } from './passwords.ts'

const SECRET = 'the secret of both processes of this test'

/** A server that shares database and Redis with others. */
export interface TestProcess {
  readonly url: string
  readonly port: number
  readonly services: Services
  close(): Promise<void>
}

/**
 * Starts services and application without the lock of the rooms. The rooms of two such servers are not connected, so
 * only calls, sessions and the opening of sockets can be tested.
 */
export async function startTestProcess(options: {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly clientFolder: string
  readonly environment?: Readonly<Record<string, string>>
}): Promise<TestProcess> {
  const config = readConfig({
    MODE: 'demo',
    PORT: '0',
    CROWD: '0',
    LOG_LEVEL: 'silent',
    SECRET,
    DATABASE_URL: options.databaseUrl,
    REDIS_URL: options.redisUrl,
    ...options.environment,
  })
  const common = { config, secret: SECRET, log: createLog('silent'), now: Date.now }
  const services = await openServices({
    ...common,
    allowsUnlimitedSpeakers: false,
    passwordCost: TEST_PASSWORD_COST,
  })
  const { clientFolder } = options
  const app = await createApp({ ...common, services, loadToken: null, clientFolder, vite: null })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    port: Number(new URL(url).port),
    services,
    async close() {
      await app.close()
      await services.close()
    },
  }
}
