import { describe, expect, it } from 'vitest'
import { failure, success } from '#protocol/result.ts'
import type { MatchSummary } from '#features/live/match-stage.ts'
import { groupMatches, searchedNames, stageOf } from '#features/live/match-stage.ts'
import { dueReminders, reminderState } from '#features/live/reminder-state.ts'
import { toggledReminders } from '#features/live/reminders.ts'
import type { LiveLists } from '#features/live/use-live-lists.ts'
import { takeArrival } from '#features/live/use-live-lists.ts'
import { parseReadings } from '#features/search/pinyin.ts'
import readingList from '#features/search/readings.json' with { type: 'json' }
import { namesMatch } from '#features/search/use-name-matcher.ts'
import { GALLERY_MATCHES } from '#gallery/fixtures.ts'

const find = (team: string, phase?: string): MatchSummary => {
  const found = GALLERY_MATCHES.find((match) => match.team1 === team && (!phase || match.clock.phase === phase))
  if (!found) throw new Error(`no fixture with ${team}`)
  return found
}
const NOTHING = { status: 'loading', matches: [], failure: null, updatedAt: null } as const
const EMPTY: LiveLists = { football: NOTHING, basketball: NOTHING, esports: NOTHING, anchor: NOTHING }

describe('stage of a match', () => {
  const playing = { phase: 'first-half', phaseStartedAt: 0 } as const
  const stage = (status: unknown, phase: MatchSummary['clock']['phase'] = 'first-half') =>
    stageOf({ anchor_status: status as MatchSummary['anchor_status'], clock: { ...playing, phase } })

  it('S4.1 depends on the anchor while the match is in play', () => {
    expect(stage(1)).toBe('live')
    expect(stage(2)).toBe('away')
    expect(stage(3)).toBe('silent')
    expect(stage('')).toBe('silent')
  })

  it('depends on the clock before and after', () => {
    expect(stage(1, 'before')).toBe('coming')
    expect(stage(1, 'ended')).toBe('ended')
    expect(stage(1, 'half-time')).toBe('live')
  })
})

describe('sections of the list', () => {
  it('has the most watched live matches first, then coming ones by time', () => {
    const groups = groupMatches(GALLERY_MATCHES.filter((match) => match.kind === 'football').toReversed())
    expect(groups.inPlay.map((match) => match.team1)).toEqual(['北港联', '云岭竞技', '江城铁路'])
    expect(groups.coming.map((match) => match.team1)).toEqual(['南屿青年', '青禾', '雁门'])
    expect(groups.ended).toHaveLength(1)
  })
})

describe('search', () => {
  it('finds teams, leagues, anchors and titles, in characters and pinyin; every word must match', () => {
    const readings = parseReadings(readingList)
    const responses = (match: MatchSummary, query: string) => namesMatch(searchedNames(match), query, readings)
    for (const query of ['南屿', '海岸 楚楚', 'bgl', 'haian ccjq', 'nanyu']) {
      expect(responses(find('北港联'), query), query).toBe(true)
    }
    expect(responses(find('北港联'), '海岸 雁门')).toBe(false)
    expect(responses(find('楚楚讲球'), '三个进球')).toBe(true)
    for (const signs of ['⚽', '？？', ' · ']) expect(responses(find('北港联'), signs), signs).toBe(false)
  })
})

describe('reminders (预约)', () => {
  const MINUTE_MS = 60_000
  const START = 1_795_262_400_000
  const match = find('北港联')
  const state = (phase: MatchSummary['clock']['phase'], startTime: number) => ({
    clock: { phase, phaseStartedAt: startTime },
    start_time: startTime,
  })
  const newsAt = (minute: number, phase: MatchSummary['clock']['phase'], startMinute = 0) =>
    reminderState(START, state(phase, START + startMinute * MINUTE_MS), START + minute * MINUTE_MS).type

  it('are set and removed, with the start time of the match', () => {
    const reminders = toggledReminders(new Map(), match)
    expect([...reminders]).toEqual([[match.eid, match.start_time]])
    expect(toggledReminders(reminders, match).size).toBe(0)
  })

  it('are due at the start of their match, or when a list shows it as live', () => {
    const reminders = new Map([[match.eid, START]])
    expect(dueReminders(reminders, EMPTY, START - 1)).toEqual([])
    expect(dueReminders(reminders, EMPTY, START)).toEqual([[match.eid, START]])
    const lists = takeArrival(EMPTY, { kind: 'football', result: success({ list: [match] }), at: 5 })
    expect(dueReminders(reminders, lists, START - 1)).toEqual([[match.eid, START]])
  })

  it('report the start of the match, or its minute when it started earlier', () => {
    expect(newsAt(1, 'first-half')).toBe('begins')
    expect(newsAt(22, 'first-half', 20)).toBe('begins')
    expect(newsAt(50, 'second-half')).toBe('runs')
  })

  it('follow a postponed match', () => {
    expect(reminderState(START, state('before', START + 20 * MINUTE_MS), START)).toEqual({
      type: 'waits',
      startTime: START + 20 * MINUTE_MS,
    })
  })

  it('are removed when their match is over, even if another match follows in the room', () => {
    expect(newsAt(95, 'ended')).toBe('gone')
    expect(newsAt(100, 'before', 102)).toBe('gone')
    expect(newsAt(103, 'first-half', 102)).toBe('gone')
  })
})

describe('arrival of a list', () => {
  const list = GALLERY_MATCHES.filter((match) => match.kind === 'football')
  const good = { kind: 'football', result: success({ list }), at: 5 } as const
  const bad = { kind: 'football', result: failure(-4, '网络异常'), at: 9 } as const

  it('a failure is an error without a cached list', () => {
    expect(takeArrival(EMPTY, bad).football).toMatchObject({ status: 'error', failure: { code: -4 } })
  })

  it('a failure keeps the cached list and its age', () => {
    const after = takeArrival(takeArrival(EMPTY, good), bad).football
    expect(after).toMatchObject({ status: 'ready', updatedAt: 5, failure: { code: -4 } })
    expect(after.matches).toHaveLength(list.length)
  })

  it('a success clears the failure', () => {
    const after = takeArrival(takeArrival(EMPTY, bad), good)
    expect(after.football).toMatchObject({ status: 'ready', failure: null })
    expect(after.basketball).toBe(EMPTY.basketball)
  })
})
