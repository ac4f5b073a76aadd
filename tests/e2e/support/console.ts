import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../../server/database/database.ts'
import { openDatabase } from '../../../server/database/open.ts'
import { Members } from '../../../server/members/members.ts'
import { freePort } from '../../support/free-port.ts'
import { testLog } from '../../support/logs.ts'
import { PROJECT_ROOT } from '../../support/project.ts'
import { plainEnvironment, startTestServer, type TestServer } from '../../support/server.ts'
import { createTestDatabase, STORE_KINDS } from '../../support/store.ts'
import { axeFindings } from './axe.ts'

export const OPERATOR_PASSWORD = 'correct horse battery'
/** Folder for screenshots of everything that is checked. */
export const SHOTS = process.env['CONSOLE_SHOTS']

export interface ProductionSite {
  readonly server: TestServer
  /** Works with the database beside the server. */
  withDatabase<Data>(work: (database: Database) => Promise<Data>): Promise<Data>
  /** Stops the server, makes a backup, drops the database, restores the backup into a new one and starts the server. */
  loseAndRestore(): Promise<void>
  stop(): Promise<void>
}

/** Skips the tests of a file where no production server can run. */
export function needProduction(): void {
  test.skip(!STORE_KINDS.includes('postgres'), 'a production server needs PostgreSQL: set TEST_DATABASE_URL')
}

/** Starts a production server on a database of its own, with the member wang001. `seed` writes more. */
export async function startProduction(
  env: Readonly<Record<string, string>> = {},
  seed: (database: Database) => Promise<void> = async () => {},
): Promise<ProductionSite> {
  let database = await createTestDatabase()
  const port = String(await freePort())
  const variables = {
    MODE: 'production',
    CROWD: '0',
    PORT: port,
    ALLOWED_ORIGINS: `http://127.0.0.1:${port},http://localhost:${port}`,
    DATABASE_URL: database.url.href,
    SECRET: 'a secret of this test, which is long enough',
    ...env,
  }
  const server = await startTestServer({ env: variables })
  const store = await openDatabase({ databaseUrl: database.url.href, dataDirectory: '', log: testLog() })
  const member = { password: null, vipLevel: 1, level: 1, siteId: 5009, coins: 50 }
  await new Members(store, { now: Date.now }).ensure([{ ...member, name: 'wang001', nickname: '王小明' }])
  await seed(store)
  await store.close()
  return {
    server,
    async withDatabase(work) {
      const opened = await openDatabase({ databaseUrl: database.url.href, dataDirectory: '', log: testLog() })
      try {
        return await work(opened)
      } finally {
        await opened.close()
      }
    },
    async loseAndRestore() {
      const file = path.join(server.dataDirectory, 'site.backup')
      await runCommand(['backup', file], variables)
      await server.kill('SIGKILL')
      await database.drop()
      database = await createTestDatabase()
      const restored = { DATABASE_URL: database.url.href }
      await runCommand(['restore', file], { ...variables, ...restored })
      await server.restart(restored)
    },
    async stop() {
      await server.stop()
      await database.drop()
    },
  }
}

/**
 * Turns animations off, because toasts and dialogs that fade have less contrast for a moment. Returns the errors in the
 * console of the browser.
 */
export async function watch(page: Page): Promise<readonly string[]> {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return problems
}

