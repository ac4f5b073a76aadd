import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { serveResponsible } from '../support/responsible-fixtures.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { AuthOptions } from '../support/open-auth.tsx'
import { closeAuth, goTo, here, isAt, openAuth, sent, signedIn } from '../support/open-auth.tsx'

afterEach(() => {
  vi.useRealTimers()
  closeAuth()
})

const account = page.getByLabelText('账号', { exact: true })
const password = page.getByLabelText('密码', { exact: true })
const phone = page.getByLabelText(/^手机号/)
const code = page.getByLabelText('验证码', { exact: true })
const realName = page.getByLabelText('真实姓名')
const year = page.getByRole('textbox', { name: '年' })
const month = page.getByRole('textbox', { name: '月' })
const day = page.getByRole('textbox', { name: '日' })
const invite = page.getByLabelText('邀请码（选填）')
const terms = page.getByRole('checkbox')
const submit = page.getByRole('button', { name: '注册', exact: true })
const next = page.getByRole('button', { name: '下一步' })

const WIDE: AuthOptions = { width: 1280, height: 800 }
const nameIs = (exists: boolean) => () => success({ exists })

async function fillIn(): Promise<void> {
  await account.fill('Newfan1')
  await password.fill('Kan4tai2x')
  await year.fill('1990')
  await month.fill('5')
  await day.fill('6')
  await terms.click()
}

describe('the account name of a registration', () => {
  it('S7.46 is checked 300 ms after the last change; only the last name counts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    transport.responses['registration.checkName'] = ({ name }) => success({ exists: name === 'fan001' })
    await openAuth('/register', WIDE)
    await account.fill('fan001')
    await vi.advanceTimersByTimeAsync(200)
    await account.fill('fan0012')
    await vi.advanceTimersByTimeAsync(299)
    expect(sent('registration.checkName')).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent('registration.checkName')).toEqual([{ name: 'fan0012' }])
    await expect.element(account).toHaveAccessibleDescription('账号可以使用')
    await account.fill('fan001')
    await vi.advanceTimersByTimeAsync(300)
    await expect.element(account).toHaveAccessibleDescription('账号已被注册')
    await expect.element(account).toHaveAttribute('aria-invalid', 'true')
    expect(
      account.element().closest('[class]')?.parentElement?.parentElement?.querySelector('[aria-live=polite]'),
    ).not.toBeNull()
  })

  it('S5.27 shows its rule while it is typed, and checks nothing', async () => {
    transport.responses['registration.checkName'] = nameIs(false)
    await openAuth('/register', WIDE)
    await account.fill('1a')
    await expect.element(account).toHaveAccessibleDescription('账号为4-11位字母或数字，以字母开头')
    await expect.element(account).not.toHaveAttribute('aria-invalid', 'true')
    await userEvent.tab()
    await expect.element(account).toHaveAttribute('aria-invalid', 'true')
    expect(sent('registration.checkName')).toEqual([])
  })

  it('can be used if the check fails', async () => {
    await openAuth('/register', WIDE)
    await account.fill('newfan1')
    await expect.element(account).toHaveAccessibleDescription('暂时查不到是否被占用，可以继续填写')
    await expect.element(account).not.toHaveAttribute('aria-invalid', 'true')
  })
})

describe('the password of a registration', () => {
  it.each([
    ['abc', '密码须为8-12位字母和数字组合'],
    ['abcdefgh', '密码须为8-12位字母和数字组合'],
    ['Newfan123', '密码与用户名不能相同'],
    ['password1', '这个密码太常见，容易被猜到，请换一个'],
    ['Kan4tai2x', '密码可以使用'],
  ])(
    'S5.4 S5.6 shows the message of the first rule that it does not meet while it is typed: %s',
    async (text, message) => {
      await openAuth('/register', WIDE)
      await account.fill('newfan123')
      await password.fill(text)
      await expect.element(password).toHaveAccessibleDescription(message)
      await expect.element(password).not.toHaveAttribute('aria-invalid', 'true')
      await expect.element(password).toHaveAttribute('autocomplete', 'new-password')
    },
  )

  it('may be pasted, and is shown on request', async () => {
    await openAuth('/register', WIDE)
    await account.fill('Kan4tai2x')
    await userEvent.keyboard('{Control>}a{/Control}')
    await userEvent.copy()
    await password.click()
    await userEvent.paste()
    await expect.element(password).toHaveValue('Kan4tai2x')
    await page.getByRole('button', { name: '显示输入的内容' }).click()
    await expect.element(password).toHaveAttribute('type', 'text')
  })
})

