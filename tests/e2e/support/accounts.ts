import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The address with a host name: passkeys need one, and an IP address is none. */
export const hostNameOf = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** Gives the pages of this context an authenticator that confirms every ceremony. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Fills in the form of the registration, on a phone in two steps, and skips the question about limits. */
export async function registerMember(
  page: Page,
  name: string,
  password: string,
  birthDate = '1990-08-21',
): Promise<void> {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByRole('textbox', { name: '密码' }).fill(password)
  const { width } = page.viewportSize() ?? { width: 0 }
  if (width < 1024) await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('textbox', { name: '年' }).fill(year)
  await page.getByRole('textbox', { name: '月' }).fill(month)
  await page.getByRole('textbox', { name: '日' }).fill(day)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByRole('button', { name: '以后再说' }).click()
}

/** The newest code for this phone in the outbox of the demo, which all runs share. */
export async function newestCode(
  context: BrowserContext,
  origin: string,
  phone: string,
  purpose: string,
): Promise<string> {
  const outbox = await context.newPage()
  await outbox.goto(`${origin}/dev/outbox`)
  const message = outbox
    .getByRole('listitem')
    .filter({ hasText: phone })
    .filter({ hasText: `用于${purpose}` })
    .first()
  await expect(message).toBeVisible()
  const [, code = ''] = /验证码 (\d{6})/.exec((await message.textContent()) ?? '') ?? []
  await outbox.close()
  return code
}

/** Requests a code in the form of the page and types it. */
async function enterCode(page: Page, origin: string, phone: string, purpose: string): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('textbox', { name: '验证码' }).fill(await newestCode(page.context(), origin, phone, purpose))
}

export const expectToast = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: '提示' }).getByText(text)).toBeVisible()

/** Binds a phone and the real name 张晓明. */
export async function bindPhoneAndName(
  page: Page,
  origin: string,
  { phone, password }: { readonly phone: string; readonly password: string },
): Promise<void> {
  await page.goto(`${origin}/app/security/phone`)
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await enterCode(page, origin, phone, '绑定手机')
  await page.getByLabel('登录密码').fill(password)
  await page.getByRole('button', { name: '绑定手机号' }).click()
  await expectToast(page, '手机号已绑定')

  await page.goto(`${origin}/app/security`)
  await page.getByRole('button', { name: /^去填写/ }).click()
  await page.getByRole('textbox', { name: '真实姓名' }).fill('张晓明')
  await page.getByRole('button', { name: '提交姓名' }).click()
  await page.getByRole('button', { name: '确认提交' }).click()
  await expect(page.getByText('收款账户的户名')).toBeVisible()
}

/** Sets the withdrawal password with a code of the bound phone. */
export async function setWithdrawPassword(page: Page, origin: string, phone: string, pin: string): Promise<void> {
  await page.goto(`${origin}/app/security/withdraw`)
  await page.getByRole('textbox', { name: '提款密码' }).fill(pin)
  await page.getByRole('textbox', { name: '再输一次' }).fill(pin)
  await enterCode(page, origin, phone, '设置取款密码')
  await page.getByRole('button', { name: '设置提款密码' }).click()
  await expectToast(page, '提款密码已设置')
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Presses a button of the dialog. */
export const answer = (page: Page, name: string) =>
  page.locator('[role="alertdialog"], [role="dialog"]').getByRole('button', { name, exact: true }).click()

/** The test closes the announcement that opens by itself. */
export async function withoutAnnouncement(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: '知道了' })
  await page.addLocatorHandler(close, () => close.click())
}

/** The demo bank takes some seconds for each step. */
const BANK_LIMIT_MS = 90_000

/** Deposits ¥1,000.00 of play money; `origin` is the server. */
export async function deposit(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/app/wallet/deposit`)
  const field = page.getByLabel('存款金额')
  const skip = page.getByRole('button', { name: '暂不设置' })
  await expect(field.or(skip).first()).toBeVisible()
  if (await skip.isVisible()) await skip.click()
  await field.fill('1000')
  await press(page, '提交，去付款')
  await press(page, '我已付款')
  await answer(page, '我已付款')
  await expect(page.getByRole('heading', { name: '已到账' })).toBeVisible({ timeout: BANK_LIMIT_MS })
}
