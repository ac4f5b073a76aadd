import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODES, codeText } from '#protocol/codes.ts'
import { siteDateTimeOf, timeOfSiteDateTime } from '#protocol/time.ts'
import {
  type Exclusion,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitKind,
  type LimitPeriod,
  periodStart,
} from '#protocol/wallet/limits.ts'
import {
  coinValue,
  nextPeriod,
  PLAY_ACTIONS,
  type PlayAction,
  playStop,
  type PlayStop,
  refusalText,
} from '#protocol/wallet/play-stop.ts'

const at = (text: string) => timeOfSiteDateTime(text) ?? Number.NaN
/** A Thursday. */
const NOW = at('2026-11-26 22:30:00')

const limitOf = <Amount extends number | null>(
  kind: LimitKind,
  amount: Amount,
  used = 0,
  period: LimitPeriod = 'day',
) => ({
  kind,
  period,
  amount,
  used,
})
const stateOf = (
  limits: readonly ReturnType<typeof limitOf<number | null>>[] = [],
  rest: { exclusion?: Exclusion; isCheckDue?: boolean } = {},
) => ({
  limits,
  exclusion: null,
  isCheckDue: false,
  serverTime: NOW,
  ...rest,
})

describe('Annex I I9 I10 what stops an action', () => {
  it('is nothing without limits, exclusions and a due check', () => {
    for (const action of PLAY_ACTIONS) expect(playStop(stateOf(), action, 1_000_000), action).toBeNull()
  })

  it('is an exclusion for every action, before all other reasons', () => {
    const used = [limitOf('session', 1, 1), limitOf('deposit', 1, 1), limitOf('loss', 1, 1)]
    for (const action of PLAY_ACTIONS) {
      const stopOf = (exclusion: Exclusion) => playStop(stateOf(used, { exclusion, isCheckDue: true }), action)
      const until = NOW + 1_000
      expect(stopOf({ kind: 'timeOut', until })).toEqual({ code: CODES.RG_TIME_OUT, until, limit: null })
      expect(stopOf({ kind: 'selfExclusion', until })).toEqual({ code: CODES.RG_SELF_EXCLUDED, until, limit: null })
      expect(stopOf({ kind: 'selfExclusion', until: null })?.until).toBeNull()
    }
  })

  it('is an unanswered reality check for all but promotions, before limits', () => {
    const state = stateOf([limitOf('session', 1, 1)], { isCheckDue: true })
    for (const action of PLAY_ACTIONS) {
      const stop = action === 'promotion' ? null : { code: CODES.RG_CHECK_DUE, until: null, limit: null }
      expect(playStop(state, action), action).toEqual(stop)
    }
  })

  const spending = { deposit: null, transfer: 60_002, coins: 60_002, gift: 60_002, bet: 60_002, promotion: null }
  const STOPPED: Readonly<Record<LimitKind, Readonly<Record<PlayAction, number | null>>>> = {
    deposit: { deposit: 60_001, transfer: null, coins: null, gift: null, bet: null, promotion: null },
    loss: spending,
    stake: spending,
    session: { deposit: 60_005, transfer: 60_005, coins: 60_005, gift: 60_005, bet: 60_005, promotion: null },
  }

  it.each(LIMIT_KINDS)('60001 60002 60005 is a used-up %s limit, for its own actions', (kind) => {
    for (const action of PLAY_ACTIONS) {
      expect(playStop(stateOf([limitOf(kind, 500, 500)]), action)?.code ?? null, action).toBe(STOPPED[kind][action])
      expect(playStop(stateOf([limitOf(kind, 500, 499)]), action), action).toBeNull()
      // A kind without a limit has no amount.
      expect(playStop(stateOf([limitOf(kind, null, 500)]), action), action).toBeNull()
    }
  })

  it.each(['deposit', 'loss', 'stake'] as const)('is a %s limit that the value exceeds', (kind) => {
    const action = kind === 'deposit' ? 'deposit' : 'gift'
    const limit = limitOf(kind, 500, 200)
    expect(playStop(stateOf([limit]), action, 300)).toBeNull()
    expect(playStop(stateOf([limit]), action, 301)).toMatchObject({ code: STOPPED[kind][action], limit })
  })

  it('is no session limit that has a minute left, whatever the value', () => {
    expect(playStop(stateOf([limitOf('session', 60, 59)]), 'bet', 1_000_000)).toBeNull()
  })

  it('is a used-up session limit before the limit of the value, however long that lasts', () => {
    const limits = [limitOf('loss', 1, 1, 'month'), limitOf('session', 60, 60)]
    expect(playStop(stateOf(limits), 'bet')).toMatchObject({
      code: CODES.RG_SESSION_LIMIT,
      until: at('2026-11-27 00:00:00'),
    })
  })

  it('is the limit that lasts longest, in any order of the limits', () => {
    const exceeded = [limitOf('loss', 9, 9), limitOf('stake', 9, 9, 'week'), limitOf('loss', 9, 9, 'month')]
    const limits = [...exceeded, limitOf('stake', 9, 0, 'month')]
    fc.assert(
      fc.property(fc.shuffledSubarray(limits, { minLength: limits.length }), (each) => {
        const stop = playStop(stateOf(each), 'bet')
        expect(stop).toEqual({ code: CODES.RG_LOSS_LIMIT, limit: exceeded[2], until: at('2026-12-01 00:00:00') })
        const shorter = each.filter((one) => one !== exceeded[2])
        expect(playStop(stateOf(shorter), 'bet')).toMatchObject({
          limit: exceeded[1],
          until: at('2026-11-30 00:00:00'),
        })
      }),
    )
  })
})