describe('the registration', () => {
  it('S3.2 is sent with the currency of the site, then offers limits, then returns', async () => {
    transport.onRegister = () => signedIn()
    await openAuth('/app/live/2001', WIDE)
    await goTo('/register?fromPage=%2Fapp%2Flive%2F2001')
    await fillIn()
    await submit.click()
    await expect.element(page.getByRole('heading', { name: '注册成功，欢迎来到看台' })).toBeVisible()
    expect(transport.registrations).toEqual([
      { name: 'newfan1', timewd: 'Kan4tai2x', currency: 'CNY', agreeTerms: true, birthDate: '1990-05-06' },
    ])
    await expect
      .element(page.getByRole('link', { name: '去设置提醒和限额' }))
      .toHaveAttribute('href', '/app/responsible')
    await page.getByRole('button', { name: '以后再说' }).click()
    await isAt('/app/live/2001')
  })

  it('Annex I can be followed by a first limit at once', async () => {
    serveResponsible()
    transport.onRegister = () => signedIn()
    await openAuth('/app/live/2001', WIDE)
    await goTo('/register?fromPage=%2Fapp%2Flive%2F2001')
    await fillIn()
    await submit.click()
    await page.getByRole('button', { name: '设置每月存款限额' }).click()
    await page.getByRole('dialog').getByLabelText('限额', { exact: true }).fill('500')
    await userEvent.keyboard('{Enter}')
    await isAt('/app/live/2001')
    expect(transport.calls.find(({ name }) => name === 'responsible.setLimit')?.params).toEqual({
      kind: 'deposit',
      period: 'month',
      amount: 500_00,
    })
  })

  it('shows all errors at their fields and focuses the first one', async () => {
    await openAuth('/register', WIDE)
    await submit.click()
    await expect.element(account).toHaveFocus()
    await expect.element(account).toHaveAccessibleDescription('请输入账号')
    await expect.element(password).toHaveAccessibleDescription('请输入密码')
    await expect.element(year).toHaveAccessibleDescription('请填写正确的出生日期')
    await expect.element(terms).toHaveAccessibleDescription('请先阅读并同意条款')
    await account.fill('newfan1')
    await password.fill('Kan4tai2x')
    await submit.click()
    await expect.element(year).toHaveFocus()
    expect(transport.registrations).toEqual([])
  })

  it('Annex I refuses a birth date below the age of the site before it is sent', async () => {
    await openAuth('/register', { ...WIDE, config: { ageGateYears: 21 } })
    await fillIn()
    await year.fill('2007')
    await submit.click()
    await expect.element(year).toHaveAccessibleDescription('未满 21 周岁，不能注册')
    await expect.element(terms).toHaveAccessibleName(/^我已年满 21 周岁，并同意/)
    expect(transport.registrations).toEqual([])
  })

  it('S5.15 sends phone, code and real name if the site requires them', async () => {
    transport.responses['registration.sendCode'] = () => success({ sentAt: NOON, interval: 60 })
    transport.onRegister = () => signedIn()
    await openAuth('/register', { ...WIDE, config: { registerPhoneRequired: 1, registerRealNameRequired: 1 } })
    await fillIn()
    await submit.click()
    await expect.element(phone).toHaveFocus()
    await expect.element(phone).toHaveAccessibleDescription('请填写正确的手机号')
    await phone.fill('013800138000')
    await page.getByRole('button', { name: '获取验证码' }).click()
    expect(sent('registration.sendCode')).toEqual([{ scene: 'register', areaCode: '86', phone: '13800138000' }])
    await code.fill('123456')
    await realName.fill('王')
    await submit.click()
    await expect.element(realName).toHaveFocus()
    await realName.fill('阿依古丽•买买提')
    await submit.click()
    await expect
      .poll(() => transport.registrations)
      .toMatchObject([{ areaCode: '86', phone: '13800138000', code: '123456', realName: '阿依古丽·买买提' }])
  })

  it.each([
    [CODES.NAME_TAKEN, account, '账号已被注册'],
    [CODES.UNDER_AGE, year, '未满 18 周岁，不能注册'],
    [CODES.INVITE_CODE_INVALID, invite, '邀请码无效'],
  ])('shows the refusal %i at its field and keeps typed text', async (refusal, field, message) => {
    transport.onRegister = async () => failureOf(refusal)
    await openAuth('/register', WIDE)
    await fillIn()
    await submit.click()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAccessibleDescription(message)
    await expect.element(password).toHaveValue('Kan4tai2x')
    await expect.element(account).toHaveValue('Newfan1')
  })

  it('S1.21 shows the code of the invitation; an edited one replaces it, an empty one sends none', async () => {
    transport.inviteCode = 'abc123'
    transport.onRegister = async () => failureOf(CODES.TIMEOUT)
    await openAuth('/register', WIDE)
    await expect.element(invite).toHaveValue('ABC123')
    await fillIn()
    await submit.click()
    await expect.poll(() => transport.registrations.length).toBe(1)
    await invite.fill('XYZ789')
    await submit.click()
    await expect.poll(() => transport.registrations.length).toBe(2)
    await invite.fill('')
    await submit.click()
    await expect.poll(() => transport.registrations.map((one) => one.i_code)).toEqual([undefined, 'xyz789', ''])
  })

  it('drops a refused invitation that cannot be edited', async () => {
    transport.inviteCode = 'abc123'
    transport.onRegister = async () => failureOf(CODES.INVITE_CODE_INVALID)
    await openAuth('/register', { ...WIDE, config: { registerInviteCodeVisible: 0 } })
    expect(invite.elements()).toEqual([])
    await fillIn()
    await submit.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('邀请链接已失效，再次提交将不使用邀请码')
    await submit.click()
    await expect.poll(() => transport.registrations.map((one) => one.i_code)).toEqual([undefined, ''])
  })

  it('keeps what was typed while another screen is shown, without the password', async () => {
    await openAuth('/register?fromPage=%2Fapp%2Flive', WIDE)
    await fillIn()
    await phone.fill('13800138000')
    await page.getByRole('link', { name: '登录', exact: true }).click()
    await page.getByRole('link', { name: '注册账号' }).click()
    await expect.element(account).toHaveValue('Newfan1')
    await expect.element(phone).toHaveValue('13800138000')
    await expect.element(month).toHaveValue('5')
    await expect.element(password).toHaveValue('')
    await expect.element(terms).not.toBeChecked()
  })

  it('a member who opens it returns at once', async () => {
    await openAuth('/register?fromPage=%2Fapp%2Flive')
    await signedIn()
    await isAt('/app/live')
  })
})

