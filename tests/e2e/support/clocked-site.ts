import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../server/database/database.ts'
import { openDatabase } from '../../../server/database/open.ts'
import type * as Main from '../../../server/main.ts'
import { Operators } from '../../../server/operation/console/operators.ts'
import { codeOf } from '../../server/console/console-support.ts'
import { testLog } from '../../support/logs.ts'
import { PROJECT_ROOT } from '../../support/project.ts'
import { createTestDatabase } from '../../support/store.ts'
import { callAsPage, OPERATOR_PASSWORD } from './console.ts'

export interface ClockedSite {
  readonly url: string
  readonly store: Database
  /** The clock of the server. */
  readonly now: () => number
  /** Sets the clock of the server, which goes on from there. */
  setClock(time: number): void
  readonly rows: <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) => Promise<readonly Row[]>
  memberIdOf(name: string): Promise<string>
  /** A page of the console, with an operator who has just been set up. */
  openConsole(browser: Browser): Promise<Page>
  stop(): Promise<void>
}

/** Starts the built server in this process, with the clock of the test, on a database that the test can read. */
export async function startClockedSite(startAt: number): Promise<ClockedSite> {
  const database = await createTestDatabase()
  let shift = startAt - Date.now()
  const now = () => Date.now() + shift
  const { startServer } = (await import(
    pathToFileURL(path.join(PROJECT_ROOT, 'dist/server/main.js')).href
  )) as typeof Main
  const environment = { MODE: 'demo', PORT: '0', CROWD: '0', LOG_LEVEL: 'silent', DATABASE_URL: database.url.href }
  const server = await startServer({ environment: { ...environment, DATA_DIR: test.info().outputDir }, now })
  const store = await openDatabase({ databaseUrl: database.url.href, dataDirectory: '', log: testLog() })
  const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await store.db.execute<Row>(query)).rows
  return {
    url: server.url,
    store,
    now,
    setClock(time) {
      shift = time - Date.now()
    },
    rows,
    async memberIdOf(name) {
      const [found] = await rows<{ id: string }>(sql`select id from member where name = ${name}`)
      return found?.id ?? ''
    },
    async openConsole(browser) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${server.url}/console/sign-in`)
      const { token } = await new Operators(store, { now }).issueSetupLink()
      const site = { siteName: '看台', siteId: 5009, timeZone: 'Asia/Shanghai' }
      await callAsPage(page, 'setup.complete', { token, name: 'root', password: OPERATOR_PASSWORD, site })
      const { data } = await callAsPage(page, 'factor.enrol', {})
      const { code } = await callAsPage(page, 'factor.confirm', { code: codeOf(String(data['secret']), now()) })
      expect(code).toBe(0)
      return page
    },
    async stop() {
      await store.close()
      await server.close()
      await database.drop()
    },
  }
}
