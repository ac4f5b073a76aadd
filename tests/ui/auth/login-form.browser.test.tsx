import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { Credentials } from '#features/auth/LoginForm.tsx'
import { LoginForm } from '#features/auth/LoginForm.tsx'
import { store } from '#state/store.ts'
import { verificationAtom } from '#state/session/verification.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted
afterEach(() => mounted.unmount())

interface Form {
  readonly sent: Credentials[]
  readonly doneCount: () => number
  /** Resolves the pending sign-in. */
  respond(result: Result<unknown>): void
}

function open(isDemo = false): Form {
  const sent: Credentials[] = []
  const waiting: ((result: Result<unknown>) => void)[] = []
  let done = 0
  mounted = mount(
    <LoginForm
      isDemo={isDemo}
      onSubmit={(credentials) => {
        sent.push(credentials)
        return new Promise<Result<unknown>>((resolve) => waiting.push(resolve))
      }}
      onSignedIn={() => (done += 1)}
    />,
  )
  return { sent, doneCount: () => done, respond: (result) => waiting.shift()?.(result) }
}

const name = page.getByLabelText('账号')
const password = page.getByLabelText('密码')
const submit = page.getByRole('button', { name: '登录', exact: true })
const WRONG: Failure = failure(10102, '账号或密码错误')

async function fill(user: string, secret: string): Promise<void> {
  await name.fill(user)
  await password.fill(secret)
}

describe('sign-in form', () => {
  it('labels its fields for screen readers and password managers', async () => {
    open()
    await expect.element(name).toHaveAttribute('autocomplete', 'username')
    await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
    await expect.element(password).toHaveAttribute('type', 'password')
  })

  it('S5.27 shows errors at the fields before sending, and focuses the first invalid one', async () => {
    const form = open()
    await submit.click()
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveAttribute('aria-invalid', 'true')
    await expect.element(name).toHaveAccessibleDescription('请输入账号')
    await fill('1x', '')
    await submit.click()
    await expect.element(name).toHaveAccessibleDescription(/账号为4-11位/)
    await name.fill('fan001')
    await submit.click()
    await expect.element(password).toHaveFocus()
    await expect.element(password).toHaveAccessibleDescription('请输入密码')
    expect(form.sent).toEqual([])
  })

  it.each(['short1', 'onlyletters', 'Play2026xy3zz', 'fan001', ' 带空格 的|旧密码!', `${'长'.repeat(63)}1`])(
    'S7.38 does not validate the existing password %j',
    async (old) => {
      const form = open()
      await fill('fan001', old)
      await submit.click()
      expect(form.sent).toEqual([{ name: 'fan001', password: old }])
      await expect.element(password).not.toHaveAttribute('aria-invalid', 'true')
      form.respond(success({}))
      await expect.poll(() => form.doneCount()).toBe(1)
    },
  )

  it('S3.1 sends the name trimmed and in lower case, once for two presses', async () => {
    const form = open()
    await fill('  FAN001 ', 'Play2026x')
    await submit.click()
    await expect.element(submit).toHaveAttribute('aria-busy', 'true')
    await userEvent.keyboard('{Enter}')
    expect(form.sent).toEqual([{ name: 'fan001', password: 'Play2026x' }])
    form.respond(success({}))
    await expect.poll(() => form.doneCount()).toBe(1)
  })

  it('keeps the input when the credentials are wrong, with the error at the password', async () => {
    const form = open()
    await fill('fan001', 'Play2026y')
    await submit.click()
    form.respond(WRONG)
    await expect.element(password).toHaveAccessibleDescription('账号或密码错误')
    await expect.element(password).toHaveFocus()
    await expect.element(name).toHaveValue('fan001')
    await expect.element(password).toHaveValue('Play2026y')
    expect(form.doneCount()).toBe(0)
  })

  it('shows any other refusal with code and trace id', async () => {
    const form = open()
    await fill('fan001', 'Play2026x')
    await submit.click()
    form.respond(failure(10429, '操作过于频繁', { traceId: 'ab-12' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('操作过于频繁错误 10429 · 追踪号 ab-12')
    await expect.element(name).not.toHaveAttribute('aria-invalid', 'true')
  })

  it('shows the password on request', async () => {
    open()
    await password.fill('Play2026x')
    await page.getByRole('button', { name: '显示输入的内容' }).click()
    await expect.element(password).toHaveAttribute('type', 'text')
    await expect.element(password).toHaveValue('Play2026x')
  })

  it('offers the demo accounts in demo mode only', async () => {
    open()
    expect(page.getByRole('button', { name: /vip0009/ }).elements()).toHaveLength(0)
    mounted.unmount()
    const form = open(true)
    await page.getByRole('button', { name: /vip0009/ }).click()
    await expect.element(submit).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(form.sent).toEqual([{ name: 'vip0009', password: 'Play2026x' }])
  })

  it('S4.20 shows that the verification was cancelled, and keeps the input', async () => {
    const form = open()
    await fill('fan001', 'Play2026x')
    await submit.click()
    form.respond(failure(-2, '请求已关闭'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('请求已关闭安全验证未完成，请再提交一次')
    await expect.element(password).toHaveValue('Play2026x')
    await expect.element(submit).not.toHaveAttribute('aria-busy', 'true')
  })

  it('S9.12 shows until when to wait after too many attempts', async () => {
    const form = open()
    await fill('fan001', 'Play2026x')
    await submit.click()
    form.respond(failure(10430, '密码错误次数过多，请稍后再试', { details: { until: Date.UTC(2026, 10, 21, 12, 35) } }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('请 20:35 后再试')
  })

  it('S4.21 focuses the password after the verification dialog has closed', async () => {
    const form = open()
    await fill('fan001', 'Play2026y')
    await submit.click()
    store.set(verificationAtom, { round: 1, safeTypes: ['imageCode'], stage: 'passing', after: [] })
    form.respond(WRONG)
    await expect.element(password).toHaveAccessibleDescription('账号或密码错误')
    await expect.element(password).not.toHaveFocus()
    store.set(verificationAtom, null)
    await expect.element(password).toHaveFocus()
  })

  it('warns about caps lock while the password is typed', async () => {
    open()
    await password.click()
    const press = (on: boolean) =>
      password.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'P', bubbles: true, modifierCapsLock: on }))
    press(true)
    await expect.element(password).toHaveAccessibleDescription('大写锁定已开启')
    press(false)
    await expect.element(password).not.toHaveAccessibleDescription('大写锁定已开启')
  })
})