describe('the registration on a phone', () => {
  it('has two steps, works by keyboard alone, and goes back to the first', async () => {
    transport.onRegister = () => signedIn()
    await openAuth('/register')
    const step = () => document.querySelector('[aria-current=step]')?.textContent
    expect(step()).toContain('设置账号')
    expect(year.elements()).toEqual([])
    account.element().focus()
    await userEvent.keyboard('newfan1{Tab}Kan4tai2x{Enter}')
    await expect.element(year).toHaveFocus()
    expect(step()).toContain('填写资料')
    await page.getByRole('button', { name: '上一步' }).click()
    await expect.element(account).toHaveFocus()
    await expect.element(account).toHaveValue('newfan1')
    await expect.element(password).toHaveValue('Kan4tai2x')
    await userEvent.keyboard('{Enter}')
    await expect.element(year).toHaveFocus()
    await userEvent.keyboard('1990{Tab}5{Tab}6{Tab}{Tab} {Enter}')
    await expect.element(page.getByRole('heading', { name: '注册成功，欢迎来到看台' })).toBeVisible()
    expect(transport.registrations).toMatchObject([{ name: 'newfan1', birthDate: '1990-05-06' }])
    expect(here()).toBe('/register')
  })

  it('returns to the first step for a refusal of its field', async () => {
    transport.onRegister = async () => failureOf(CODES.NAME_TAKEN)
    await openAuth('/register')
    await account.fill('newfan1')
    await password.fill('Kan4tai2x')
    await next.click()
    await year.fill('1990')
    await month.fill('5')
    await day.fill('6')
    await terms.click()
    await submit.click()
    await expect.element(account).toHaveFocus()
    await expect.element(account).toHaveAccessibleDescription('账号已被注册')
  })
})