/** Checks what is visible: accessible, no wider than the window. */
export async function look(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${test.info().project.name}-${name}.png`, fullPage: true })
  expect(await axeFindings(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0)
}

/** {@link look} at the screen with this heading. */
export async function check(page: Page, name: string, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await look(page, name)
}

/** Opens the home page of viewers, and waits until it hears of changes of the site. */
export async function openHome(context: BrowserContext, { server }: ProductionSite): Promise<Page> {
  const viewer = await context.newPage()
  // The acknowledgement of the site's room, which the page joins when it is quiet.
  const joined = new Promise<void>((resolve) => {
    viewer.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('43')) resolve()
      }),
    )
  })
  await viewer.goto(`${server.url}/app/home`)
  await joined
  return viewer
}

/** Opens a screen of the navigation. */
export async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

export interface Act {
  /** The button that opens the dialog; by default the one with the name of the action. */
  readonly button?: Locator
  /** Name of the button that submits; by default that of the action. */
  readonly submit?: string
}

/** Opens the dialog of an action, fills it in and submits it. */
export async function act(
  page: Page,
  action: string,
  fields: Readonly<Record<string, string>> = {},
  { button = page.getByRole('button', { name: action, exact: true }), submit = action }: Act = {},
): Promise<void> {
  await button.click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true })
    // oxlint-disable-next-line no-await-in-loop -- in order
    const isChoice = (await field.evaluate(({ tagName }) => tagName)) === 'SELECT'
    // oxlint-disable-next-line no-await-in-loop -- as above
    await (isChoice ? field.selectOption({ label: value }) : field.fill(value))
  }
  await look(page, `dialog-${action}`)
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  // A toast is a dialog too.
  await expect(dialog.getByRole('button', { name: submit, exact: true })).toBeHidden()
}

/** Runs a command for operators, such as `npm run backup -- FILE`. Rejects with its output if it fails. */
async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const script = path.join(PROJECT_ROOT, 'scripts', 'operation.mjs')
  await promisify(execFile)(process.execPath, [script, ...args], { env: { ...plainEnvironment(), ...env } })
}

/** Opens the printed link and creates the first operator; returns its recovery codes. */
export async function setUp(page: Page, { server }: ProductionSite): Promise<{ recoveryCodes: string[] }> {
  await page.goto(setUpLink(server))
  await check(page, 'setup', '开通站点')
  await page.getByLabel('管理员账号').fill('root')
  await page.getByLabel('密码', { exact: true }).fill(OPERATOR_PASSWORD)
  await page.getByLabel('再输入一次密码').fill(OPERATOR_PASSWORD)
  await page.getByLabel('站点名称').fill('绿茵直播')
  await page.getByRole('button', { name: '创建管理员' }).click()
  return enrol(page)
}

/** Enrols an authenticator; returns the recovery codes. */
async function enrol(page: Page): Promise<{ recoveryCodes: string[] }> {
  await check(page, 'enrol', '设置两步验证')
  const secret = (await page.locator('code').textContent()) ?? ''
  const field = page.getByLabel('6 位验证码')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await field.fill('12345')
  await page.getByRole('button', { name: '确认' }).click()
  await expect(page.getByText('请输入 6 位数字')).toBeVisible()
  await typeFullWidth(page, field, `${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(field).toHaveValue(code)
  await page.getByRole('button', { name: '确认' }).click()
  await check(page, 'recovery-codes', '保存恢复码')
  const recoveryCodes = await page.locator('code').allTextContents()
  await page.getByRole('button', { name: '我已保存' }).click()
  return { recoveryCodes }
}

/** Invites an operator with this role. It accepts in `own`, a page without a session. */
export async function inviteOperator(page: Page, own: Page, name: string, role: string): Promise<void> {
  await open(page, '管理员')
  await act(page, '邀请管理员', { 账号: name, 角色: role })
  const invitation = page.getByRole('dialog', { name: '邀请管理员' })
  await own.goto((await invitation.locator('code').textContent()) ?? '')
  await invitation.getByRole('button', { name: '关闭' }).last().click()
  await check(own, 'invitation', '接受邀请')
  await own.getByLabel('密码', { exact: true }).fill(OPERATOR_PASSWORD)
  await own.getByLabel('再输入一次密码').fill(OPERATOR_PASSWORD)
  await own.getByRole('button', { name: '开通账号' }).click()
  await enrol(own)
}

/** Enters name and password of the first operator. */
export async function enterPassword(page: Page): Promise<void> {
  await check(page, 'sign-in', '登录管理后台')
  await page.getByLabel('账号').fill('root')
  await page.getByLabel('密码', { exact: true }).fill(OPERATOR_PASSWORD)
  await page.keyboard.press('Enter')
  await check(page, 'verify', '两步验证')
}

/** Signs the first operator in with a recovery code. */
export async function signInAgain(page: Page, recoveryCode: string): Promise<void> {
  await enterPassword(page)
  const field = page.getByLabel('验证码或恢复码')
  await typeFullWidth(page, field, recoveryCode.toUpperCase())
  await expect(field).toHaveValue(recoveryCode)
  await page.keyboard.press('Enter')
}

/** Replaces the text of a field, as an input method in full-width mode types it. */
async function typeFullWidth(page: Page, field: Locator, text: string): Promise<void> {
  const typed = text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))
  await field.selectText()
  await page.keyboard.insertText(typed.replaceAll(' ', '\u3000'))
}

/** The link that the server has printed at its start. */
export function setUpLink(server: TestServer): string {
  return /http\S+\/console\/setup#[\w-]{43}/.exec(server.output())?.[0] ?? ''
}

/** Calls an action with the session of the page, as another page of the operator would. */
export function callAsPage(
  page: Page,
  name: string,
  params: object,
): Promise<{ readonly code: number; readonly data: Readonly<Record<string, unknown>> }> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      const response = await fetch(path, { method: 'POST', headers, body })
      return (await response.json()) as { code: number; data: Record<string, unknown> }
    },
    [`/api/console/${name}`, JSON.stringify(params)] as const,
  )
}
