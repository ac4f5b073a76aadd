import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTENT_KINDS } from '#protocol/endpoints/live.ts'
import type { Venue, VenueType } from '#protocol/endpoints/game.ts'
import { VENUE_TYPES } from '#protocol/endpoints/game.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { leadDescription, leadViewers } from '#app/pages/HomePage.tsx'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { isPictureFit, MAX_PIXELS, pictureAddress, roomOfBanner } from '#features/banner/banner-rules.ts'
import { byLiveFirst, matchOf, suggestions, takesPart } from '#features/follow/follow-match.ts'
import { followNote } from '#features/follow/FollowedList.tsx'
import { playingIn, VENUE_CLASSES, venueClasses } from '#features/home/venue-classes.ts'
import { LIVE_KINDS } from '#features/live/match-stage.ts'
import { isTonight } from '#lib/format.ts'
import type { Follow } from '#state/session/follows.ts'
import { changedFollows, isFollowed } from '#state/session/follows.ts'

const venue = (type: VenueType, status: number, more: Partial<Venue> = {}): Venue => ({
  enName: type.toUpperCase(),
  chName: type,
  channelCode: type,
  type,
  status,
  isDisplay: 1,
  maintainEnd: null,
  ...more,
})
const find = (team: string): MatchView => {
  const found = GALLERY_MATCHES.find((match) => match.team1 === team)
  if (!found) throw new Error(`no fixture with ${team}`)
  return found
}

describe('venue classes of the home screen', () => {
  it('S3.32 have the same content kinds and classes as the protocol', () => {
    expect(LIVE_KINDS).toEqual(CONTENT_KINDS)
    expect(VENUE_CLASSES).toEqual(VENUE_TYPES)
  })

  it('S4.7 are shown if they are open and have a screen, or are under maintenance; open ones are first', () => {
    expect(venueClasses([venue('casino', 2), venue('chess', 1), venue('sport', 0)], GALLERY_NOW)).toMatchObject([
      { type: 'sport', path: '/app/sports' },
      { type: 'chess', path: null },
    ])
    const list = VENUE_TYPES.map((type) => venue(type, 0))
    expect(venueClasses(list, GALLERY_NOW).map(({ type, path }) => [type, path])).toEqual([
      ['sport', '/app/sports'],
      ['casino', '/app/game/CASINO'],
      ['egame', '/app/game/EGAME'],
      ['esports', '/app/live?kind=esports'],
      ['fishing', '/app/game/FISHING'],
      ['chess', '/app/game/CHESS'],
    ])
    expect(venueClasses([venue('sport', 1)], GALLERY_NOW)).toEqual([
      { type: 'sport', classState: { state: 'maintenance', until: null }, path: null },
    ])
  })

  it('S4.7 have no link if their status is not 0', () => {
    const any = fc.record({ type: fc.constantFrom(...VENUE_TYPES), status: fc.integer(), isDisplay: fc.integer() })
    fc.assert(
      fc.property(fc.array(any), (rows) => {
        const views = venueClasses(
          rows.map((row) => venue(row.type, row.status, row)),
          GALLERY_NOW,
        )
        for (const { type, path } of views) {
          const isOpen = rows.some((row) => row.type === type && row.isDisplay === 1 && row.status === 0)
          if (path !== null) expect(isOpen).toBe(true)
        }
      }),
    )
  })

  it('count matches in play', () => {
    expect(playingIn('sport', GALLERY_MATCHES)).toBe(4)
    expect(playingIn('esports', GALLERY_MATCHES)).toBe(1)
    expect(playingIn('chess', GALLERY_MATCHES)).toBeNull()
  })
})

describe('banners', () => {
  it.each([
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'javascript:alert(1)//a.png',
    'data:image/svg+xml,<svg/>.png',
    '/art/../../a.png',
    '/art/a.html',
    '/art/a',
    '/art/a.png\n',
    '',
  ])('S7.27 reject the picture URL %j', (address) => {
    expect(pictureAddress(address)).toBeNull()
  })

  it('S7.27 accept pictures of this site with a valid size', () => {
    expect(pictureAddress('/art/banner-derby.svg')).toBe('/art/banner-derby.svg')
    expect(pictureAddress('/art/photo.JPG?v=2')).toBe('/art/photo.JPG?v=2')
    expect(isPictureFit(1200, 300)).toBe(true)
    expect(isPictureFit(0, 0)).toBe(false)
    expect(isPictureFit(MAX_PIXELS, 2)).toBe(false)
  })

  it('link to a room if their target is one', () => {
    const to = (jumpUrl: string, jumpType = 1) => roomOfBanner({ jumpType, jumpUrl })
    expect(to('/app/live/2001')).toBe('2001')
    expect(to('/app/live/2001?tab=1')).toBe('2001')
    expect([to('/app/live'), to('/app/live/2001/x'), to('/app/live/2001', 0), to('//app/live/2001')]).toEqual(
      Array(4).fill(null),
    )
  })

  it('show the state of the match of the first one', () => {
    expect(leadDescription(find('北港联'), GALLERY_NOW)).toBe('北港联 2\u00a0:\u00a01 南屿 · 下半场 67′')
    expect(leadViewers(find('北港联'))).toBe('12,846 人在看')
    expect(leadViewers({ ...find('青禾'), viewers: 9 })).toBeUndefined()
    expect(leadDescription(find('南屿青年'), GALLERY_NOW)).toBe('南屿青年 对 云岭二队 · 今晚 21:30')
    expect(leadDescription(find('楚楚讲球'), GALLERY_NOW)).toBe('这轮最好看的三个进球')
  })
})

