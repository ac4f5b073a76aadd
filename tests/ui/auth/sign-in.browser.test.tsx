import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { hasPasskeys } from '#lib/browser/has-passkeys.ts'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { closeAuth, goTo, isAt, openAuth, sent, SIGNED_IN, signedIn } from '../support/open-auth.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  closeAuth()
})

const account = page.getByLabelText('账号')
const password = page.getByLabelText('密码')
const phone = page.getByLabelText('手机号')
const code = page.getByLabelText('验证码')
const submit = page.getByRole('button', { name: '登录', exact: true })
const send = page.getByRole('button', { name: /获取验证码|重新发送|秒后重发/ })

async function openCodeForm(): Promise<void> {
  await openAuth('/login')
  await page.getByRole('tab', { name: '验证码登录' }).click()
}

describe('sign-in by code', () => {
  it('S3.1 S7.47 sends a code to the phone, counts down by the clock of the server, and signs in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    transport.responses['registration.sendCode'] = () => success({ sentAt: transport.now - 2_000, interval: 60 })
    transport.onSignIn = () => signedIn()
    await openCodeForm()
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(phone).toHaveAttribute('autocomplete', 'tel-national')
    await phone.fill('013800138000')
    await send.click()
    expect(sent('registration.sendCode')).toEqual([{ scene: 'login', areaCode: '86', phone: '13800138000' }])
    await expect.element(send).toHaveTextContent('58 秒后重发')
    await expect.element(send).toBeDisabled()
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAccessibleDescription('验证码已发送至 +86 138****8000')
    transport.now += 58_000
    await vi.advanceTimersByTimeAsync(1_001)
    await expect.element(send).toHaveTextContent('重新发送')
    await expect.element(send).toBeEnabled()
    await code.fill('123 456')
    await expect.element(code).toHaveValue('123456')
    await userEvent.keyboard('{Enter}')
    await isAt('/app/home')
    expect(transport.signIns).toEqual([{ areaCode: '86', phone: '13800138000', code: '123456', api: 'v5' }])
  })

  it('shows errors at the fields, focuses the first one, and keeps typed text', async () => {
    transport.responses['registration.sendCode'] = () => success({ sentAt: NOON, interval: 60 })
    transport.onSignIn = async () => failureOf(CODES.VERIFY_CODE_ERROR)
    await openCodeForm()
    await send.click()
    await expect.element(phone).toHaveFocus()
    await expect.element(phone).toHaveAccessibleDescription('请填写正确的手机号')
    expect(sent('registration.sendCode')).toEqual([])
    await phone.fill('13800138000')
    await submit.click()
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAccessibleDescription('请输入 6 位验证码')
    await code.fill('000000')
    await submit.click()
    await expect.element(code).toHaveAccessibleDescription('验证码错误')
    await page.getByRole('tab', { name: '密码登录' }).click()
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await expect.element(phone).toHaveValue('13800138000')
    await expect.element(code).toHaveValue('000000')
  })

  it('S7.47 waits as long as the server says after too many codes', async () => {
    transport.responses['registration.sendCode'] = () =>
      failure(CODES.SMS_TOO_OFTEN, '验证码发送过于频繁，请稍后再试', { details: { until: transport.now + 42_000 } })
    await openCodeForm()
    await phone.fill('13800138000')
    await send.click()
    await expect.element(code).toHaveAccessibleDescription('验证码发送过于频繁，请稍后再试')
    await expect.element(send).toHaveTextContent(/^4[12] 秒后重发/)
  })

  it('S5.16 S7.33 offers other countries only with overseasMobileSwitch', async () => {
    transport.responses['site.countries'] = () =>
      success({
        list: [
          { areaCode: '86', name: '中国大陆', min: 11, max: 11 },
          { areaCode: '852', name: '中国香港', min: 4, max: 13 },
        ],
      })
    await openCodeForm()
    const country = page.getByRole('combobox', { name: '国家或地区' })
    expect(country.elements()).toEqual([])
    closeAuth()
    transport.responses['site.countries'] = () =>
      success({
        list: [
          { areaCode: '86', name: '中国大陆', min: 11, max: 11 },
          { areaCode: '852', name: '中国香港', min: 4, max: 13 },
        ],
      })
    await openAuth('/login', { config: { overseasMobileSwitch: 1 } })
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await userEvent.selectOptions(country, '中国香港 +852')
    await phone.fill('5123 4567')
    await send.click()
    expect(sent('registration.sendCode')).toEqual([{ scene: 'login', areaCode: '852', phone: '51234567' }])
  })

  it('links to the outbox in demo mode only', async () => {
    await openCodeForm()
    const link = page.getByRole('link', { name: /^演示站：查看验证码/ })
    expect(link.elements()).toEqual([])
    closeAuth()
    await openAuth('/login', { isDemo: true })
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await expect.element(link).toHaveAttribute('href', '/dev/outbox')
    await expect.element(link).toHaveAttribute('target', '_blank')
  })
})

