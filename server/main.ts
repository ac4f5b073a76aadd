import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type App, createApp } from './app/app.ts'
import { type Config, type Environment, readConfig, readEnvironment } from './config/config.ts'
import type { Operators } from './operation/console/operators.ts'
import { errorText } from './config/describe-error.ts'
import { demoNotes } from './demo/world/demo-accounts.ts'
import type { Ingest } from './media/ingest/ingest.ts'
import type { PasswordCost } from './members/passwords.ts'
import type { RoomHub } from './rooms/hub.ts'
import type { WriterDuties } from './rooms/room-writer.ts'
import { listen, probeAddress } from './net/listen.ts'
import { createLog, type Logger } from './config/log.ts'
import { RecentProblems } from './config/recent-problems.ts'
import { ServerClock, type SystemClocks } from './config/clock.ts'
import { requirePages, type DevServer } from './site/pages/pages.ts'
import { PROJECT_ROOT } from './config/project-root.ts'
import { readSecrets } from './config/secrets.ts'
import { openServices, type Services, type ServicesOptions } from './calls/services.ts'
import { StartError } from './config/start-error.ts'
import type { openDatabase } from './database/open.ts'
import { lockRooms } from './database/rooms-lock.ts'
import { localUrl, startReport } from './config/start-report.ts'
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The process exits after this time even if it has not stopped. */
const STOP_LIMIT_MS = 2_800

export interface StartOptions {
  /** Replaces the process environment and `.env`. */
  readonly environment?: Environment
  /** Vite's development server, which then serves pages and sources. */
  readonly vite?: DevServer
  /** Folder of the built pages. */
  readonly clientFolder?: string
  /** Replaces the time of the server. */
  readonly now?: () => number
  /** Replaces the clocks of the system. */
  readonly clocks?: SystemClocks
  /** Cost of password hashes, lowered by tests. */
  readonly passwordCost?: PasswordCost
  /** Opens the database. Only tests replace it. */
  readonly open?: typeof openDatabase
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly config: Config
  /** Lines at the end of the start report. */
  readonly notes: readonly string[]
  /** The rooms, for tools in the same process. */
  readonly rooms: RoomHub
  /** RTMP publishers; null if disabled. */
  readonly ingest: Ingest | null
  /** Resolves with the cause when the server cannot continue. The caller must close it. */
  readonly failed: Promise<Error>
  /** Stops in order. Idempotent. */
  close(): Promise<void>
}

/**
 * Starts the server: database, demo, calls, sockets, media and pages on one port.
 *
 * @throws StartError with one line per problem
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const config = readConfig(options.environment ?? readEnvironment(process.env))
  const { log, recentProblems } = openLog(config, options.now)
  const isDemo = config.mode === 'demo'
  const clock = new ServerClock(log, options.clocks)
  const common = { log, recentProblems, now: options.now ?? clock.now }
  const { clientFolder = join(PROJECT_ROOT, 'dist/client'), vite = null } = options
  if (!vite) requirePages(clientFolder)
  await probeAddress(config)
  const secrets = readSecrets(config)
  const {
    services,
    failed,
    close: closeServices,
  } = await openLockedServices({
    ...common,
    config,
    secret: secrets.secret,
    allowsUnlimitedSpeakers: isDemo,
    passwordCost: options.passwordCost,
    ...(options.open && { open: options.open }),
  })
  try {
    const app = await createApp({ ...common, ...secrets, config: services.config, services, clientFolder, vite })
    const { writer } = services.rooms
    const closeAll = async (): Promise<void> => {
      clock.stop()
      try {
        await writer.leave()
        await app.close()
      } finally {
        await closeServices()
      }
    }
    let closing: Promise<void> | null = null
    const close = (): Promise<void> => {
      closing ??= closeAll()
      return closing
    }
    let notes: readonly string[] = []
    try {
      notes = isDemo ? demoNotes() : await setupNotes(app.operators, config)
      await writer.begin(dutiesOf(app, services))
      await app.ingest?.start()
      await listen(app.http, config)
      clock.start()
    } catch (error) {
      await app.close()
      throw error
    }
    const port = portOf(app.http) ?? config.port
    const url = localUrl(config.host, port)
    return { url, port, config, notes, rooms: services.rooms, ingest: app.ingest, failed, close }
  } catch (error) {
    await closeServices()
    throw error
  }
}

/** The log of the program, whose warnings and errors the console shows. */
function openLog({ logLevel }: Config, now: () => number = Date.now) {
  const recentProblems = new RecentProblems(now)
  return { recentProblems, log: createLog(logLevel, undefined, (text, level) => recentProblems.note(text, level)) }
}

