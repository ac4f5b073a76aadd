import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SecurityPage } from '#app/pages/account/SecurityPage.tsx'
import { SecurityPartPage } from '#app/pages/account/SecurityPartPage.tsx'
import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { loadSecurity } from '#state/session/security.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'
import { NEW_MEMBER, SAFE_MEMBER, serveMember, eachOnMemberScreen } from '../support/security-fixtures.ts'

const ROUTES = [
  { path: '/app/security', Component: SecurityPage },
  { path: '/app/security/:part', Component: SecurityPartPage },
]

let mounted: MountedRoutes
const open = (part = '') => {
  mounted = mountRoutes(ROUTES, part === '' ? '/app/security' : `/app/security/${part}`)
}
const here = () => mounted.router.state.location.pathname + mounted.router.state.location.search
const named = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)
const field = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const focusedLabel = () => {
  const focused = document.activeElement
  return focused instanceof HTMLInputElement ? (focused.labels?.[0]?.textContent ?? '') : ''
}
/** The message that assistive technology reads with the focused field. */
const describedBy = () =>
  (document.activeElement?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

eachOnMemberScreen(() => mounted)

describe('the overview', () => {
  it('S5.23 shows the state of each part in plain words, contacts masked', async () => {
    open()
    await expect.element(page.getByRole('link', { name: /登录密码.*已设置/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: /通行密钥.*2 个/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: /手机号.*\+86 138\*\*\*\*5678/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: /自动退出登录.*30 分钟/ })).toBeVisible()
  })

  it('shows 未设置 for what is missing, and a failed load with 重试', async () => {
    transport.responses['security.overview'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-1' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/服务异常.*追踪号 t-1/)
    transport.responses['security.overview'] = () => success(NEW_MEMBER)
    await userEvent.click(button('重试'))
    await expect.element(page.getByRole('link', { name: /提款密码.*未设置/ })).toBeVisible()
  })

  it('is requested once more after a change during a request', async () => {
    let respond: () => void = () => expect.unreachable()
    transport.responses['security.overview'] = async () => {
      await new Promise<void>((resolve) => (respond = resolve))
      return success(NEW_MEMBER)
    }
    open()
    await expect.poll(() => named('security.overview')).toHaveLength(1)
    transport.responses['security.overview'] = () => success(SAFE_MEMBER)
    const changes = [loadSecurity(), loadSecurity()]
    expect(named('security.overview')).toHaveLength(1)
    respond()
    await Promise.all(changes)
    expect(named('security.overview')).toHaveLength(2)
    await expect.element(page.getByRole('link', { name: /提款密码.*已设置/ })).toBeVisible()
  })

  it('S9.14 withdrawPasswordSwitch 0 hides the withdrawal password and its screen', async () => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, withdrawPasswordSwitch: 0 })
    onTestFinished(() => store.set(siteConfigAtom, CONFIG_DEFAULTS))
    open('withdraw')
    await expect.poll(here).toBe('/app/security')
    await expect.element(page.getByRole('link', { name: /登录密码/ })).toBeVisible()
    expect(page.getByRole('link', { name: /提款密码/ }).elements()).toEqual([])
  })

  it('S6.12 sends a visitor to sign in and back', async () => {
    store.set(sessionAtom, null)
    open('devices')
    await expect.poll(here).toBe('/login?fromPage=%2Fapp%2Fsecurity%2Fdevices')
  })
})

describe('the login password', () => {
  it('S5.1 S5.5 shows the rules while typing and refuses a common password at its field', async () => {
    open('password')
    await expect.element(page.getByText(/其他设备会立即退出登录/)).toBeVisible()
    await field('新密码').fill('abcd')
    const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect.element(rule('8 到 12 位')).toHaveTextContent('未满足')
    await field('新密码').fill('kj82hs91q')
    await expect.element(rule('8 到 12 位')).toHaveTextContent('已满足')
    await expect.element(rule('不是常见的密码')).toHaveTextContent('已满足')
    await field('当前密码').fill('Play2026x')
    await field('新密码').fill('password1')
    await field('再输一次新密码').fill('password1')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focusedLabel).toBe('新密码')
    await expect.poll(describedBy).toContain('太常见')
    expect(named('password.update')).toEqual([])
  })

  it('S4.15 is changed by keyboard alone; says that other devices are signed out', async () => {
    transport.responses['password.update'] = ({ oldPassword }) =>
      oldPassword === 'Play2026x' ? success({}) : failure(CODES.OLD_PASSWORD_WRONG, '原密码错误')
    open('password')
    await field('当前密码').fill('wrong123')
    await field('新密码').fill('kj82hs91q')
    await field('再输一次新密码').fill('kj82hs91q')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focusedLabel).toBe('当前密码')
    await expect.poll(describedBy).toContain('原密码错误')
    // The typed text remains.
    await expect.element(field('新密码')).toHaveValue('kj82hs91q')
    await field('当前密码').fill('Play2026x')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('其他设备已全部退出登录。下次请用新密码登录。')).toBeVisible()
    await expect.element(field('新密码')).toHaveValue('')
    expect(named('password.update').at(-1)).toEqual({ oldPassword: 'Play2026x', newPassword: 'kj82hs91q' })
  })
})

