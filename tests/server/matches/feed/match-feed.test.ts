import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FeedError, type FeedMatch, parseFeed } from '#server/matches/feed/feed-document.ts'
import { CONFIRM_MS } from '#server/matches/feed/feed-checks.ts'
import { PROJECT_ROOT } from '../../../support/project.ts'
import { testRooms } from '../../rooms/rooms-support.ts'
import { at, feedText, MATCH, testFeed } from './feed-support.ts'

const HOUR_MS = 3_600_000
const odds = { home: 1_620, draw: 3_400, away: 5_000 }

describe('the feed of matches', () => {
  it('opens a room per match and reports score, clock, events and odds', async () => {
    const { feed, room, match, next, close } = await testFeed(feedText([{ ...MATCH, odds }]))
    await feed.start()
    expect(room()).toMatchObject({ homeScore: 1, guestScore: 0, anchorStatus: 0, clock: { phase: 'first-half' } })
    expect(match()?.state.odds?.home).toEqual({ value: 1_620, move: 'same' })
    const goal = { id: 'e2', type: 'goal', side: 'away', minute: 11, text: '推射入网', homeScore: 1, awayScore: 1 }
    const later = { ...MATCH, score: { home: 1, away: 1 }, events: [goal], odds: { ...odds, home: 1_900 } }
    await next(feedText([later], at(1)))
    await next(feedText([later], at(2)))
    expect(room()).toMatchObject({ guestScore: 1, events: [goal], odds: { home: { value: 1_900, move: 'up' } } })
    expect(match()?.state.guestScore).toBe(1)
    await close()
  })

  it('writes nothing while nothing changes', async () => {
    const { feed, hub, next, close } = await testFeed(feedText([MATCH]))
    await feed.start()
    const { seq } = hub.log.head('feed-m1')
    await next(feedText([MATCH], at(1)))
    expect(hub.log.head('feed-m1').seq).toBe(seq)
    await close()
  })

  it('keeps the last good state when the feed is silent, and reports it', async () => {
    const { feed, match, next, errors, close } = await testFeed(feedText([{ ...MATCH, odds }]))
    await feed.start()
    expect(feed.health).toMatchObject({ failure: null, isStale: false })
    await next(new FeedError('the feed responds with status 503'), 40_000)
    await next(new FeedError('the feed responds with status 503'))
    expect(match()?.state).toMatchObject({ homeScore: 1, odds: { suspended: true } })
    expect(feed.health).toMatchObject({ failure: 'the feed responds with status 503', isStale: true })
    expect(errors).toHaveLength(1)
    await next(feedText([{ ...MATCH, odds }], at(1)))
    expect(feed.health).toMatchObject({ failure: null, isStale: false })
    expect(match()?.state.odds?.suspended).toBe(false)
    await close()
  })

  it('is stale when the document is not written any more during a match', async () => {
    const { feed, next, close } = await testFeed(feedText([MATCH]))
    await feed.start()
    await next(feedText([MATCH]), 11 * 60_000)
    expect(feed.health).toMatchObject({ failure: null, isStale: true })
    await close()
  })

  it('refuses a document that is older than the last one', async () => {
    const { feed, match, next, close } = await testFeed(feedText([MATCH]))
    await feed.start()
    await next(feedText([{ ...MATCH, score: { home: 2, away: 0 } }], at(-1)))
    expect(feed.health.failure).toBe('the feed is older than the one before')
    expect(match()?.state.homeScore).toBe(1)
    await close()
  })

  it('holds a score that goes back until the feed has repeated it', async () => {
    const { feed, match, room, next, close } = await testFeed(feedText([MATCH]))
    await feed.start()
    const back = (minute: number) => feedText([{ ...MATCH, score: { home: 0, away: 0 } }], at(minute))
    await next(back(1))
    expect(match()?.state.homeScore).toBe(1)
    expect(feed.health.doubts).toEqual([expect.objectContaining({ eid: 'feed-m1', reason: 'score-back' })])
    await next(back(2), CONFIRM_MS)
    expect(match()?.state.homeScore).toBe(0)
    expect(room()?.homeScore).toBe(0)
    expect(feed.health.doubts).toEqual([])
    await close()
  })

  it('continues with the stored matches after a restart without a feed', async () => {
    const world = await testRooms({}, [])
    const first = await testFeed(feedText([MATCH]), { world })
    await first.feed.start()
    const stored = first.feed
      .matches()
      .map(({ fixture, state, kickOffAt, round }) => ({ fixture, state, kickOffAt, round }))
    await first.feed.stop()
    const second = await testFeed('<html>', { world, repository: { list: async () => stored } })
    await second.feed.start()
    expect(second.match()?.state).toMatchObject({ homeScore: 1, clock: { phase: 'first-half' } })
    expect(second.feed.health.failure).toBe('the feed is HTML or XML, not JSON')
    await second.close()
  })

  it('keeps a match that the feed leaves out, and drops it after a day', async () => {
    const { feed, match, hub, next, close } = await testFeed(feedText([MATCH, { ...MATCH, id: 'm2' }]))
    await feed.start()
    await next(feedText([{ ...MATCH, id: 'm2' }], at(1)))
    expect(match()).not.toBeNull()
    await next(feedText([{ ...MATCH, id: 'm2' }], at(25 * 60)), 25 * HOUR_MS)
    expect(match()).toBeNull()
    expect(hub.has('feed-m1')).toBe(false)
    expect(match('m2')).not.toBeNull()
    await close()
  })

  it('does not open rooms of matches that ended long ago', async () => {
    const ended = { ...MATCH, phase: 'ended', phaseStartedAt: at(-26 * 60), kickOffAt: at(-28 * 60) }
    const { feed, close } = await testFeed(feedText([ended]))
    await feed.start()
    expect(feed.matches()).toEqual([])
    await close()
  })

  it('reads the example of its documentation', () => {
    const page = readFileSync(path.join(PROJECT_ROOT, 'docs/match-feed.md'), 'utf8')
    const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    expect(parseFeed(example)).toMatchObject({ matches: [{ id: 'coast-2026-11-26-01' }, {}], problems: [] })
  })

  it('accepts exactly the fields of events that its documentation lists', () => {
    const page = readFileSync(path.join(PROJECT_ROOT, 'docs/match-feed.md'), 'utf8')
    const [, section = ''] = /\n### Events\n([\s\S]*?)\n#/.exec(page) ?? []
    const listed = [...section.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
    const event: Required<FeedMatch['events'][number]> = {
      id: 'e1',
      type: 'substitution',
      side: 'none',
      minute: 300,
      added: 60,
      text: '换'.repeat(80),
      homeScore: 999,
      awayScore: 0,
      players: ['上'.repeat(32), '下'],
    }
    expect(listed.toSorted()).toEqual(Object.keys(event).toSorted())
    expect(parseFeed(feedText([{ ...MATCH, events: [event] }])).problems).toEqual([])
  })
})
