import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Logger } from '../../config/log.ts'
import type { Ingest } from '../../media/ingest/ingest.ts'
import type { Services } from '../../http/services.ts'
import { consoleHandlers } from './calls/handlers.ts'
import { CoinAdjustments } from './coin-adjustments.ts'
import { registerConsole } from './console-routes.ts'
import { OperatorSessions } from './operator-sessions.ts'
import { Operators } from './operators.ts'
import { OperatorFactors } from './second-factor.ts'

export interface ConsoleOptions {
  readonly config: Pick<Config, 'siteId' | 'allowedOrigins'>
  readonly services: Services
  /** Null if this process accepts no publishers. */
  readonly ingest?: Ingest | null
  /** False for blocked addresses. */
  readonly mayConnect: (address: string) => boolean
  readonly now: () => number
  readonly log: Logger
}

/** Adds the operator console: its calls, its accounts and its sessions. */
export async function openConsole(http: FastifyInstance, options: ConsoleOptions): Promise<{ operators: Operators }> {
  const { config, services, ingest = null, now, log, mayConnect } = options
  const { database, contacts } = services
  const operators = new Operators(database, { now })
  const sessions = new OperatorSessions(database, { now })
  const handlers = consoleHandlers({
    ...services,
    ingest,
    operators,
    sessions,
    memberSessions: services.sessions,
    factors: new OperatorFactors(database, { cipher: contacts.cipher, now }),
    adjustments: new CoinAdjustments(database, { ledger: services.ledger, now }),
    siteId: config.siteId,
    startedAt: now(),
    now,
    log,
  })
  const { allowedOrigins } = config
  await registerConsole(http, { database, sessions, handlers, allowedOrigins, mayConnect, now, log })
  return { operators }
}
