import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { geetestChallenge } from '#features/auth/geetest.ts'
import { LoginForm } from '#features/auth/LoginForm.tsx'
import { useSignIn } from '#features/auth/use-sign-in.ts'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

const CHALLENGE = '9f2c47d0a1b34e5f8890c1d2e3f40516'
const VENDOR_PROOF = { geetest_challenge: `${CHALLENGE}a0`, geetest_validate: 'right', geetest_seccode: 'right|jordan' }
const OFFLINE_PROOF = { geetest_challenge: CHALLENGE, geetest_validate: 'offline', geetest_seccode: 'offline' }

const register = (isOnline: boolean) => () =>
  success({ success: isOnline ? 1 : 0, gt: isOnline ? 'the-id' : '', challenge: CHALLENGE, new_captcha: true })
const verdict = (isPassed: boolean, needsCaptcha: boolean) => () => success({ isPassed, needsCaptcha, until: 1 })
const validated = () => transport.calls.filter(({ name }) => name === 'geetest.validate').map(({ params }) => params)
const vendorScripts = () => document.querySelectorAll('script[src*="geetest"]').length

beforeEach(() => {
  transport.calls.length = 0
  transport.signIns.length = 0
})

describe('geetest for sign-in and registration', () => {
  it('S7.52 answers an offline challenge without loading anything from the vendor', async () => {
    transport.responses = { 'geetest.register': register(false), 'geetest.validate': verdict(false, true) }
    expect(await geetestChallenge()).toEqual(success(OFFLINE_PROOF))
    expect(validated()).toEqual([OFFLINE_PROOF])
    expect(vendorScripts()).toBe(0)
  })

  it('S7.52 returns the refusal of the server with its reason', async () => {
    transport.responses = { 'geetest.register': register(false), 'geetest.validate': verdict(false, false) }
    expect(await geetestChallenge()).toMatchObject({ ok: false, code: CODES.VERIFY_CODE_ERROR })
    transport.responses = { 'geetest.register': () => failure(CODES.TIMEOUT, '请求超时') }
    expect(await geetestChallenge()).toEqual(failure(CODES.TIMEOUT, '请求超时'))
  })

  describe("with the vendor's script", () => {
    /** Stubs the vendor's window; `end` is how it ends. */
    function vendor(end: 'success' | 'close' | 'error') {
      const asked = vi.fn<(options: { gt: string; challenge: string; offline: boolean }) => void>()
      window.initGeetest = (options, ready) => {
        asked(options)
        const listeners: Record<string, () => void> = {}
        const captcha: Parameters<typeof ready>[0] = {
          onReady: (listener) => hold('ready', listener),
          onSuccess: (listener) => hold('success', listener),
          onError: (listener) => hold('error', listener),
          onClose: (listener) => hold('close', listener),
          verify: () => listeners[end]?.(),
          getValidate: () => VENDOR_PROOF,
        }
        const hold = (name: string, listener: () => void) => {
          listeners[name] = listener
          return captcha
        }
        ready(captcha)
        listeners['ready']?.()
      }
      return asked
    }

    afterEach(() => {
      vi.useRealTimers()
      delete window.initGeetest
    })

    it('S7.52 opens its window and returns its proof', async () => {
      const asked = vendor('success')
      transport.responses = { 'geetest.register': register(true), 'geetest.validate': verdict(true, false) }
      expect(await geetestChallenge()).toEqual(success(VENDOR_PROOF))
      expect(asked).toHaveBeenCalledWith(
        expect.objectContaining({ gt: 'the-id', challenge: CHALLENGE, offline: false, product: 'bind' }),
      )
      expect(validated()).toEqual([VENDOR_PROOF])
    })

    it('S7.52 reports a failure when a later script of the vendor cannot be loaded', async () => {
      transport.responses = { 'geetest.register': register(true) }
      window.initGeetest = ({ onError }) => onError()
      expect(await geetestChallenge()).toMatchObject({ ok: false, message: '人机验证加载失败，请检查网络后重试' })
    })

    it('S7.52 limits the time until the window is ready to ten seconds, but not the time of the viewer', async () => {
      transport.responses = { 'geetest.register': register(true), 'geetest.validate': verdict(true, false) }
      const listeners: Record<string, () => void> = {}
      const verify = vi.fn<() => void>()
      window.initGeetest = (_options, ready) => {
        const hold = (name: string) => (listener: () => void) => {
          listeners[name] = listener
          return captcha
        }
        const captcha: Parameters<typeof ready>[0] = {
          onReady: hold('ready'),
          onSuccess: hold('success'),
          onError: hold('error'),
          onClose: hold('close'),
          verify,
          getValidate: () => VENDOR_PROOF,
        }
        ready(captcha)
      }
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const silent = geetestChallenge()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await silent).toMatchObject({ ok: false, message: '人机验证加载失败，请检查网络后重试' })
      listeners['ready']?.()
      expect(verify).not.toHaveBeenCalled()

      const slow = geetestChallenge()
      await vi.advanceTimersByTimeAsync(9_999)
      listeners['ready']?.()
      expect(verify).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(600_000)
      listeners['success']?.()
      expect(await slow).toEqual(success(VENDOR_PROOF))
    })

    it('S7.52 fails with 请求已关闭 when the window is closed, and reports its errors', async () => {
      transport.responses = { 'geetest.register': register(true) }
      vendor('close')
      expect(await geetestChallenge()).toEqual(failure(CODES.VERIFICATION_CLOSED, '请求已关闭'))
      vendor('error')
      expect(await geetestChallenge()).toMatchObject({ ok: false, message: '人机验证加载失败，请检查网络后重试' })
      expect(validated()).toEqual([])
    })
  })
})

