import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Effect, Outcome, OutcomeContext } from '#app/outcomes.ts'
import { outcomeEffects } from '#app/outcomes.ts'
import { reloadOnce } from '#app/reload-once.ts'

const context: OutcomeContext = {
  skin: 'glow',
  here: '/app/live/1?tab=chat',
  now: 10_000,
  isAlertOpen: false,
  lastBlockadeAt: null,
  isBeingChecked: false,
}
const outcome = (code: number, more: Partial<Outcome> = {}): Outcome => ({
  code,
  message: '说明',
  path: '/api/x',
  ...more,
})
const effects = (code: number, more: Partial<Outcome> = {}, where: Partial<OutcomeContext> = {}): Effect[] =>
  outcomeEffects(outcome(code, more), { ...context, ...where })
const types = (list: readonly Effect[]) => list.map((effect) => effect.type)
const back = '/login?fromPage=%2Fapp%2Flive%2F1%3Ftab%3Dchat'

describe('the end of a session', () => {
  const codes = [CODES.AUTH_ERROR, CODES.LOGIN_ELSEWHERE_ERROR, CODES.ACCOUNT_BLOCKADE, CODES.PASSWORD_CHANGED]

  it.each(codes)('S4.15 %i clears, alerts, and leads to the sign-in page with the way back', (code) => {
    expect(effects(code)).toEqual([
      { type: 'clear-session' },
      { type: 'alert', text: '说明', to: back, isBlockade: false },
    ])
  })

  it('settled 31 shows one alert for a burst of failures', () => {
    expect(types(effects(CODES.AUTH_ERROR, {}, { isAlertOpen: true }))).toEqual(['clear-session'])
  })

  it('says what the code means when the server says nothing', () => {
    expect(effects(CODES.LOGIN_ELSEWHERE_ERROR, { message: '' })[1]).toMatchObject({ text: '您的账号已在其他设备登录' })
  })

  it('S2.3 S2.4 goes to the page of the skin, and not back to a sign-in page', () => {
    expect(effects(CODES.AUTH_ERROR, {}, { skin: 'fresh' })[1]).toMatchObject({
      to: back.replace('/login', '/entry/login'),
    })
    expect(effects(CODES.AUTH_ERROR, {}, { here: '/login?fromPage=%2Fapp' })[1]).toMatchObject({ to: '/login' })
  })

  it.each([CODES.IP_BLOCKADE, CODES.DEVICE_BLOCKADE])('S4.16 %i alerts at most once in 700 ms', (code) => {
    expect(types(effects(code))).toEqual(['clear-session', 'alert'])
    expect(types(effects(code, {}, { lastBlockadeAt: 9_301 }))).toEqual(['clear-session'])
    expect(types(effects(code, {}, { lastBlockadeAt: 9_300 }))).toEqual(['clear-session', 'alert'])
  })
})

describe('where an outcome leads', () => {
  it('S6.12 asks a visitor to sign in and clears nothing', () => {
    expect(effects(CODES.NEED_LOGIN)).toEqual([
      { type: 'toast', text: '请先登录' },
      { type: 'go', to: back },
    ])
  })

  it('S4.26 goes to the maintenance page for the site call only', () => {
    expect(effects(CODES.SYSTEM_MAINTENANCE, { path: '/api/site/group/site/perInfo/v5/get' })).toEqual([
      { type: 'go', to: '/maintenance' },
    ])
    expect(types(effects(CODES.SYSTEM_MAINTENANCE))).toEqual(['toast'])
  })

  it('S4.22-S4.24 sends to the access pages with the data of the answer, unless it may go on', () => {
    const details = { maintainStatus: 0 }
    expect(effects(CODES.ACCESS_CAVEAT_CODE, { details })).toEqual([{ type: 'go', to: '/maintenance', state: details }])
    expect(effects(CODES.ACCESS_CAVEAT_CODE, { details: { maintainStatus: 1 } })[0]).toMatchObject({
      to: '/access-alert',
    })
    expect(effects(CODES.ACCESS_CAVEAT_CODE)[0]).toMatchObject({ to: '/access-alert' })
    expect(effects(CODES.ACCESS_CAVEAT_CODE, { details: { isGo: 1 } })).toEqual([])
    expect(effects(CODES.ACCESS_CAVEAT_CODE, {}, { here: '/cs' })).toEqual([])
  })

  it('S4.25 clears the session before the restriction page', () => {
    expect(types(effects(CODES.ACCESS_RESTRICTION_CODE))).toEqual(['clear-session', 'go'])
  })

  it('S4.17 jumps to the check once', () => {
    expect(effects(CODES.NEED_ROBOT_CHECK)[0]).toMatchObject({
      to: '/robot-check?fromPage=%2Fapp%2Flive%2F1%3Ftab%3Dchat',
    })
    expect(effects(CODES.NEED_ROBOT_CHECK, {}, { isBeingChecked: true })).toEqual([])
  })
})

describe('what is only said', () => {
  it('S8.11 S8.13 names timeouts and network failures', () => {
    expect(effects(CODES.TIMEOUT)).toEqual([{ type: 'toast', text: '网络超时，请重试', durationMs: 1_500 }])
    expect(effects(CODES.NETWORK_FAILURE, { details: { status: 502 } })).toEqual([
      { type: 'toast', text: '网络异常[502]' },
    ])
    expect(effects(CODES.NETWORK_FAILURE)).toEqual([{ type: 'toast', text: '网络异常' }])
  })

  it('S8.5 shows the generic error of the four', () => {
    const four = [CODES.CURRENT_LIMITING_A, CODES.CURRENT_LIMITING_B, CODES.CURRENT_LIMITING_C, CODES.INTERFACE_DEGRADE]
    for (const code of four) expect(effects(code)).toEqual([{ type: 'toast', text: '说明' }])
  })

  it('S8.3 leaves alone what is ignored, what its caller shows, and what nobody knows', () => {
    for (const code of [
      CODES.IGNORED_A,
      CODES.IGNORED_B,
      CODES.CHAT_MUTED,
      CODES.ROOM_CLOSED,
      CODES.OFFLINE,
      123_456,
    ]) {
      expect(effects(code)).toEqual([])
    }
  })
})

describe('another version of the page', () => {
  it('settled 16 loads it once, and says so when that does not help', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    let reloads = 0
    const reload = () => (reloads += 1)
    expect(reloadOnce(100_000, storage, reload)).toBe(true)
    expect(reloadOnce(110_000, storage, reload)).toBe(false)
    expect(reloadOnce(161_000, storage, reload)).toBe(true)
    expect(reloads).toBe(2)
  })
})
