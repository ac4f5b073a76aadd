import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ScoreCard } from '#features/match/ScoreCard.tsx'
import type { MatchNow } from '#state/room/room-match.ts'
import { NOON, SNAPSHOT } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { DETAIL } from '../support/room-fixtures.ts'

const NIGHT = Date.parse('2026-11-22T00:15:00+08:00')
const PLAYED: MatchNow = { ...SNAPSHOT, homeScore: 2, guestScore: 1 }
const COMING: MatchNow = { ...SNAPSHOT, clock: { phase: 'before', phaseStartedAt: NIGHT } }
/** Relative dates. */
const PASSING = /今天|今晚|明天|后天|昨天/

let mounted: Mounted
beforeEach(() => page.viewport(390, 844))
afterEach(() => mounted.unmount())

function card(match: MatchNow, start: number): string {
  const detail = { ...DETAIL, match: { ...DETAIL.match, start_time: start } }
  mounted = mount(<ScoreCard detail={detail} match={match} now={NOON} />)
  return mounted.root.textContent
}

describe('S2.21 the card of a match, viewed on another day', () => {
  it('S9.16 shows date, time and zone of the start', async () => {
    const text = card(COMING, NIGHT)
    expect(text).toContain('11 月 22 日 00:15 北京时间')
    expect(text).not.toMatch(PASSING)
    const sides = [...mounted.root.querySelectorAll('b')].filter(({ textContent }) => /北港联|南屿/.test(textContent))
    for (const { parentElement } of sides) expect(parentElement?.getBoundingClientRect().width).toBe(96)
  })

  it('S9.16 shows date, time and zone of the score', () => {
    const text = card(PLAYED, NOON - 67 * 60_000)
    expect(text).toContain('截至 11 月 21 日 20:00（北京时间）')
    expect(text).not.toMatch(PASSING)
  })
})