describe('S9.16 the next period', () => {
  it.each([
    ['day', '2026-11-26 00:00:00', '2026-11-27 00:00:00'],
    ['week', '2026-11-23 00:00:00', '2026-11-30 00:00:00'],
    ['month', '2026-11-01 00:00:00', '2026-12-01 00:00:00'],
    ['month', '2027-01-01 00:00:00', '2027-02-01 00:00:00'],
    ['month', '2027-02-01 00:00:00', '2027-03-01 00:00:00'],
  ] as const)('of a %s that begins at %s begins at %s', (period, since, next) => {
    expect(siteDateTimeOf(nextPeriod(period, at(since)))).toBe(next)
  })

  it('follows without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.constantFrom(...LIMIT_PERIODS), (now, period) => {
        const since = periodStart(period, now)
        const next = nextPeriod(period, since)
        expect(next).toBeGreaterThan(now)
        expect([next - 1, next].map((time) => periodStart(period, time))).toEqual([since, next])
      }),
    )
  })
})

it('decision 182: 10 coins count as ¥1.00', () => {
  expect([0, 1, 10, 99].map(coinValue)).toEqual([0, 10, 100, 990])
})

describe('the text of a refused action', () => {
  const limit = limitOf('loss', 300_00, 12_05, 'week')
  const stopped = (code: number, by: PlayStop['limit'] = null) => ({ code, limit: by })

  it.each([
    ['deposit', '存款'],
    ['transfer', '转入场馆'],
    ['coins', '领取金币'],
    ['gift', '送礼物'],
    ['bet', '下注'],
    ['promotion', '参加活动和邀请好友'],
  ] as const)('names the reason and the action %s', (action, name) => {
    expect(refusalText(stopped(CODES.RG_SELF_EXCLUDED), action)).toBe(`你已自我排除，期间不能${name}`)
    expect(refusalText(stopped(CODES.RG_TIME_OUT), action)).toBe(`你正在休息期，期间不能${name}`)
    expect(refusalText(stopped(CODES.RG_CHECK_DUE), action)).toBe(`请先回应时长提醒，再${name}`)
    expect(refusalText(stopped(CODES.RG_SESSION_LIMIT, limitOf('session', 90, 90)), action)).toBe(
      `已用完你设定的每日在线时长 90 分钟，暂时不能${name}`,
    )
  })

  it('is the text of the code if the limit is unknown', () => {
    expect(refusalText(stopped(CODES.RG_LOSS_LIMIT), 'bet')).toBe(codeText(CODES.RG_LOSS_LIMIT))
  })

  it.each([
    ['bet', undefined, '已计 ¥12.05'],
    ['bet', { value: 290_00 }, '已计 ¥12.05，这次计 ¥290.00'],
    ['transfer', { value: 290_07, atVenues: 0 }, '已计 ¥12.05，这次计 ¥290.07'],
    ['transfer', { value: 290_00, atVenues: 200_00 }, '已计 ¥12.05，场馆内还有 ¥200.00，这次计 ¥90.00'],
    ['gift', { value: 290_00 }, '已计 ¥12.05，这次计 ¥290.00（10 金币计 ¥1.00）'],
  ] as const)('60002 names the limit and what was counted for a %s of %j', (action, refused, counted) => {
    expect(refusalText(stopped(CODES.RG_LOSS_LIMIT, limit), action, refused)).toBe(
      `超过你设定的每周亏损限额 ¥300.00：${counted}`,
    )
  })
})