describe('the phone', () => {
  it('S7.47 S7.48 is bound with a code; the button counts down by the clock of the server', async () => {
    serveMember(NEW_MEMBER)
    transport.responses['bind.phone'] = () => {
      transport.responses['security.overview'] = () => success(SAFE_MEMBER)
      return success({})
    }
    open('phone')
    await userEvent.click(button('获取验证码'))
    await expect.poll(focusedLabel).toBe('手机号')
    await expect.poll(describedBy).toContain('请填写正确的手机号')
    await field('手机号').fill('0138 1234 5678')
    await userEvent.click(button('获取验证码'))
    await expect.element(button('60 秒后重发')).toBeDisabled()
    expect(named('registration.sendCode')).toEqual([{ scene: 'bindPhone', areaCode: '86', phone: '13812345678' }])
    await expect.poll(focusedLabel).toBe('短信验证码')
    await userEvent.keyboard('123456{Enter}')
    await expect.poll(focusedLabel).toBe('登录密码')
    await userEvent.keyboard('Play2026x{Enter}')
    await expect.element(page.getByText('+86 138****5678').last()).toBeVisible()
    expect(named('bind.phone')).toEqual([
      { areaCode: '86', phone: '13812345678', code: '123456', password: 'Play2026x' },
    ])
    transport.now += 61_000
    await expect.element(button('获取验证码')).toBeEnabled()
  })

  it('S7.48 needs the password to be replaced', async () => {
    transport.responses['bind.phone'] = () => success({})
    open('phone')
    await field('新手机号').fill('13912345678')
    await field('短信验证码').fill('654321')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focusedLabel).toBe('登录密码')
    await userEvent.keyboard('Play2026x{Enter}')
    await expect
      .poll(() => named('bind.phone'))
      .toEqual([{ areaCode: '86', phone: '13912345678', code: '654321', password: 'Play2026x' }])
  })
})

it('binds an email address with a code', async () => {
  serveMember(NEW_MEMBER)
  transport.responses['bind.email'] = ({ code }) =>
    code === '123456' ? success({}) : failure(CODES.VERIFY_CODE_ERROR, '验证码错误')
  open('email')
  await field('邮箱地址').fill('Fan@Example.com')
  await field('登录密码').fill('Play2026x')
  await field('邮箱验证码').fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.poll(focusedLabel).toBe('邮箱验证码')
  await expect.poll(describedBy).toContain('验证码错误')
  await field('邮箱验证码').fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('邮箱已绑定')).toBeVisible()
  expect(named('bind.email').at(-1)).toEqual({ email: 'fan@example.com', code: '123456', password: 'Play2026x' })
})

describe('the withdrawal password', () => {
  it('S5.17 is one field with a number pad that accepts a paste and refuses simple ones', async () => {
    serveMember({ ...NEW_MEMBER, phone: SAFE_MEMBER.phone })
    transport.responses['withdrawPassword.set'] = () => success({})
    open('withdraw')
    const pin = field('提款密码')
    await expect.element(pin).toHaveAttribute('inputmode', 'numeric')
    await pin.fill('12 34 56')
    await expect.element(pin).toHaveValue('123456')
    await field('再输一次').fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focusedLabel).toBe('提款密码')
    await expect.poll(describedBy).toContain('提款密码过于简单')
    await pin.fill('290518')
    await field('再输一次').fill('290518')
    await userEvent.click(button(/获取验证码|重发/))
    expect(named('registration.sendCode')).toEqual([{ scene: 'withdrawPassword' }])
    await field('短信验证码').fill('112233')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('withdrawPassword.set')).toEqual([{ pwd: '290518', code: '112233' }])
  })

  it('S5.17 is changed with the old one, and reset with a code', async () => {
    transport.responses['withdrawPassword.update'] = () => failure(CODES.WITHDRAW_PWD_WRONG, '提款密码错误')
    transport.responses['withdrawPassword.reset'] = () => success({})
    open('withdraw')
    await field('当前提款密码').fill('111222')
    await field('新提款密码').fill('290518')
    await field('再输一次新提款密码').fill('290518')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focusedLabel).toBe('当前提款密码')
    await expect.poll(describedBy).toContain('提款密码错误')
    await userEvent.click(page.getByText('忘记了，用验证码'))
    await expect.element(page.getByText('验证码会发到 +86 138****5678')).toBeVisible()
    await field('新提款密码').fill('290518')
    await field('再输一次新提款密码').fill('290518')
    await field('短信验证码').fill('112233')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('withdrawPassword.reset')).toEqual([{ pwd: '290518', code: '112233' }])
  })

  it('needs a phone first', async () => {
    serveMember(NEW_MEMBER)
    open('withdraw')
    await userEvent.click(page.getByRole('link', { name: '去绑定手机号' }))
    await expect.poll(here).toBe('/app/security/phone')
  })
})

