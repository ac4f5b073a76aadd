import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import {
  addAuthenticator,
  bindPhoneAndName,
  expectToast,
  hostNameOf,
  newestCode,
  registerMember,
  setWithdrawPassword,
} from './support/accounts.ts'
import { RoomPage } from './support/room-page.ts'
import { test } from './support/shared-server.ts'

const ROOM = '/app/live/2001'
const FIRST_PASSWORD = 'Stand7Row12'
const NEW_PASSWORD = 'Row12Stand7'
const PIN = '290517'

/** The account and the phone of one run, so that both sizes can use one server. */
const personOf = (width: number) => ({ name: `walk${width}`, phone: `1380013${width}`.padEnd(11, '0') })

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByRole('textbox', { name: '密码' }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('Annex D.2 Annex G.2 S7.45 S7.48 S7.53 S4.15 an account from registration to the return with a draft @both', async ({
  page,
  server,
  browser,
}, { project }) => {
  test.setTimeout(240_000)
  const origin = hostNameOf(server.url)
  const width = project.use.viewport?.width ?? 0
  const { name, phone } = personOf(width)

  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('websocket', (socket) => addresses.push(socket.url()))
  const tokens = new Set<string>()
  /** The worker stores the token of a sign-in a moment after the page has moved on. */
  const noteToken = () =>
    expect
      .poll(async () => {
        const known = tokens.size
        for (const cookie of await page.context().cookies()) if (cookie.name === 'tb-token') tokens.add(cookie.value)
        return tokens.size > known
      })
      .toBe(true)

  await test.step('register, and arrive in the room', async () => {
    await page.goto(`${origin}/register?fromPage=${encodeURIComponent(ROOM)}`)
    await registerMember(page, name, FIRST_PASSWORD)
    await page.waitForURL(`**${ROOM}`)
    await new RoomPage(page).waitUntilOnline()
    await noteToken()
  })

  await test.step('bind phone and real name', () => bindPhoneAndName(page, origin, { phone, password: FIRST_PASSWORD }))

  await test.step('set a withdrawal password', () => setWithdrawPassword(page, origin, phone, PIN))

  await test.step('add a passkey, and sign in with it', async () => {
    await addAuthenticator(page)
    await page.goto(`${origin}/app/security/passkeys`)
    await page.getByRole('button', { name: '添加通行密钥' }).first().click()
    await page.getByRole('dialog').getByLabel('登录密码').fill(FIRST_PASSWORD)
    await page.getByRole('button', { name: '继续' }).click()
    await expectToast(page, '通行密钥已添加')
    await page.goto(`${origin}/app/mine`)
    // The announcement must not cover the last button of the page.
    await expect(page.getByRole('dialog', { name: '演示说明' })).toBeVisible()
    await page.getByRole('button', { name: '退出登录' }).click()
    await expect(page.getByRole('button', { name: '退出登录' })).toHaveCount(0)
    await page.goto(`${origin}/login?fromPage=${encodeURIComponent('/app/mine')}`)
    await page.getByRole('button', { name: '使用通行密钥' }).click()
    await page.waitForURL('**/app/mine')
    await noteToken()
  })

  await test.step('confirm with the passkey before a change', async () => {
    await page.goto(`${origin}/app/security/passkeys`)
    await page.getByRole('switch', { name: '登录时同时需要通行密钥' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '用通行密钥确认' }).click()
    await expectToast(page, '已开启，下次用密码登录时还需要通行密钥')
    await page.getByRole('button', { name: '移除我的设备' }).click()
    await page.getByRole('dialog').getByLabel('登录密码').fill(FIRST_PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: '移除', exact: true }).click()
    await expectToast(page, '通行密钥已移除')
  })

  await test.step('recover the password, which signs out', async () => {
    const other = await browser.newContext({ locale: 'zh-CN' })
    const recovery = await other.newPage()
    await recovery.goto(`${origin}/forgot`)
    await recovery.getByRole('textbox', { name: '账号' }).fill(name)
    await recovery.getByRole('textbox', { name: '手机号' }).fill(phone)
    await recovery.getByRole('button', { name: '发送验证码' }).click()
    await recovery.getByRole('textbox', { name: '验证码' }).fill(await newestCode(other, origin, phone, '找回密码'))
    await recovery.getByRole('button', { name: '下一步' }).click()
    await recovery.getByRole('textbox', { name: '新密码' }).fill(NEW_PASSWORD)
    await recovery.getByRole('button', { name: '保存新密码' }).click()
    await expect(recovery.getByText('密码已更新，请用新密码登录')).toBeVisible()
    await other.close()
    await page.goto(`${origin}/login?fromPage=${encodeURIComponent(ROOM)}`)
    await signIn(page, name, NEW_PASSWORD)
    await page.waitForURL(`**${ROOM}`)
    // Another device has changed the password.
    await page.getByRole('button', { name: '是我操作的' }).click()
  })

  await test.step('be signed out by a second sign-in, and return with the draft', async () => {
    const draft = page.getByRole('textbox', { name: '说点什么' })
    await draft.fill('写了一半的话')
    const second = await browser.newContext({
      locale: 'zh-CN',
      viewport: page.viewportSize(),
      // Only a second sign-in of the same kind of client ends the first.
      isMobile: width < 1024,
      hasTouch: width < 1024,
    })
    const elsewhere = await second.newPage()
    await elsewhere.goto(`${origin}/login`)
    // The reason is shown for a few seconds only, which is less than another screen may take to load.
    const reason = page.getByText('您的账号已在其他设备登录').waitFor()
    await signIn(elsewhere, name, NEW_PASSWORD)
    await reason
    await page.waitForURL('**/login?**', { timeout: 30_000 })
    await signIn(page, name, NEW_PASSWORD)
    await page.waitForURL(`**${ROOM}`)
    await expect(draft).toHaveValue('写了一半的话')
    await second.close()
  })

  await test.step('find no token in any address', async () => {
    await noteToken()
    expect(addresses.length).toBeGreaterThan(100)
    const leaking = addresses.filter((address) =>
      [...tokens].some((token) => decodeURIComponent(address).includes(token)),
    )
    expect(leaking).toEqual([])
  })
})
