import { describe, expect, it } from 'vitest'
import { isInPlay, matchClockShort, matchClockText, playedMinute, playedSeconds } from '#lib/match/match-clock.ts'
import { eventTime, matchClockInFull } from '#features/match/play-time.ts'

const START = Date.UTC(2026, 10, 21, 12)
const at = (minutes: number, seconds = 0) => START + (minutes * 60 + seconds) * 1000

describe('match clock', () => {
  it('runs from the start of the phase without messages', () => {
    const first = { phase: 'first-half', phaseStartedAt: START } as const
    const second = { phase: 'second-half', phaseStartedAt: START } as const
    expect(playedMinute(first, at(31, 59))).toBe(31)
    expect(playedMinute(second, at(22))).toBe(67)
    expect(matchClockText(second, at(22))).toBe('下半场 67′')
    expect(matchClockShort(second, at(22))).toBe('67′')
    expect(matchClockInFull(second, at(22, 4))).toBe('下半场 67′04″')
  })

  it('does not exceed a half and does not start before it', () => {
    expect(playedMinute({ phase: 'first-half', phaseStartedAt: START }, at(50))).toBe(45)
    expect(playedSeconds({ phase: 'first-half', phaseStartedAt: START }, START - 5000)).toBe(0)
    expect(playedMinute({ phase: 'second-half', phaseStartedAt: START }, at(99))).toBe(90)
  })

  it('has the periods of the other sports', () => {
    expect(playedMinute({ phase: 'second-half', phaseStartedAt: START }, at(9), 'basketball')).toBe(33)
    expect(matchClockText({ phase: 'first-half', phaseStartedAt: START }, at(18), 'esports')).toBe('第1局')
  })

  it('shows quarters of basketball and games of esports', () => {
    const first = { phase: 'first-half', phaseStartedAt: START } as const
    const second = { phase: 'second-half', phaseStartedAt: START } as const
    expect(matchClockInFull(second, at(5, 12), 'basketball')).toBe('第3节 05:12')
    expect(matchClockInFull(first, at(12), 'basketball')).toBe('第2节 00:00')
    expect(matchClockInFull(first, at(30), 'basketball')).toBe('第2节 12:00')
    expect(matchClockText(second, at(13), 'basketball')).toBe('第4节')
    expect(matchClockShort(second, START - 5_000, 'basketball')).toBe('第3节')
    expect(matchClockText(second, at(9), 'esports')).toBe('第2局')
    expect(matchClockInFull(second, at(99), 'esports')).toBe('第2局 30:00')
    expect(matchClockText({ phase: 'half-time', phaseStartedAt: START }, START, 'esports')).toBe('局间休息')
  })

  it('shows the added time of football, on the clock and at events', () => {
    expect(matchClockText({ phase: 'first-half', phaseStartedAt: START }, at(47, 30))).toBe('上半场 45+2′')
    expect(matchClockInFull({ phase: 'second-half', phaseStartedAt: START }, at(49))).toBe('下半场 90+4′')
    expect(matchClockShort({ phase: 'second-half', phaseStartedAt: START }, at(46))).toBe('90+1′')
    expect(eventTime({ minute: 45, added: 2 }, 'football')).toBe('45+2′')
    expect(eventTime({ minute: 64 }, 'football')).toBe('64′')
    expect(eventTime({ minute: 42 }, 'esports')).toBe('第2局 12′')
    expect(eventTime({ minute: 60 }, 'esports')).toBe('第2局 30′')
  })

  it('has a text where no minute runs', () => {
    expect(matchClockText({ phase: 'before', phaseStartedAt: START }, START)).toBe('未开始')
    expect(matchClockText({ phase: 'half-time', phaseStartedAt: START }, START)).toBe('中场休息')
    expect(matchClockShort({ phase: 'half-time', phaseStartedAt: START }, START)).toBe('中场')
    expect(matchClockInFull({ phase: 'ended', phaseStartedAt: START }, START)).toBe('已结束')
    expect(matchClockText({ phase: 'first-half', phaseStartedAt: START }, at(40), 'anchor')).toBe('直播中')
    expect(isInPlay({ phase: 'half-time', phaseStartedAt: START })).toBe(true)
    expect(isInPlay({ phase: 'ended', phaseStartedAt: START })).toBe(false)
  })
})