describe('sign-in form', () => {
  let mounted: Mounted
  afterEach(() => {
    mounted.unmount()
    store.set(siteConfigAtom, CONFIG_DEFAULTS)
    store.set(isSiteConfigLoadedAtom, false)
  })

  function Form() {
    return <LoginForm onSubmit={useSignIn()} onSignedIn={() => undefined} />
  }

  async function signIn(geetestSwitch: number): Promise<void> {
    transport.responses = {
      ...transport.responses,
      'geetest.register': register(false),
    }
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, geetestSwitch })
    transport.onSignIn = async () => success({})
    mounted = mount(<Form />)
    await page.getByLabelText('账号').fill('fan001')
    await page.getByLabelText('密码').fill('Play2026x')
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }

  it('S7.52 sends the proof if the site requires geetest', async () => {
    transport.responses = { 'geetest.validate': verdict(false, true) }
    await signIn(1)
    await expect
      .poll(() => transport.signIns)
      .toEqual([{ name: 'fan001', password: 'Play2026x', geetest: OFFLINE_PROOF, api: 'v5' }])
  })

  it('S7.52 sends the proof if it is pressed before the configuration is loaded, or after that failed', async () => {
    const switchedOn = { ...CONFIG_DEFAULTS, geetestSwitch: 1 }
    let respond: () => void = () => undefined
    transport.responses = {
      'geetest.validate': verdict(false, true),
      'site.configs': () => new Promise((resolve) => (respond = () => resolve(success(switchedOn)))),
    }
    await signIn(0)
    await expect.poll(() => transport.calls.map(({ name }) => name)).toContain('site.configs')
    expect(transport.signIns).toEqual([])
    respond()
    await expect
      .poll(() => transport.signIns)
      .toEqual([{ name: 'fan001', password: 'Play2026x', geetest: OFFLINE_PROOF, api: 'v5' }])
  })

  it('S7.52 signs in with the known configuration if it cannot be refetched', async () => {
    transport.responses = { 'site.configs': () => failure(CODES.SYSTEM_MAINTENANCE, '系统维护中') }
    await signIn(0)
    await expect.poll(() => transport.signIns).toEqual([{ name: 'fan001', password: 'Play2026x', api: 'v5' }])
  })

  it('S7.52 does not sign in after a refused check, and shows the reason', async () => {
    transport.responses = { 'geetest.validate': verdict(false, false) }
    await signIn(1)
    await expect.element(page.getByRole('alert')).toHaveTextContent('验证码错误')
    expect(transport.signIns).toEqual([])
    await expect.element(page.getByLabelText('密码')).toHaveValue('Play2026x')
  })

  it('S7.52 signs in without a check if geetest is disabled', async () => {
    transport.responses = {}
    await signIn(0)
    await expect.poll(() => transport.signIns).toEqual([{ name: 'fan001', password: 'Play2026x', api: 'v5' }])
    expect(transport.calls.map(({ name }) => name)).not.toContain('geetest.register')
  })
})