describe('followed teams and anchors', () => {
  const team = (name: string) => ({ kind: 'team', name, logo: '' }) as const
  const anchor = (name: string) => ({ kind: 'anchor', name, logo: '' }) as const

  it('have their live match, most watched first, or the next one', () => {
    expect(matchOf(anchor('老梁看台'), GALLERY_MATCHES)?.team1).toBe('北港联')
    expect(matchOf(team('青禾'), GALLERY_MATCHES)?.eid).toBe(matchOf(team('云岭竞技'), GALLERY_MATCHES)?.eid)
    expect(matchOf(team('启明'), GALLERY_MATCHES)?.clock.phase).toBe('before')
    expect(matchOf(team('没有这队'), GALLERY_MATCHES)).toBeNull()
    expect(takesPart(team('楚楚讲球'), find('楚楚讲球'))).toBe(false)
  })

  it('have a text for the state of the match', () => {
    const note = (one: Pick<Follow, 'kind' | 'name'>) => followNote(one, matchOf(one, GALLERY_MATCHES), GALLERY_NOW)
    expect(note(team('北港联'))).toBe('北港联 2\u00a0:\u00a01 南屿 · 67′')
    expect(note(anchor('楚楚讲球'))).toBe('正在直播 北港联 对 南屿')
    expect(note(team('启明'))).toBe('今晚 21:45 启明 对 潮汐')
    expect(note(team('没有这队'))).toBe('暂无比赛')
  })

  it('are ordered: live, next, others', () => {
    const items = ['没有这队', '启明', '北港联'].map((name) => ({ name, match: matchOf(team(name), GALLERY_MATCHES) }))
    expect(byLiveFirst(items).map(({ name }) => name)).toEqual(['北港联', '启明', '没有这队'])
    expect(
      byLiveFirst([items[0], { name: '也没有', match: null }].flatMap((one) => one ?? [])).map(({ name }) => name),
    ).toEqual(['没有这队', '也没有'])
  })

  it('are suggested without duplicates, from live and next matches', () => {
    const teams = suggestions('team', GALLERY_MATCHES, 100).map(({ name }) => name)
    expect(teams.slice(0, 2)).toEqual(['北港联', '南屿'])
    expect(new Set(teams).size).toBe(teams.length)
    expect(teams).not.toContain('楚楚讲球')
    expect(suggestions('anchor', GALLERY_MATCHES, 2)).toHaveLength(2)
  })

  it('a list of follows contains a name at most once, for any sequence of presses', () => {
    const target = fc.record({
      kind: fc.constantFrom('team' as const, 'anchor' as const),
      name: fc.constantFrom('北港联', '南屿', '阿拓'),
      logo: fc.constant(''),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(target, fc.boolean())), (presses) => {
        let list: readonly Follow[] = []
        for (const [one, isOn] of presses) {
          list = changedFollows(list, one, isOn, 1)
          expect(isFollowed(list, one)).toBe(isOn)
        }
        expect(new Set(list.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(list.length)
      }),
    )
  })
})

describe('tonight', () => {
  const shanghai = (day: number, hour: number) => Date.UTC(2026, 10, day, hour - 8)

  it('lasts from 06:00 to 06:00, so the night belongs to the previous evening', () => {
    expect(isTonight(shanghai(21, 21), shanghai(21, 12))).toBe(true)
    expect(isTonight(shanghai(22, 3), shanghai(21, 20))).toBe(true)
    expect(isTonight(shanghai(22, 3), shanghai(22, 1))).toBe(true)
    expect(isTonight(shanghai(22, 7), shanghai(22, 1))).toBe(false)
    expect(isTonight(shanghai(21, 15), shanghai(21, 12))).toBe(false)
  })
})
