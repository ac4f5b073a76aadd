import { writePageFiles } from '../../support/page-files.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { startServer } from '#server/main.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import type { ServerControl } from './control.ts'
import { Page, Profile } from './page.ts'
import { overMessageChannel } from './platforms.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'

const PAGE = '<!doctype html><html lang="zh-CN"><head><title>看台</title></head><body></body></html>'

/** The real server in this process: demo data without simulated viewers, a temporary database, no built pages. */
export class RealServer {
  readonly #folder: string
  readonly #environment: Readonly<Record<string, string>>
  #running: RunningServer

  private constructor(folder: string, environment: Readonly<Record<string, string>>, running: RunningServer) {
    this.#folder = folder
    this.#environment = environment
    this.#running = running
  }

  /** @param environment configuration besides that of the tests */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<RealServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-contract-'))
    writePageFiles(folder, PAGE)
    return new RealServer(folder, environment, await run(folder, '0', environment))
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#running.port}`
  }

  /** The public identity in the page's HTML. */
  async identity(): Promise<string> {
    const html = await (await fetch(`${this.origin}/app/live`)).text()
    return /name="grandstand-identity" content="([^"]+)"/.exec(html)?.[1] ?? ''
  }

  /** Restarts it on the same port and data, with additional configuration. */
  async restart(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const { port } = this.#running
    await this.#running.close()
    this.#running = await run(this.#folder, String(port), { ...this.#environment, ...more })
  }

  async stop(): Promise<void> {
    await this.#running.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function run(folder: string, port: string, more: Readonly<Record<string, string>>): Promise<RunningServer> {
  const dataDirectory = path.join(folder, 'data')
  await prepareDataFolder(dataDirectory)
  const environment = {
    MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: dataDirectory,
    CROWD: '0',
    LOG_LEVEL: 'silent',
    ...more,
  }
  return startServer({ environment, clientFolder: folder, passwordCost: TEST_PASSWORD_COST })
}

/** A real server for one test file; its pages are closed after each test. */
export class RealServerSuite {
  #server: RealServer | null = null
  readonly #pages: Page[] = []

  constructor() {
    beforeAll(async () => {
      this.#server = await RealServer.start()
    }, 120_000)
    afterEach(() => {
      for (const page of this.#pages.splice(0)) page.client.close()
    })
    afterAll(() => this.server.stop())
  }

  get server(): RealServer {
    if (!this.#server) throw new Error('the server exists only while tests run')
    return this.#server
  }

  async open(profile = new Profile()): Promise<Page> {
    const { server } = this
    const where = async () => ({ origin: server.origin, identity: await server.identity() })
    const page = await Page.open(overMessageChannel(), { where } as ServerControl, profile)
    this.#pages.push(page)
    return page
  }
}

/** The first live football match. */
export async function liveMatch(page: Page): Promise<MatchView> {
  const list = await page.client.calls.call('live.popularList', { size: 200, page: 1, kind: 'football' })
  if (!list.ok) throw new Error(`no list: ${JSON.stringify(list)}`)
  return list.data.list.find((match) => match.anchor_status === 1)!
}
