import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { FaultProxy } from './proxy.ts'
import type { Random } from './random.ts'
import type { Lasting } from './faults.ts'

/** Redis and PostgreSQL of a test, each behind a proxy that the servers connect to. */
export class Backends {
  private constructor(
    readonly postgres: TestPostgres,
    readonly postgresProxy: FaultProxy,
    private redis: TestRedis,
    readonly redisProxy: FaultProxy,
  ) {}

  static async start(random: () => number): Promise<Backends> {
    const [postgres, redis] = await Promise.all([startPostgres({ fsync: 'off' }), startRedis()])
    const postgresProxy = await FaultProxy.start(postgres.port, random)
    return new Backends(postgres, postgresProxy, redis, await FaultProxy.start(redis.port, random))
  }

  /** Settings of a server that uses the two. */
  get environment(): Readonly<Record<string, string>> {
    const databaseUrl = new URL(this.postgres.url)
    databaseUrl.port = new URL(this.postgresProxy.origin).port
    return { DATABASE_URL: databaseUrl.href, REDIS_URL: this.redisProxy.origin.replace('http:', 'redis:') }
  }

  /** Kills Redis and starts an empty one on the same port after the pause. */
  async restartRedis(pause: Promise<void>): Promise<void> {
    await this.redis.stop()
    await pause
    this.redis = await startRedis(this.redis.port)
  }

  async restartPostgres(pause: Promise<void>): Promise<void> {
    await this.postgres.crash()
    await pause
    await this.postgres.start()
  }

  /** Removes the faults of both connections. */
  async heal(): Promise<void> {
    await Promise.all([this.postgresProxy.heal(), this.redisProxy.heal()])
  }

  async stop(): Promise<void> {
    await Promise.all([this.postgresProxy.stop(), this.redisProxy.stop()])
    await Promise.all([this.postgres.stop(), this.redis.stop()])
  }
}

/** A fault of a backend; resolves when it is over. */
export type BackendFault = (backends: Backends, random: Random, lasting: Lasting) => Promise<void>

/** Faults of the connection between the servers and one backend. */
const CONNECTION_FAULTS: Readonly<
  Record<string, (proxy: FaultProxy, random: Random, lasting: Lasting) => Promise<void>>
> = {
  stall: async (proxy, random, lasting) => {
    proxy.change({ isStalled: true })
    await lasting(random.between(1_000, 6_000))
  },
  cut: async (proxy) => proxy.cut(),
  delay: async (proxy, random, lasting) => {
    proxy.change({ delayMs: random.between(10, 60), jitterMs: random.between(10, 100) })
    await lasting(random.between(2_000, 5_000))
  },
  // The connections stay open without responses; new ones work.
  'half open': async (proxy, random, lasting) => {
    proxy.holdOld('all')
    await lasting(random.between(1_000, 6_000))
    proxy.cut()
  },
  'slow bytes': async (proxy, random, lasting) => {
    proxy.change({ bytesPerSecond: random.pick([4_000, 20_000]) })
    await lasting(random.between(1_000, 5_000))
  },
  refuse: async (proxy, random, lasting) => {
    await proxy.refuse()
    proxy.cut()
    await lasting(random.between(500, 4_000))
  },
}

const of = (name: string, proxyOf: (backends: Backends) => FaultProxy): [string, BackendFault][] =>
  Object.entries(CONNECTION_FAULTS).map(([fault, run]) => [
    `${name}: ${fault}`,
    async (backends, random, lasting) => {
      await run(proxyOf(backends), random, lasting)
      await backends.heal()
    },
  ])

/** All faults of both backends, by their names in traces. */
export const BACKEND_FAULTS: Readonly<Record<string, BackendFault>> = {
  ...Object.fromEntries(of('Redis', ({ redisProxy }) => redisProxy)),
  ...Object.fromEntries(of('PostgreSQL', ({ postgresProxy }) => postgresProxy)),
  'Redis: kill': (backends, random, lasting) => backends.restartRedis(lasting(random.between(200, 3_000))),
  'PostgreSQL: kill': (backends, random, lasting) => backends.restartPostgres(lasting(random.between(200, 3_000))),
}
