import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import axe from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { animationsEnded, frames } from '../support/mount.tsx'
import { closeAuth, openAuth, signedIn } from '../support/open-auth.tsx'

afterEach(closeAuth)

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const TICKET = 'ticket-0123456789abcdefgh'
const CODE = { sentAt: NOON, interval: 60 }

interface Screen {
  readonly name: string
  readonly path: string
  readonly act?: (isPhone: boolean) => Promise<void>
}

async function registerStep(isPhone: boolean): Promise<void> {
  await page.getByLabelText('账号', { exact: true }).fill('newfan1')
  await page.getByLabelText('密码', { exact: true }).fill('Kan4tai2x')
  if (isPhone) await press('下一步')
  await page.getByRole('textbox', { name: '年' }).fill('1990')
  await page.getByRole('textbox', { name: '月' }).fill('5')
  await page.getByRole('textbox', { name: '日' }).fill('6')
}

async function forgotCode(): Promise<void> {
  await page.getByLabelText('账号', { exact: true }).fill('fan001')
  await page.getByLabelText('手机号').fill('13800138000')
  await press('发送验证码')
  await page.getByLabelText('验证码', { exact: true }).fill('123456')
}

/** Every screen and state of the forms. */
const SCREENS: readonly Screen[] = [
  { name: 'password', path: '/login' },
  { name: 'password with errors', path: '/login', act: () => press('登录') },
  {
    name: 'code',
    path: '/login',
    async act() {
      await page.getByRole('tab', { name: '验证码登录' }).click()
      await page.getByLabelText('手机号').fill('13800138000')
      await press('获取验证码')
      await press('登录')
    },
  },
  {
    name: 'second step',
    path: '/entry/login',
    async act() {
      await page.getByLabelText('账号').fill('fan001')
      await page.getByLabelText('密码').fill('Play2026x')
      await press('登录')
      await expect.element(page.getByRole('heading', { name: '还差一步' })).toBeVisible()
    },
  },
  { name: 'registration', path: '/register' },
  { name: 'registration with errors', path: '/register', act: (isPhone) => press(isPhone ? '下一步' : '注册') },
  {
    name: 'registration, personal data with errors',
    path: '/register',
    async act(isPhone) {
      await registerStep(isPhone)
      await press('注册')
    },
  },
  {
    name: 'after the registration',
    path: '/register',
    async act(isPhone) {
      await registerStep(isPhone)
      await page.getByRole('checkbox').click()
      await press('注册')
      await expect.element(page.getByRole('heading', { name: /欢迎来到看台/ })).toBeVisible()
    },
  },
  { name: 'recovery with errors', path: '/forgot', act: () => press('发送验证码') },
  { name: 'recovery, code', path: '/forgot', act: forgotCode },
  {
    name: 'recovery, password',
    path: '/forgot',
    async act() {
      await forgotCode()
      await press('下一步')
      await page.getByLabelText('新密码', { exact: true }).fill('abc')
    },
  },
  { name: 'outbox', path: '/dev/outbox' },
]

function serve(): void {
  Object.assign(transport.responses, {
    'registration.checkName': () => success({ exists: false }),
    'registration.sendCode': () => success(CODE),
    'recovery.phoneStepOne': () => success({ ticket: TICKET, ...CODE }),
    'recovery.phoneStepTwo': () => success({ ticket: TICKET }),
    'demo.outbox': () =>
      success({
        list: [{ id: 'a', channel: 'sms', to: '+86 13800138000', text: '验证码 654321', at: NOON }],
      }),
  } satisfies typeof transport.responses)
  transport.onRegister = () => signedIn()
  transport.onSignIn = async () => failureOf(CODES.NEED_PASSKEY, { details: { ticket: TICKET, options: {} } })
}

async function findings(): Promise<string[]> {
  await animationsEnded()
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  )
}

/** Controls lower than 44 px with their touch area. Links in a sentence are exempt (WCAG 2.5.8). */
function smallControls(): string[] {
  const selector = 'main button, main a:not(label a), main label:has([type=checkbox])'
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((control) => {
      const { height } = control.getBoundingClientRect()
      const more = ['::before', '::after'].map((pseudo) => {
        const { position, top, bottom } = getComputedStyle(control, pseudo)
        return position === 'absolute' ? -parseFloat(top) - parseFloat(bottom) : 0
      })
      return height > 0 && height + Math.max(...more) < 43.5
    })
    .map((control) => control.textContent || (control.getAttribute('aria-label') ?? ''))
}

describe('accessibility of sign-in, registration and recovery', () => {
  for (const skin of AXE_SKINS) {
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      it(`S1.1 ${skin} at ${width} px: no axe finding in any state and nothing wider than the page`, async () => {
        for (const { name, path, act } of SCREENS) {
          serve()
          await openAuth(path, { skin, width, height, isDemo: true })
          await act?.(width < 761)
          await frames(2)
          expect(await findings(), name).toEqual([])
          expect(document.documentElement.scrollWidth, name).toBeLessThanOrEqual(width)
          closeAuth()
        }
      })
    }
  }

  it('controls are at least 44 px high', async () => {
    for (const { name, path, act } of SCREENS) {
      serve()
      await openAuth(path, { isDemo: true })
      await act?.(true)
      expect(smallControls(), name).toEqual([])
      closeAuth()
    }
  })

  it('at 390 px the focused field and its error are visible above an on-screen keyboard', async () => {
    for (const path of ['/login', '/register', '/forgot']) {
      serve()
      // The height that a keyboard of 340 px leaves.
      await openAuth(path, { height: 504 })
      for (const input of document.querySelectorAll<HTMLInputElement>(
        'main input:not([type=radio], .visually-hidden)',
      )) {
        input.focus()
        await frames(1)
        const box = input.getBoundingClientRect()
        expect(box.top, `${path} ${input.name}`).toBeGreaterThanOrEqual(0)
        expect(box.bottom, `${path} ${input.name}`).toBeLessThanOrEqual(504)
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        expect(top === input || top?.contains(input), `${path} ${input.name}`).toBe(true)
      }
      closeAuth()
    }
  })
})
