import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type App, createApp } from '#server/app/app.ts'
import { openServices, type Services } from '#server/calls/services.ts'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/config/log.ts'
import { isUnavailable, sqlStateOf } from '#server/database/errors.ts'
import { embeddedDatabase } from '#server/database/open.ts'
import { dutiesOf } from '#server/main.ts'
import { writePageFiles } from '../support/page-files.ts'
import { TEST_PASSWORD_COST } from '../support/passwords.ts'
import type { WireRequest, WireResponse } from '../support/sealed-client.ts'
import type { DatabaseClient, SimulatedDatabase } from './simulated-database.ts'

const SECRET = 'the secret of the simulated server of the tests'
export const LOAD_TOKEN = 'load-token-of-the-simulated-server'

/** A folder with the pages that a server needs to start. */
export function createSimulationFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-simulation-'))
  mkdirSync(path.join(folder, 'client/assets'), { recursive: true })
  writePageFiles(path.join(folder, 'client'))
  writeFileSync(path.join(folder, 'client/assets/index-a1b2c3.js'), 'export {}')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A whole server of demo mode in this process, without a port. Ended by {@link close} or {@link crash}. */
export class SimulatedServer {
  readonly services: Services
  readonly app: App
  readonly #client: DatabaseClient

  private constructor(services: Services, app: App, client: DatabaseClient) {
    this.services = services
    this.app = app
    this.#client = client
  }

  /** `onError` gets errors of the log that no injected fault explains. */
  static async start(
    database: SimulatedDatabase,
    folder: string,
    { now, onError }: { readonly now: () => number; readonly onError: (text: string) => void },
  ): Promise<SimulatedServer> {
    const config = readConfig({
      MODE: 'demo',
      CROWD: '0',
      PORT: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: path.join(folder, 'data'),
      SECRET,
      LOAD_TOKEN,
    })
    const log = createLog('error', { write: () => undefined })
    const write = log.error.bind(log)
    log.error = ((details: { err?: unknown }, message: string) => {
      if (!isInjected(details.err)) onError(`${message}: ${(details.err as Error | undefined)?.stack ?? ''}`)
      write(details, message)
    }) as typeof log.error
    const client = database.connect()
    const services = await openServices({
      config,
      secret: SECRET,
      log,
      now,
      allowsUnlimitedSpeakers: true,
      passwordCost: TEST_PASSWORD_COST,
      open: (options) => embeddedDatabase(client, options),
    })
    const app = await createApp({
      config: services.config,
      services,
      secret: SECRET,
      loadToken: LOAD_TOKEN,
      log,
      now,
      clientFolder: path.join(folder, 'client'),
      vite: null,
    })
    await services.rooms.writer.begin(dutiesOf(app, services))
    await app.http.ready()
    return new SimulatedServer(services, app, client)
  }

  async handle({ method, url, headers, payload }: WireRequest, remoteAddress: string): Promise<WireResponse> {
    const {
      statusCode,
      body,
      rawPayload,
      headers: named,
    } = await this.app.http.inject({
      method,
      url,
      headers,
      remoteAddress,
      ...(payload === undefined ? {} : { payload }),
    })
    const texts = Object.entries(named).map(([name, value]) => [name, String(value)])
    return { status: statusCode, body, bytes: rawPayload, headers: Object.fromEntries(texts) as Record<string, string> }
  }

  /** Ends like a killed process: nothing that runs is finished. The caller drops the timers. */
  crash(): void {
    this.#client.crash()
  }

  /** Stops in order, like SIGTERM. */
  async close(): Promise<void> {
    await this.services.rooms.writer.leave()
    await this.app.close()
    await this.services.close()
  }
}

/** True for errors of faults of the simulated database. */
function isInjected(error: unknown): boolean {
  const state = sqlStateOf(error)
  return isUnavailable(error) || state === '40001' || state === '25P02'
}