it('S5.17 draws six cells over one input, which shows where the next digit goes', async () => {
  open('withdraw')
  const pin = field('新提款密码')
  await userEvent.click(pin)
  await userEvent.keyboard('12{Home}3')
  // A digit is added at the end, wherever the caret was.
  await expect.element(pin).toHaveValue('123')
  const cells = () => [...(pin.element().parentElement?.querySelectorAll('span') ?? [])]
  expect(cells()).toHaveLength(6)
  expect(cells().map((cell) => cell.dataset['filled'] ?? '')).toEqual(['true', 'true', 'true', '', '', ''])
  expect(cells().findIndex((cell) => cell.dataset['active'] === 'true')).toBe(3)
  expect(page.getByLabelText('新提款密码', { exact: true }).elements()).toHaveLength(1)
})

describe('passkeys', () => {
  const dialog = page.getByRole('dialog')

  it('are removed with the password', async () => {
    transport.responses['passkey.remove'] = ({ password }) =>
      password === 'Play2026x' ? success({}) : failure(CODES.OLD_PASSWORD_WRONG, '登录密码错误')
    open('passkeys')
    await userEvent.click(button('移除我的手机'))
    await expect.element(dialog).toHaveTextContent('移除“我的手机”？')
    await userEvent.click(dialog.getByRole('button', { name: '移除' }))
    await expect.poll(describedBy).toContain('请输入登录密码')
    expect(named('passkey.remove')).toEqual([])
    await field('登录密码').fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.poll(describedBy).toContain('登录密码错误')
    await field('登录密码').fill('Play2026x')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('passkey.remove').at(-1)).toEqual({ id: 'p-2', password: 'Play2026x' })
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('are removed with the signature of a passkey; a cancelled browser dialog keeps the question', async () => {
    const get = vi
      .spyOn(navigator.credentials, 'get')
      .mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'))
    const data = (text: string) => new TextEncoder().encode(text).buffer
    get.mockResolvedValueOnce({
      id: 'p-1',
      rawId: data('p-1'),
      type: 'public-key',
      response: { clientDataJSON: data('c'), authenticatorData: data('a'), signature: data('s'), userHandle: null },
      getClientExtensionResults: () => ({}),
    } as unknown as Credential)
    transport.responses['passkey.confirmOptions'] = () =>
      success({ ticket: 't'.repeat(43), options: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost' } })
    transport.responses['passkey.remove'] = () => success({})
    open('passkeys')
    await userEvent.click(button('移除我的手机'))
    await userEvent.click(dialog.getByRole('button', { name: '用通行密钥确认' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('没有完成，可以再试一次')
    await userEvent.click(dialog.getByRole('button', { name: '用通行密钥确认' }))
    await expect
      .poll(() => named('passkey.remove').at(-1))
      .toMatchObject({ id: 'p-2', passkey: { ticket: 't'.repeat(43), response: { id: 'p-1' } } })
    await expect.element(dialog).not.toBeInTheDocument()
    get.mockRestore()
  })

  it('are added with the password; a cancelled browser dialog keeps the form', async () => {
    const create = vi
      .spyOn(navigator.credentials, 'create')
      .mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'))
    transport.responses['passkey.registerOptions'] = ({ password }) =>
      password === 'Play2026x'
        ? success({
            options: {
              rp: { id: 'localhost', name: '看台' },
              user: { id: 'dQ', name: 'fan001', displayName: '坐后排' },
              challenge: 'Y2hhbGxlbmdl',
              pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
            },
          })
        : failure(CODES.OLD_PASSWORD_WRONG, '原密码错误')
    open('passkeys')
    await userEvent.click(button('添加通行密钥'))
    await field('登录密码').fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.poll(describedBy).toContain('原密码错误')
    await field('登录密码').fill('Play2026x')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('没有完成，可以再试一次')
    await expect.element(field('名称')).toHaveValue('我的设备')
    expect(create).toHaveBeenCalledOnce()
    create.mockRestore()
  })

  it('become a second factor only with the password', async () => {
    transport.responses['passkey.setRequired'] = () => success({})
    open('passkeys')
    await expect.element(page.getByRole('switch', { name: '登录时同时需要通行密钥' })).toBeChecked()
    await userEvent.click(page.getByRole('switch'))
    await field('登录密码').fill('Play2026x')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('passkey.setRequired')).toEqual([{ isRequired: false, password: 'Play2026x' }])
  })

  it('explain a browser without WebAuthn', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    open('passkeys')
    await expect.element(page.getByText(/这个浏览器不支持通行密钥/)).toBeVisible()
    expect(button('添加通行密钥').elements()).toEqual([])
    vi.unstubAllGlobals()
  })
})

describe('Annex I device list', () => {
  it('S7.4 are signed out one by one, but not this one', async () => {
    transport.responses['device.remove'] = () => success({})
    open('devices')
    await expect.element(page.getByText('本设备')).toBeVisible()
    await expect.element(page.getByText('Chrome · Windows · 203.0.113.7')).toBeVisible()
    await userEvent.click(button('退出手机浏览器 198.51.100.23'))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: '退出' }))
    await expect.poll(() => named('device.remove')).toEqual([{ id: 'd-2' }])
    await expect.poll(() => named('device.list').length).toBe(2)
  })

  it('S7.50 are all signed out; a refusal is shown in the dialog', async () => {
    transport.responses['security.logoutSetup'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    open('devices')
    await userEvent.click(button('退出其他设备'))
    const dialog = page.getByRole('alertdialog')
    await userEvent.click(dialog.getByRole('button', { name: '退出其他设备' }))
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('服务繁忙')
    transport.responses['security.logoutSetup'] = () => success({})
    await userEvent.click(dialog.getByRole('button', { name: '退出其他设备' }))
    await expect.element(dialog).not.toBeInTheDocument()
    expect(named('security.logoutSetup').at(-1)).toEqual({ idleMinutes: 30, logoutOthers: true })
  })
})

it('S7.50 saves the idle sign-out at once, and shows the old choice after a refusal', async () => {
  transport.responses['security.logoutSetup'] = ({ idleMinutes }) =>
    idleMinutes === 15 ? success({}) : failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
  open('idle')
  await userEvent.click(page.getByText('60 分钟', { exact: true }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('服务繁忙')
  await expect.element(page.getByRole('radio', { name: '30 分钟' })).toBeChecked()
  await userEvent.click(page.getByText('15 分钟', { exact: true }))
  await expect.element(page.getByRole('radio', { name: '15 分钟' })).toBeChecked()
  expect(named('security.logoutSetup').at(-1)).toEqual({ idleMinutes: 15, logoutOthers: false })
})

it('shows the history in plain words, page by page', async () => {
  open('history')
  await expect.element(page.getByText('登录失败')).toBeVisible()
  await expect.element(page.getByText('未成功')).toBeVisible()
  // A kind that this page does not know.
  await expect.element(page.getByText('安全变动', { exact: true })).toBeVisible()
  await expect.element(page.getByText('第 1 页，共 3 页')).toBeVisible()
  await userEvent.click(button('下一页'))
  await expect.element(page.getByText('第 2 页，共 3 页')).toBeVisible()
  expect(named('security.history').at(-1)).toEqual({ pageNum: 2 })
})

it('names no page of the history before it is shown, and loads a failed one again by a press', async () => {
  const load = transport.responses['security.history']!
  let fail = () => {}
  const failed = new Promise<Failure>((resolve) => (fail = () => resolve(failureOf(CODES.INTERNAL_ERROR))))
  open('history')
  await expect.element(page.getByText('第 1 页，共 3 页')).toBeVisible()
  transport.responses['security.history'] = () => failed
  await userEvent.click(button('下一页'))
  await expect.poll(() => named('security.history').at(-1)).toEqual({ pageNum: 2 })
  await expect.element(page.getByText('第 2 页，共 3 页')).not.toBeInTheDocument()
  fail()
  await expect.element(page.getByRole('alert')).toHaveTextContent('登录记录加载失败')
  await expect.element(page.getByText('登录失败')).not.toBeInTheDocument()
  transport.responses['security.history'] = load
  await userEvent.click(button('重试'))
  await expect.element(page.getByText('登录失败')).toBeVisible()
  await expect.element(page.getByText('第 2 页，共 3 页')).toBeVisible()
})

it.each(['', 'password', 'phone', 'email', 'withdraw', 'passkeys', 'devices', 'idle', 'history'])(
  'fits on a phone without horizontal scroll: %s',
  async (part) => {
    await page.viewport(390, 844)
    open(part)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await frames(3)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  },
)

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each(['', 'password', 'phone', 'withdraw', 'passkeys', 'devices', 'idle', 'history'])(
    'has no findings: %s',
    async (part) => {
      open(part)
      wear(skin)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await frames(3)
      const press = {
        password: '修改密码',
        withdraw: '修改提款密码',
        passkeys: '添加通行密钥',
        devices: '退出其他设备',
      }[part]
      if (press !== undefined) await userEvent.click(button(press))
      await frames(3)
      await animationsEnded()
      expect(await findingsOfScreen()).toEqual([])
    },
  )
})
