import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { AnchorMatch, ListedMatch } from '#protocol/endpoints/live.ts'
import { CONTENT_KINDS } from '#protocol/endpoints/live.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { isHorizontal } from '#protocol/rules/anchor.ts'
import type { MatchListView } from '#protocol/views/match-list.ts'
import { packMatchList, unpackMatchList } from '#protocol/views/match-list.ts'
import { PackedWriter, readerOf } from '#protocol/views/packed.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { packed, unpacked } from '#protocol/views/view.ts'

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', '青禾', '__proto__', '\u0000'),
)
const count = fc.nat()
const status = fc.constantFrom<AnchorMatch['anchor_status']>(0, 1, 2, 3)
const anchor = fc.record({
  anchorRoomId: word,
  anchor_nick: word,
  logo_square: word,
  anchor_status: status,
  screen_mode: fc.constantFrom<AnchorMatch['anchor_list'][number]['screen_mode']>(1, 2, 'horizontal', 'vertical'),
})
const line = fc.record({ value: count, move: fc.constantFrom<'up' | 'down' | 'same'>('up', 'down', 'same') })
const odds = fc.record({
  home: line,
  draw: fc.option(line),
  away: line,
  suspended: fc.boolean(),
  delaySeconds: count,
})
const matches: fc.Arbitrary<ListedMatch> = fc.record({
  eid: word,
  egid: word,
  matchId: word,
  anchorRoomId: word,
  venueName: word,
  eventId: word,
  channel: word,
  chatRoomNo: word,
  kind: fc.constantFrom(...CONTENT_KINDS),
  team1: word,
  team2: word,
  team1_id: word,
  team2_id: word,
  team1_logo: word,
  team2_logo: word,
  homeScore: count,
  guestScore: count,
  start_datetime: word,
  start_time: fc.maxSafeInteger(),
  animation_url: word,
  league: word,
  sport_type: word,
  ve_name: word,
  anchor: fc.record({ anchor_id: word, anchor_nick: word, logo_square: word }),
  anchor_status: status,
  anchor_type: count,
  room_info: fc.record({ theme_id: word, desc: word, title: word }),
  tid: word,
  dpid: word,
  live: fc.record({ web_flv_url: word }),
  anchor_list: fc.array(anchor, { maxLength: 5 }),
  viewers: count,
  clock: fc.record({
    phase: fc.constantFrom<AnchorMatch['clock']['phase']>('before', 'first-half', 'half-time', 'second-half', 'ended'),
    phaseStartedAt: fc.maxSafeInteger(),
  }),
  odds: fc.option(odds),
  coverUrl: word,
})
const lists: fc.Arbitrary<DataOf<'live.popularList'>> = fc.record({
  list: fc.array(matches, { maxLength: 12 }),
  total: count,
  pageNum: count,
  pageSize: count,
})

/** The shown fields of a match, as an independent list. */
function shown(match: ListedMatch): object {
  const { eid, chatRoomNo, anchorRoomId, kind, team1, team2, team1_logo, team2_logo, homeScore, guestScore } = match
  const {
    start_time,
    league,
    tid,
    team1_id,
    team2_id,
    anchor: talker,
    anchor_status,
    room_info,
    viewers,
    clock,
    coverUrl,
    anchor_list,
  } = match
  const teams = { team1, team2, team1_id, team2_id, team1_logo, team2_logo, homeScore, guestScore }
  const faces = anchor_list.map(({ anchorRoomId: id, anchor_nick, logo_square, screen_mode }) => ({
    anchorRoomId: id,
    anchor_nick,
    logo_square,
    screen_mode: isHorizontal(screen_mode) ? 1 : 2,
  }))
  const title = { title: room_info.title }
  const all = { eid, chatRoomNo, anchorRoomId, kind, ...teams, start_time, league, tid, anchor: talker, anchor_status }
  return { ...all, room_info: title, viewers, clock, coverUrl, anchor_list: faces, odds: match.odds ?? null }
}

describe('view of the match list', () => {
  it('contains exactly the shown fields of each match', () => {
    fc.assert(
      fc.property(lists, (data) => {
        const view = unpackMatchList(structuredClone(packMatchList(data)))
        expect(view).toEqual({ ...data, list: data.list.map(shown) })
      }),
    )
  })

  it('contains each string once', () => {
    const [match] = fc.sample(matches, { numRuns: 1, seed: 7 })
    const list = Array.from({ length: 200 }, () => match!)
    const one = packMatchList({ list: [match!], total: 1, pageNum: 1, pageSize: 200 })
    const many = packMatchList({ list, total: 1, pageNum: 1, pageSize: 200 })
    expect([many.narrow, many.wide]).toEqual([one.narrow, one.wide])
  })

  it('is returned by the call; other calls and failures are unchanged', () => {
    expectTypeOf<ViewOf<'live.popularList'>>().toEqualTypeOf<MatchListView>()
    expectTypeOf<ViewOf<'live.detail'>>().toEqualTypeOf<DataOf<'live.detail'>>()
    const list = success({ list: [], total: 0, pageNum: 1, pageSize: 20 }, 'trace')
    expect(unpacked('live.popularList', packed('live.popularList', list))).toEqual(list)
    const time = success({ time: 5 })
    expect(packed('gateway.timeServer', time)).toBe(time)
    const refused = failure(CODES.NOT_FOUND, '内容不存在')
    expect(unpacked('live.popularList', packed('live.popularList', refused))).toBe(refused)
  })
})

describe('packed rows', () => {
  it('are read as written, with defaults past the end', () => {
    const writer = new PackedWriter()
    for (const text of ['江城', '', '江城', 'a']) writer.text(text)
    writer.choice(['x', 'y'], 'y')
    writer.choice(['x', 'y'], 'z')
    const reader = readerOf(writer.finish())
    expect([reader.text(), reader.text(), reader.text(), reader.text()]).toEqual(['江城', '', '江城', 'a'])
    expect([reader.choice(['x', 'y'], 'x'), reader.choice(['x', 'y'], 'x'), reader.number(), reader.text()]).toEqual([
      'y',
      'x',
      0,
      '',
    ])
    expect(readerOf(new PackedWriter().finish()).text()).toBe('')
  })
})