describe('the remembered account name', () => {
  const remember = page.getByRole('checkbox', { name: '记住我' })
  const stored = () => (JSON.parse(localStorage.getItem('ui') ?? '{}') as { accountName?: string }).accountName ?? ''

  it('is stored after a sign-in if the box is ticked, filled in next time, and removed when it is unticked', async () => {
    transport.onSignIn = () => signedIn()
    await openAuth('/login')
    await expect.element(remember).not.toBeChecked()
    await account.fill(' Fan001')
    await password.fill('Play2026x')
    await remember.click()
    expect(stored()).toBe('')
    await submit.click()
    await isAt('/app/home')
    expect(stored()).toBe('fan001')
    const name = store.get(uiPreferencesAtom).accountName
    closeAuth()
    store.set(uiPreferencesAtom, { accountName: name })
    await openAuth('/login')
    await expect.element(account).toHaveValue('fan001')
    await expect.element(remember).toBeChecked()
    await account.fill('')
    await expect.element(account).toHaveValue('')
    await remember.click()
    expect(stored()).toBe('')
  })

  it('is not stored if the box is not ticked', async () => {
    transport.onSignIn = () => signedIn()
    await openAuth('/login')
    await account.fill('fan001')
    await password.fill('Play2026x')
    await submit.click()
    await isAt('/app/home')
    expect(stored()).toBe('')
  })
})

describe('after a sign-in', () => {
  it('Annex I last sign-in: shows when and where the member signed in before', async () => {
    const lastSession = { time: NOON - 86_400_000, ip: '203.0.113.7', device: 'Chrome on Linux' }
    transport.onSignIn = () => signedIn({ ...SIGNED_IN, lastSession })
    await openAuth('/login')
    await account.fill('fan001')
    await password.fill('Play2026x')
    await submit.click()
    const note = page.getByText(/^上次登录：.+，Chrome on Linux · 203\.0\.113\.7$/)
    await expect.element(note).toBeVisible()
    await page.getByRole('button', { name: '不是我' }).click()
    await isAt('/app/security')
  })
})

describe('links', () => {
  it('S2.2 carry the page to return to, and one step back leads to it', async () => {
    await openAuth('/app/live/2001')
    await goTo('/login?fromPage=%2Fapp%2Flive%2F2001')
    await page.getByRole('link', { name: '注册账号' }).click()
    await isAt('/register?fromPage=%2Fapp%2Flive%2F2001')
    await page.getByRole('link', { name: '登录', exact: true }).click()
    await page.getByRole('link', { name: '忘记密码？' }).click()
    await isAt('/forgot?fromPage=%2Fapp%2Flive%2F2001')
    await page.getByRole('link', { name: '返回登录' }).click()
    await isAt('/login?fromPage=%2Fapp%2Flive%2F2001')
    await goTo(-1)
    await isAt('/app/live/2001')
  })

  it('S2.2 drop an address of another origin', async () => {
    await openAuth('/login?fromPage=%2F%2Fevil.test')
    await expect.element(page.getByRole('link', { name: '注册账号' })).toHaveAttribute('href', '/register')
  })
})

describe('a passkey', () => {
  const use = page.getByRole('button', { name: '使用通行密钥' })
  const OPTIONS = { challenge: 'AAAAAAAAAAAAAAAAAAAAAA', rpId: 'localhost', userVerification: 'preferred' }
  const TICKET = 'ticket-0123456789abcdefgh'

  it('is not offered by browsers without WebAuthn', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    expect(hasPasskeys()).toBe(false)
    await openAuth('/login')
    await expect.element(submit).toBeVisible()
    expect(use.elements()).toEqual([])
  })

  it('shows that the browser window was closed, and can be repeated', async () => {
    const get = vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('closed', 'NotAllowedError'))
    transport.responses['passkey.signInOptions'] = () => success({ ticket: TICKET, options: OPTIONS })
    await openAuth('/login')
    await use.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('没有完成验证，请再试一次')
    await use.click()
    await expect.poll(() => sent('passkey.signInOptions').length).toBe(2)
    expect(transport.passkeySignIns).toEqual([])
    get.mockRestore()
  })

  it('completes a sign-in by password that requires it; another account starts again', async () => {
    transport.onSignIn = async () => failureOf(CODES.NEED_PASSKEY, { details: { ticket: TICKET, options: OPTIONS } })
    await openAuth('/login')
    await account.fill('fan001')
    await password.fill('Play2026x')
    await submit.click()
    await expect.element(page.getByRole('heading', { name: '还差一步' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: '用通行密钥确认' })).toHaveFocus()
    await page.getByRole('button', { name: '换个账号登录' }).click()
    await expect.element(account).toHaveValue('fan001')
    await expect.element(password).toHaveValue('')
  })
})
