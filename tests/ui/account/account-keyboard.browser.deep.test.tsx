import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SecurityPartPage } from '#app/pages/account/SecurityPartPage.tsx'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { type MountedRoutes, mountRoutes } from '../support/mount.tsx'
import { closeAuth, isAt, openAuth, sent, signedIn } from '../support/open-auth.tsx'
import { NEW_MEMBER, SAFE_MEMBER, serveMember } from '../support/security-fixtures.ts'

const MAX_STOPS = 30
const TICKET = 'ticket-0123456789abcdefgh'

let mounted: MountedRoutes | null = null
afterEach(() => {
  mounted?.unmount()
  mounted = null
  closeAuth()
})

/** The label of a control, or its text. */
function nameOf(element: Element | null): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
  return (label ?? element)?.textContent?.trim() ?? ''
}

const focusedName = () => nameOf(document.activeElement)

/** The message that assistive technology reads with the focused field. */
function description(): string {
  const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Presses Tab until a control has the focus. Starts anywhere on the page. */
async function tabTo(name: string | RegExp): Promise<void> {
  const seen: string[] = []
  const isReached = () => (typeof name === 'string' ? focusedName() === name : name.test(focusedName()))
  for (let stop = 0; stop < MAX_STOPS && !isReached(); stop += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await userEvent.tab()
    seen.push(focusedName())
  }
  if (!isReached()) throw new Error(`Tab does not reach ${name}: ${seen.join(', ')}`)
}

/** Tabs to each field and types. */
async function type(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    // oxlint-disable no-await-in-loop -- one field after the other
    await tabTo(name)
    await userEvent.keyboard(value)
    // oxlint-enable no-await-in-loop
  }
}

/** The focus is on this field, which is invalid and described by this message. */
async function expectProblem(name: string, message: string): Promise<void> {
  await expect.poll(focusedName).toBe(name)
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(description).toContain(message)
}

function openSecurity(part: string): void {
  mounted = mountRoutes([{ path: '/app/security/:part', Component: SecurityPartPage }], `/app/security/${part}`)
}

describe('S5.27 forms of accounts by Tab, letters, Enter, Space and arrows alone', () => {
  it('signs in by password', async () => {
    transport.onSignIn = () => signedIn()
    await openAuth('/login')
    await tabTo('登录')
    await userEvent.keyboard('{Enter}')
    await expectProblem('账号', '请输入账号')
    await userEvent.keyboard('fan001')
    await tabTo('密码')
    await userEvent.keyboard('{Enter}')
    await expectProblem('密码', '请输入密码')
    await userEvent.keyboard('Play2026x{Enter}')
    await isAt('/app/home')
    expect(transport.signIns).toMatchObject([{ name: 'fan001', password: 'Play2026x' }])
  })

  it('signs in by code', async () => {
    transport.responses['registration.sendCode'] = () => success({ sentAt: transport.now, interval: 60 })
    transport.onSignIn = () => signedIn()
    await openAuth('/login')
    await tabTo('密码登录')
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(focusedName).toBe('验证码登录')
    await userEvent.keyboard(' ')
    await expect.element(page.getByLabelText('手机号')).toBeVisible()
    await tabTo('登录')
    await userEvent.keyboard('{Enter}')
    await expectProblem('手机号', '请填写正确的手机号')
    await userEvent.keyboard('13800138000')
    await tabTo('获取验证码')
    await userEvent.keyboard(' ')
    await expect.poll(focusedName).toBe('验证码')
    await userEvent.keyboard('123456{Enter}')
    await isAt('/app/home')
    expect(transport.signIns).toMatchObject([{ phone: '13800138000', code: '123456' }])
  })

  it('registers on a desktop', async () => {
    transport.responses['registration.checkName'] = () => success({ exists: false })
    transport.onRegister = () => signedIn()
    await openAuth('/register', { width: 1280, height: 800 })
    await tabTo('注册')
    await userEvent.keyboard('{Enter}')
    await expectProblem('账号', '请输入账号')
    await userEvent.keyboard('newfan1')
    await type({ 密码: 'Kan4tai2x', 年: '1990', 月: '5', 日: '6' })
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.getAttribute('type')).toBe('checkbox')
    expect(description()).toContain('请先阅读并同意条款')
    await userEvent.keyboard(' ')
    await tabTo('注册')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: '注册成功，欢迎来到看台' })).toBeVisible()
    expect(transport.registrations).toMatchObject([{ name: 'newfan1', birthDate: '1990-05-06' }])
  })

  it('recovers a password by email', async () => {
    Object.assign(transport.responses, {
      'recovery.emailStepOne': () => success({ ticket: TICKET, sentAt: transport.now, interval: 60 }),
      'recovery.emailStepTwo': ({ code }: { code: string }) =>
        code === '123456' ? success({ ticket: TICKET }) : failureOf(CODES.VERIFY_CODE_ERROR),
      'recovery.emailStepThree': () => success({}),
    } as typeof transport.responses)
    await openAuth('/forgot')
    await tabTo('手机')
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(focusedName).toBe('邮箱')
    await type({ 账号: 'fan001', 邮箱地址: 'nobody{Enter}' })
    await expectProblem('邮箱地址', '请填写正确的邮箱地址')
    await userEvent.keyboard('@example.test{Enter}')
    await expect.poll(focusedName).toBe('验证码')
    await userEvent.keyboard('000000{Enter}')
    await expectProblem('验证码', '验证码错误')
    await userEvent.keyboard('{Backspace>6/}123456{Enter}')
    await expect.poll(focusedName).toBe('新密码')
    await userEvent.keyboard('abc{Enter}')
    await expectProblem('新密码', '8')
    await userEvent.keyboard('{Backspace>3/}Zuo5wei3k{Enter}')
    await isAt('/login')
  })

  it('binds a phone in the security centre', async () => {
    serveMember(NEW_MEMBER)
    transport.responses['bind.phone'] = () => success({})
    openSecurity('phone')
    await tabTo('绑定手机号')
    await userEvent.keyboard('{Enter}')
    await expectProblem('手机号', '请填写正确的手机号')
    await userEvent.keyboard('13812345678')
    await tabTo('获取验证码')
    await userEvent.keyboard(' ')
    await expect.poll(focusedName).toBe('短信验证码')
    await userEvent.keyboard('123456{Enter}')
    await expectProblem('登录密码', '请输入登录密码')
    await userEvent.keyboard('Play2026x{Enter}')
    await expect
      .poll(() => sent('bind.phone'))
      .toEqual([{ areaCode: '86', phone: '13812345678', code: '123456', password: 'Play2026x' }])
  })

  it('S5.17 sets a withdrawal password in six cells', async () => {
    serveMember({ ...NEW_MEMBER, phone: SAFE_MEMBER.phone })
    transport.responses['withdrawPassword.set'] = () => success({})
    openSecurity('withdraw')
    await type({ 提款密码: '123456', 再输一次: '123456{Enter}' })
    await expectProblem('提款密码', '提款密码过于简单')
    await userEvent.keyboard('{Backspace>6/}290518')
    await type({ 再输一次: '{Backspace>6/}290518' })
    await tabTo('获取验证码')
    await userEvent.keyboard(' ')
    await expect.poll(focusedName).toBe('短信验证码')
    await userEvent.keyboard('112233{Enter}')
    await expect.poll(() => sent('withdrawPassword.set')).toEqual([{ pwd: '290518', code: '112233' }])
  })
})