/** The set-up link of a site without operators, for the start report. The token is in the fragment, so no log has it. */
async function setupNotes(operators: Operators, { allowedOrigins }: Config): Promise<string[]> {
  if (await operators.exist()) return []
  const { token } = await operators.issueSetupLink()
  const link = `${allowedOrigins[0] ?? ''}/console/setup#${token}`
  return ['', 'This site has no operator yet. Open this link within an hour; it works once:', link]
}

/** What only the process that writes the rooms does. */
export function dutiesOf({ matches, sportsbook, liveTables }: App, { gifts }: Services): WriterDuties {
  return {
    async begin() {
      await matches.start()
      sportsbook.start()
      liveTables.start()
      await gifts.deliverAll()
    },
    async end() {
      await sportsbook.stop()
      await liveTables.stop()
      await matches.follow()
    },
  }
}

function portOf(http: FastifyInstance): number | null {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : null
}

/** Opens the services; on PostgreSQL under the lock of the rooms, which one process holds, or all that share them. */
async function openLockedServices(options: ServicesOptions): Promise<{
  readonly services: Services
  /** Resolves with the cause when database or lock are lost. */
  readonly failed: Promise<Error>
  readonly close: () => Promise<void>
}> {
  const { config, log } = options
  const isShared = config.redisUrl !== null
  const lock = config.databaseUrl === null ? null : await lockRooms(config.databaseUrl, { log, isShared })
  try {
    const services = await openServices(options)
    return {
      services,
      failed: lock ? Promise.race([services.database.lost, lock.lost]) : services.database.lost,
      async close() {
        try {
          await services.close()
        } finally {
          await lock?.release()
        }
      },
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

/** Starts from the command line: prints the address, stops on SIGINT and SIGTERM, exits with code 1 on a problem. */
export async function runServer(options: StartOptions = {}): Promise<void> {
  const server = await startServer(options).catch((error: unknown) => {
    const lines = error instanceof StartError ? error.problems : [errorText(error)]
    process.stderr.write(lines.map((line) => `${line}\n`).join(''))
    process.exit(1)
  })
  const stop = async (code: number): Promise<never> => {
    setTimeout(() => process.exit(code), STOP_LIMIT_MS).unref()
    await server.close().catch(() => null)
    process.exit(code)
  }
  process.once('SIGINT', () => void stop(0))
  process.once('SIGTERM', () => void stop(0))
  void server.failed.then((error) => {
    process.stderr.write(`The database connection was lost: ${error.message}\n`)
    return stop(1)
  })
  process.stdout.write(startReport(server.config, server.url, server.port, server.ingest, server.notes))
}

/** No request may end the process. An uncaught error is a defect and is logged. */
function surviveFaults(log: Logger): void {
  process.on('uncaughtException', (error) => log.fatal({ err: error }, 'uncaught exception'))
  process.on('unhandledRejection', (error) => log.fatal({ err: error }, 'unhandled rejection'))
}

if (isProgram(import.meta.url, process.argv[1])) {
  surviveFaults(createLog('error'))
  await runServer()
}

/**
 * True if a module is the started program. False if it was bundled into another one.
 *
 * @param module `import.meta.url` of the module; Node resolves links in it
 * @param started `process.argv[1]`, which may be a link
 */
export function isProgram(module: string, started: string | undefined): boolean {
  if (started === undefined) return false
  const file = withoutLinks(started)
  return /[\\/]server[\\/]main\.[jt]s$/.test(file) && module === pathToFileURL(file).href
}

/** Resolves links; returns the path itself if it does not exist. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
