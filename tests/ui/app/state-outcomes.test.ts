import { describe, expect, it } from 'vitest'
import type { CodeName } from '#protocol/codes.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import type { Effect, Outcome, OutcomeContext } from '#app/outcomes/outcome.ts'
import { caller } from '#app/outcomes/message-rules.ts'
import { OUTCOME_RULES, outcomeEffects } from '#app/outcomes/outcomes.ts'
import { reloadOnce } from '#app/route/reload-once.ts'
import { wayBack } from '#app/outcomes/way-back.ts'
import { concernsPage, endsSession } from '../../../workers/session/outcomes.ts'

const HERE = '/app/live/1?tab=chat'
const context: OutcomeContext = {
  skin: 'glow',
  here: HERE,
  wayBack: HERE,
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
const perInfo = '/api/site/group/site/perInfo/v5/get'

/** Annex A: the effects of each code on an ordinary screen. `-` = caller only. */
const LINES: Readonly<Record<CodeName, string>> = {
  SUCCESS: '-',
  PARAM_ERROR: '-',
  NOT_FOUND: '-',
  DUPLICATE_REQUEST: '-',
  IDEMPOTENCY_CONFLICT: '-',
  NAME_TAKEN: '-',
  NAME_OR_PASSWORD_WRONG: '-',
  OLD_PASSWORD_WRONG: '-',
  SMS_TOO_OFTEN: '-',
  INVITE_CODE_INVALID: '-',
  UNDER_AGE: '-',
  TICKET_EXPIRED: '-',
  AUTH_ERROR: 'clear-session, alert',
  IGNORED_A: '-',
  IGNORED_B: '-',
  LOGIN_ELSEWHERE_ERROR: 'clear-session, alert',
  ACCOUNT_BLOCKADE: 'clear-session, alert',
  PASSWORD_CHANGED: 'clear-session, alert',
  IP_BLOCKADE: 'clear-session, alert',
  DEVICE_BLOCKADE: 'clear-session, alert',
  VERIFY_CODE_ERROR: '-',
  NEED_SAFE: '-',
  NEED_ROBOT_CHECK: 'begin-robot-check, go',
  NEED_PASSKEY: '-',
  ACCESS_CAVEAT_CODE: 'go',
  ACCESS_RESTRICTION_CODE: 'clear-session, go',
  CURRENT_LIMITING_A: 'toast',
  CURRENT_LIMITING_B: 'toast',
  CURRENT_LIMITING_C: 'toast',
  SYSTEM_MAINTENANCE: 'toast',
  INTERFACE_DEGRADE: 'toast',
  BALANCE_NOT_ENOUGH: 'toast, refresh-balance',
  LIMIT_EXCEEDED: 'toast, refresh-balance',
  ORDER_STATE_CHANGED: 'toast, refresh-balance',
  WITHDRAW_PWD_WRONG: 'toast, refresh-balance',
  TURNOVER_NOT_MET: 'toast, refresh-balance',
  CARD_LIMIT: 'toast, refresh-balance',
  VENUE_MAINTAIN: 'toast',
  VENUE_CLOSED: 'toast',
  PENDING_ORDER_EXISTS: 'toast, refresh-balance',
  NEED_LOGIN: 'toast, go',
  ACTIVITY_BLACKLIST: 'alert',
  ACTIVITY_STATE: '-',
  SOLD_OUT: '-',
  DAY_LIMIT: '-',
  POINTS_NOT_ENOUGH: '-',
  CHAT_MUTED: '-',
  CHAT_TOO_FAST: '-',
  CHAT_WORD_BLOCKED: '-',
  ROOM_CLOSED: '-',
  CHAT_TOO_LONG: '-',
  CHAT_DUPLICATE: '-',
  CHAT_LEVEL_TOO_LOW: '-',
  NOT_ROOM_ADMIN: '-',
  GIFT_OFF: '-',
  ODDS_CHANGED: '-',
  MARKET_SUSPENDED: '-',
  BET_LIMIT: '-',
  BET_TOO_LATE: '-',
  ROUND_OPEN: '-',
  ROUND_SEED: '-',
  ROUND_STEP: '-',
  ROUND_TOO_SOON: '-',
  RG_DEPOSIT_LIMIT: 'alert',
  RG_LOSS_LIMIT: 'alert',
  RG_TIME_OUT: 'alert',
  RG_SELF_EXCLUDED: 'alert',
  RG_SESSION_LIMIT: 'alert',
  RG_CHECK_DUE: 'reality-check',
  REKEY: '-',
  STALE: '-',
  SEAL_REFUSED: 'toast',
  VERSION_MISMATCH: '-',
  ORIGIN_REFUSED: '-',
  INTERNAL_ERROR: 'toast',
  LINE_SWITCHING: 'toast',
  NETWORK_ABNORMAL: 'toast',
  TIMEOUT: 'toast',
  VERIFICATION_CLOSED: '-',
  ABORTED: '-',
  NETWORK_FAILURE: 'toast',
  BAD_RESPONSE: 'toast',
  OFFLINE: '-',
  MISSING_URL: 'alert',
}
const names = Object.keys(CODES) as CodeName[]

describe('S8.4 S8.6 the code table', () => {
  it.each(names.map((name) => [CODES[name], name] as const))('Annex A %i %s', (code, name) => {
    expect(types(effects(code)).join(', ') || '-').toBe(LINES[name])
  })

  it('S8.2 S8.3 S4.20 shows nothing for codes handled by forms, ignored codes and closed checks', () => {
    for (const code of [CODES.VERIFY_CODE_ERROR, CODES.IGNORED_A, CODES.IGNORED_B, CODES.VERIFICATION_CLOSED]) {
      expect(effects(code)).toEqual([])
    }
    expect(effects(123_456)).toEqual([])
  })

  it('S8.6 the transport announces exactly the codes with an effect', () => {
    const doing = names.filter((name) => OUTCOME_RULES[name] !== caller)
    expect(names.filter((name) => concernsPage(CODES[name]) || endsSession(CODES[name]))).toEqual(doing)
  })

  it('S8.1 every displayed code has its own text', () => {
    const network = codeText(CODES.NETWORK_FAILURE)
    const shown = names.filter((name) => OUTCOME_RULES[name] !== caller && codeText(CODES[name]) === network)
    expect(shown).toEqual(['NETWORK_FAILURE', 'BAD_RESPONSE'])
  })
})

describe('the end of a session', () => {
  const codes = [CODES.AUTH_ERROR, CODES.LOGIN_ELSEWHERE_ERROR, CODES.PASSWORD_CHANGED]

  it.each(codes)(
    'S4.15 %i clears the session, alerts, and opens the sign-in page with the page to return to',
    (code) => {
      expect(effects(code)).toEqual([
        { type: 'clear-session' },
        {
          type: 'alert',
          title: '请重新登录',
          text: '说明',
          way: { label: '去登录', to: back },
          isTimed: true,
          isBlockade: false,
        },
      ])
    },
  )

  it('S4.15 a frozen account also gets a link to customer service', () => {
    expect(effects(CODES.ACCOUNT_BLOCKADE)[1]).toMatchObject({ way: { to: back }, aside: { to: '/cs' } })
  })

  it('settled 31 shows one alert for a burst of failures', () => {
    expect(types(effects(CODES.AUTH_ERROR, {}, { isAlertOpen: true }))).toEqual(['clear-session'])
  })

  it('S4.15 shows the text of the code without a server message', () => {
    expect(effects(CODES.LOGIN_ELSEWHERE_ERROR, { message: '' })[1]).toMatchObject({ text: '您的账号已在其他设备登录' })
  })

  it('S2.3 S2.4 opens the sign-in page of the skin', () => {
    expect(effects(CODES.AUTH_ERROR, {}, { skin: 'fresh' })[1]).toMatchObject({
      way: { to: back.replace('/login', '/entry/login') },
    })
  })

  it.each([CODES.IP_BLOCKADE, CODES.DEVICE_BLOCKADE])('S4.16 S9.9 %i alerts at most once in 700 ms', (code) => {
    expect(types(effects(code))).toEqual(['clear-session', 'alert'])
    expect(types(effects(code, {}, { lastBlockadeAt: 9_301 }))).toEqual(['clear-session'])
    expect(types(effects(code, {}, { lastBlockadeAt: 9_300 }))).toEqual(['clear-session', 'alert'])
  })
})

describe('navigation by outcomes', () => {
  it('S6.12 S8.8 opens the sign-in page for a visitor and clears nothing', () => {
    expect(effects(CODES.NEED_LOGIN)).toEqual([
      { type: 'toast', text: '该操作需要登录，请先登录' },
      { type: 'go', to: back },
    ])
    expect(types(effects(CODES.NEED_LOGIN, {}, { here: back, wayBack: HERE }))).toEqual(['toast'])
  })

  it('S4.26 opens the maintenance page for the site call only', () => {
    expect(effects(CODES.SYSTEM_MAINTENANCE, { path: perInfo, details: { maintainEnd: 5 } })).toEqual([
      { type: 'go', to: '/maintenance', state: { maintainEnd: 5, from: HERE } },
    ])
    expect(effects(CODES.SYSTEM_MAINTENANCE)).toEqual([{ type: 'toast', text: '说明' }])
  })

  it('S4.22-S4.24 opens the access pages with the data of the response', () => {
    const details = { maintainStatus: 0, reason: '夜间维护' }
    expect(effects(CODES.ACCESS_CAVEAT_CODE, { details })).toEqual([
      { type: 'go', to: '/maintenance', state: { ...details, from: HERE } },
    ])
    expect(effects(CODES.ACCESS_CAVEAT_CODE, { details: { maintainStatus: 1 } })[0]).toMatchObject({
      to: '/access-alert',
    })
    expect(effects(CODES.ACCESS_CAVEAT_CODE)[0]).toMatchObject({ to: '/access-alert', state: { from: HERE } })
  })

  it('S4.23 continues if the data or the request say so', () => {
    for (const isGo of [1, true]) expect(effects(CODES.ACCESS_CAVEAT_CODE, { details: { isGo } })).toEqual([])
    for (const isGo of [0, false, '1', null]) {
      expect(types(effects(CODES.ACCESS_CAVEAT_CODE, { details: { isGo } }))).toEqual(['go'])
    }
    expect(effects(CODES.ACCESS_CAVEAT_CODE, { isGo: true })).toEqual([])
  })

  it('S4.25 clears the session before the restriction page', () => {
    expect(effects(CODES.ACCESS_RESTRICTION_CODE)).toEqual([
      { type: 'clear-session' },
      { type: 'go', to: '/access-restriction', state: { from: HERE } },
    ])
  })

  it('S4.17 opens the robot check once', () => {
    expect(effects(CODES.NEED_ROBOT_CHECK)[1]).toMatchObject({
      to: '/robot-check?fromPage=%2Fapp%2Flive%2F1%3Ftab%3Dchat',
    })
    expect(effects(CODES.NEED_ROBOT_CHECK, {}, { isBeingChecked: true })).toEqual([])
  })

  it.each(['/cs', '/cs?from=x', '/cs/'])('S2.12 S4.24 does not navigate away from %s', (here) => {
    const there = { here, wayBack: here }
    expect(effects(CODES.ACCESS_CAVEAT_CODE, { details: { maintainStatus: 0 } }, there)).toEqual([])
    expect(effects(CODES.NEED_ROBOT_CHECK, {}, there)).toEqual([])
    expect(effects(CODES.SYSTEM_MAINTENANCE, { path: perInfo }, there)).toEqual([])
    expect(effects(CODES.ACCESS_RESTRICTION_CODE, {}, there)).toEqual([{ type: 'clear-session' }])
    expect(types(effects(CODES.ACCESS_CAVEAT_CODE, {}, { here: '/csx' }))).toEqual(['go'])
  })

  it('S2.9 S2.10 replaces a detour page, so that Back does not lead to it', () => {
    expect(effects(CODES.SYSTEM_MAINTENANCE, { path: perInfo }, { here: '/access-alert' })[0]).toMatchObject({
      to: '/maintenance',
      state: { from: HERE },
      isReplacing: true,
    })
  })
})

describe('the page to return to', () => {
  const place = (pathname: string, search = '', state: unknown = null) => ({ pathname, search, state })

  it('S2.2 is the current screen, or the one before a detour', () => {
    expect(wayBack(place('/app/live/1', '?tab=chat'))).toBe(HERE)
    expect(wayBack(place('/login', '?fromPage=%2Fapp%2Flive%2F1'))).toBe('/app/live/1')
    expect(wayBack(place('/robot-check', '?fromPage=%2Fapp%2Flive%2F1'))).toBe('/app/live/1')
    expect(wayBack(place('/maintenance', '', { from: '/app/live/1' }))).toBe('/app/live/1')
  })

  it('S2.2 S2.10 is never of another origin, for any state or address', () => {
    for (const from of ['//evil.example', 'https://evil.example', '/\\evil', 7, null]) {
      expect(wayBack(place('/access-alert', '', { from }))).toBe('/app/home')
    }
    expect(wayBack(place('/robot-check', '?fromPage=%2F%2Fevil.example'))).toBe('/app/home')
    expect(wayBack(place('/access-restriction'))).toBe('/app/home')
  })
})

describe('outcomes with a message only', () => {
  it('S8.11 S8.12 shows a timeout for 1.5 s', () => {
    expect(effects(CODES.TIMEOUT)).toEqual([{ type: 'toast', text: '网络超时，请重试', durationMs: 1_500 }])
    expect(codeText(CODES.TIMEOUT)).toBe('请求超时')
  })

  it('settled 7 has no toast for a money call with an unknown outcome, but ends the session', () => {
    const details = { isPending: true, idempotencyKey: 'key' }
    expect(effects(CODES.TIMEOUT, { details })).toEqual([])
    expect(effects(CODES.NETWORK_FAILURE, { details, status: 502 })).toEqual([])
    expect(effects(CODES.LINE_SWITCHING, { details })).toEqual([])
    expect(types(effects(CODES.AUTH_ERROR, { details }))).toEqual(['clear-session', 'alert'])
  })

  it('S8.13 S8.14 S8.18 shows a network failure with its status', () => {
    expect(effects(CODES.NETWORK_FAILURE, { status: 502 })).toEqual([{ type: 'toast', text: '网络异常[502]' }])
    expect(effects(CODES.BAD_RESPONSE, { status: 404 })).toEqual([{ type: 'toast', text: '网络异常[404]' }])
    expect(effects(CODES.NETWORK_FAILURE)).toEqual([{ type: 'toast', text: '网络异常' }])
    expect(effects(CODES.BAD_RESPONSE, { status: 200 })).toEqual([{ type: 'toast', text: '网络异常' }])
    expect(effects(CODES.BAD_RESPONSE, { status: 0 })).toEqual([{ type: 'toast', text: '网络异常' }])
  })

  it('S8.5 S8.7 shows the generic error for the four codes', () => {
    const crowded = '当前访问人数过多或操作过于频繁，请稍后刷新重试'
    for (const code of [CODES.CURRENT_LIMITING_A, CODES.CURRENT_LIMITING_B, CODES.CURRENT_LIMITING_C]) {
      expect(effects(code, { message: '' })).toEqual([{ type: 'toast', text: crowded }])
    }
    expect(effects(CODES.INTERFACE_DEGRADE, { message: '' })).toEqual([{ type: 'toast', text: '服务繁忙，请稍后再试' }])
    expect(codeText(CODES.NEED_ROBOT_CHECK)).toBe(crowded)
  })

  it('S8.15 has one toast for a change of the origin', () => {
    expect(effects(CODES.LINE_SWITCHING, { message: '' })).toEqual([
      { type: 'toast', text: '线路异常，正在为您切换', id: 'line' },
    ])
    expect(effects(CODES.NETWORK_ABNORMAL, { message: '' })).toEqual([
      { type: 'toast', text: '网络异常，请检查网络', id: 'line' },
    ])
  })

  it('S8.21 alerts without an address', () => {
    expect(effects(CODES.MISSING_URL, { message: '' })[0]).toMatchObject({
      text: '请求地址不能为空',
      way: { to: null },
    })
  })

  it('S8.22 shows a tip, then opens the home page', () => {
    expect(effects(CODES.ACTIVITY_BLACKLIST, { message: '' })[0]).toMatchObject({
      title: '温馨提示',
      text: '您暂不符合活动参与条件，如有疑问请联系客服',
      way: { to: '/app/home' },
      isTimed: false,
    })
  })

  it('S6.5 leaves a missing balance to the gift panel', () => {
    expect(types(effects(CODES.BALANCE_NOT_ENOUGH, { path: '/api/x/gift/v1/reward' }))).toEqual(['refresh-balance'])
  })

  it('Annex I limit messages: explains a limit of the member without offering to raise it', () => {
    // A reality check opens itself.
    const limits = names.filter((name) => name.startsWith('RG_') && name !== 'RG_CHECK_DUE')
    expect(limits).toHaveLength(5)
    for (const name of limits) {
      const [alert] = effects(CODES[name], { message: '' })
      expect(alert).toMatchObject({ way: { to: null }, aside: { to: '/app/responsible' }, isTimed: false })
      expect(JSON.stringify(alert)).not.toMatch(/提高|调高|解除|充值|存款去/)
    }
    expect(effects(CODES.RG_TIME_OUT, {}, { isAlertOpen: true })).toEqual([])
    // A member has only opened a screen of activities, which shows the reason itself.
    const path = '/api/site/group/activity/invite/v1/link'
    expect(effects(CODES.RG_TIME_OUT, { path })).toEqual([])
  })
})

describe('a new version of the page', () => {
  it('settled 16 reloads once, and shows a message if that does not help', () => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    }
    let reloads = 0
    const reload = () => (reloads += 1)
    expect(reloadOnce(100_000, storage, reload)).toBe(true)
    expect(reloadOnce(110_000, storage, reload)).toBe(false)
    expect(reloadOnce(161_000, storage, reload)).toBe(true)
    expect(reloads).toBe(2)
  })

  it('settled 16 does not reload without storage, which would never end', () => {
    const reload = () => expect.unreachable('a circle of reloads')
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(reloadOnce(100_000, null, reload)).toBe(false)
    expect(reloadOnce(100_000, full, reload)).toBe(false)
  })
})
