import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boardOfFixtures, boardOfMatches, scoreOf, sectionsOf } from '#features/sport/board.ts'
import { formatClock } from '#lib/format.ts'
import type { SportVenue } from '#features/sport/requested-venue.ts'
import { isShown, kindsOfVenue, SPORT_KINDS, requestedVenue } from '#features/sport/requested-venue.ts'
import { GAME_ART } from '#protocol/endpoints/game.ts'
import { gameItems, matchItems } from '#features/search/search-items.ts'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { SPORT_VENUES } from '#server/site/content.ts'
import { fixture } from '../support/news-fixtures.ts'

const TOMORROW_AT_0015 = Date.parse('2026-11-22T00:15:00+08:00')

const venue = (more: Partial<SportVenue>): SportVenue => ({
  enName: 'YBTY',
  chName: '看台体育',
  channelCode: 'OBTY',
  status: 0,
  isDisplay: 1,
  isDisplayMaintainVenue: 1,
  ...more,
})

describe('sport venues', () => {
  it('S3.15 shows displayed open venues, and closed ones that are displayed during maintenance', () => {
    expect(isShown(venue({}))).toBe(true)
    expect(isShown(venue({ isDisplay: 0 }))).toBe(false)
    expect(isShown(venue({ status: 1 }))).toBe(true)
    expect(isShown(venue({ status: 1, isDisplayMaintainVenue: 0 }))).toBe(false)
    expect(isShown(venue({ status: 1, isDisplay: 0 }))).toBe(true)
  })

  it('S4.7 opens a venue with status 0 only; all other states and names are closed', () => {
    expect(requestedVenue(SPORT_VENUES, null)).toEqual({ state: 'none' })
    expect(requestedVenue(SPORT_VENUES, 'ybty')).toMatchObject({ state: 'open', venue: { chName: '看台体育' } })
    for (const name of ['IMTY', 'AGTY', 'nobody', '../..', '<b>']) {
      expect(requestedVenue(SPORT_VENUES, name), name).toEqual({ state: 'closed' })
    }
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 99 }), (status) => {
        expect(requestedVenue([venue({ status })], 'YBTY').state).toBe(status === 0 ? 'open' : 'closed')
      }),
    )
  })

  it('assigns esports to its own venues and ball games to all others', () => {
    expect(kindsOfVenue(venue({ enName: 'YBDJ' }))).toEqual(['esports'])
    expect(kindsOfVenue(venue({}))).toEqual(['football', 'basketball'])
  })
})

describe('the match board', () => {
  const board = boardOfMatches(GALLERY_MATCHES, GALLERY_NOW)

  it('has every match of today with score and clock, and no talk show', () => {
    expect(board).toHaveLength(GALLERY_MATCHES.filter(({ kind }) => kind !== 'anchor').length)
    expect(board.find(({ home, stage }) => home === '北港联' && stage === 'live')).toMatchObject({
      away: '南屿',
      clock: expect.stringMatching(/半场 \d+′|中场休息/),
      score: { home: expect.any(Number), away: expect.any(Number) },
      hasRoom: true,
    })
    expect(board.filter(({ stage }) => stage === 'before').every(({ score }) => score === null)).toBe(true)
  })

  it('groups by stage: live, coming, finished; each match once', () => {
    const sections = sectionsOf(board, SPORT_KINDS)
    expect(sections.map(({ stage }) => stage)).toEqual(['live', 'before', 'ended'])
    const coming = sections[1]?.matches.map(({ start }) => start) ?? []
    expect(coming).toEqual(coming.toSorted((one, other) => one - other))
    expect(sections.flatMap(({ matches }) => matches)).toHaveLength(board.length)
    expect(sectionsOf(board, ['esports']).flatMap(({ matches }) => matches.map(({ kind }) => kind))).toEqual(
      board.filter(({ kind }) => kind === 'esports').map(() => 'esports'),
    )
    expect(sectionsOf([], SPORT_KINDS)).toEqual([])
  })

  it('reads another day from the schedule; the kind is that of the league', () => {
    const ended = fixture({ eid: 'e1', kickOffAt: GALLERY_NOW, stage: 'ended', score: '2-1', hasRoom: false })
    const read = (leagues: { id: string; name: string }[], more: object = {}) =>
      boardOfFixtures([{ ...ended, ...more }], leagues, GALLERY_NOW, GALLERY_NOW)[0]
    expect(read([{ id: 'football', name: '海岸联赛' }])).toMatchObject({
      kind: 'football',
      clock: formatClock(GALLERY_NOW),
      score: { home: 2, away: 1 },
      hasRoom: false,
    })
    expect(read([])?.kind).toBeNull()
    const after = { kickOffAt: TOMORROW_AT_0015 }
    expect(read([], after)?.clock).toBe('明天 00:15')
  })

  it('S9.16 shows the date of a match that is not on the day of the board', () => {
    const late = GALLERY_MATCHES.filter(({ clock, kind }) => clock.phase === 'before' && kind !== 'anchor').slice(0, 1)
    const [match] = boardOfMatches(
      late.map((one) => ({ ...one, start_time: TOMORROW_AT_0015 })),
      GALLERY_NOW,
    )
    expect(match?.clock).toBe('明天 00:15')
  })

  it('ignores text that is not a score', () => {
    expect(scoreOf('101-99')).toEqual({ home: 101, away: 99 })
    for (const text of ['', '2', '2-', '-1', '2:1', '2-1-0', '1e3-0']) expect(scoreOf(text), text).toBeNull()
  })
})

describe('search items', () => {
  const items = matchItems(GALLERY_MATCHES, GALLERY_NOW)

  it('are all matches, anchors and teams, each once with a link', () => {
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
    const teams = new Set(GALLERY_MATCHES.flatMap(({ team1, team2 }) => [team1, team2]).filter((name) => name !== ''))
    expect(
      items
        .filter(({ group }) => group === 'team')
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual([...teams].toSorted())
  })

  it('link a game to its page', () => {
    const game = { gameId: 'g1', name: '满座连连看', venueEnName: 'PGDZ', art: GAME_ART[0], status: 0 }
    expect(gameItems([game]).map(({ path }) => path)).toEqual(['/app/game/PGDZ/g1'])
  })

  it('link a match to its room and a team to its page', () => {
    const pathsOf = (group: string) => items.filter((item) => item.group === group).map(({ path }) => path)
    expect(pathsOf('match').every((path) => path.startsWith('/app/live/'))).toBe(true)
    expect(pathsOf('team').every((path) => path.startsWith('/app/team/'))).toBe(true)
  })

  it('link an anchor to the room where it is live, else to its page', () => {
    for (const item of items.filter(({ group }) => group === 'anchor')) {
      const hosted = GALLERY_MATCHES.filter(({ anchor }) => anchor.anchor_nick === item.title)
      const isAnyLive = hosted.some(({ clock }) => clock.phase !== 'before' && clock.phase !== 'ended')
      expect(item.isLive).toBe(isAnyLive)
      expect(item.path).toMatch(isAnyLive ? /^\/app\/live\// : /^\/app\/anchor\//)
    }
  })
})
