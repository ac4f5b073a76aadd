import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { FOLLOWS_MAX, VISITS_MAX } from '#protocol/constants.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { followCalls } from '#server/calls/room/follow.ts'
import { Follows } from '#server/members/follows.ts'
import { Visits } from '#server/members/visits.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import type { Database } from '#server/database/database.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { matchesOf } from '../matches/matches-support.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { silentLog } from '../../support/logs.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { openTestStore, SHORT_KINDS } from '../../support/store.ts'
import { connectTo, signIn } from '../app/app-support.ts'
import { runTestServer } from '../app/run-test-server.ts'
import { createTestRouter, START, type TestRouter } from '../http/router-support.ts'

const ROOMS = planWorld(createRandom(1)).map((fixture) => ({ fixture }))
const BEIGANG = { kind: 'team', name: '北港联' } as const
const CHUCHU = { kind: 'anchor', name: '楚楚讲球' } as const

const followsIn = (data: unknown) => ENDPOINTS['follow.list'].data.parse(data).list
const visitsIn = (data: unknown) => ENDPOINTS['visit.list'].data.parse(data).list

describe.each(SHORT_KINDS)('settled 32: follows and visits, on %s', (kind) => {
  let store: Database
  let sessions: Sessions
  let follows: Follows
  let visits: Visits
  let router: TestRouter
  const clock = { now: START }
  const errors: unknown[] = []

  beforeAll(async () => {
    store = await openTestStore(kind)
    const now = () => clock.now
    sessions = new Sessions(store, { now, log: silentLog })
    follows = new Follows(store, { now })
    visits = new Visits(store, { now, onError: (error) => errors.push(error) })
    router = await createTestRouter({
      handlers: followCalls({ follows, visits, matches: matchesOf(ROOMS) }),
      find: (token, deviceId) => sessions.find(token, deviceId),
      clock,
    })
  })
  afterAll(async () => {
    expect(errors).toEqual([])
    await visits.close()
    await router.app.close()
    sessions.close()
    await store.close()
  })

  const newMember = () => memberWith(store, 0, () => clock.now)
  async function client(memberId?: string): Promise<SealedClient> {
    const made = await SealedClient.connect(sendInto(router.app), { now: () => clock.now })
    if (memberId === undefined) return made
    made.uuid = `device-${memberId}`
    const session = await sessions.create(memberId, { deviceId: made.uuid, clientType: 1, address: '192.0.2.1' })
    made.token = session.token
    return made
  }
  const rowsOf = async (table: string, memberId: string) =>
    (await store.db.execute(sql`select * from ${sql.identifier(table)} where member_id = ${memberId}`)).rows.length

  it('follows teams and anchors by their displayed name, newest first, and unfollows them', async () => {
    const me = await client(await newMember())
    expect((await me.call('follow.add', BEIGANG)).code).toBe(0)
    clock.now += 1_000
    expect((await me.call('follow.add', CHUCHU)).code).toBe(0)
    expect(followsIn((await me.call('follow.list', {})).data)).toEqual([
      { ...CHUCHU, logo: '/art/av-1.svg', followedAt: clock.now },
      { ...BEIGANG, logo: '/art/crest-beigang.svg', followedAt: clock.now - 1_000 },
    ])
    // Removing twice succeeds.
    expect((await me.call('follow.remove', CHUCHU)).code).toBe(0)
    expect((await me.call('follow.remove', CHUCHU)).code).toBe(0)
    expect(followsIn((await me.call('follow.list', {})).data).map(({ name }) => name)).toEqual(['北港联'])
  })

  it('refuses unknown and invalid names', async () => {
    const me = await client(await newMember())
    const nobody = [
      { kind: 'team', name: '不存在队' },
      { kind: 'anchor', name: '北港联' },
      { kind: 'team', name: '__proto__' },
      { kind: 'team', name: "' or 1=1 --" },
    ] as const
    for (const target of nobody) expect((await me.call('follow.add', target)).code).toBe(CODES.NOT_FOUND)
    const wrong = [{ kind: 'referee', name: '北港联' }, { kind: 'team' }, { kind: 'team', name: 'x'.repeat(49) }]
    for (const target of wrong) {
      expect((await me.call('follow.add', target as RequestOf<'follow.add'>)).code).toBe(CODES.PARAM_ERROR)
    }
    expect(followsIn((await me.call('follow.list', {})).data)).toEqual([])
  })

  it('stores 50 concurrent follows of one team once', async () => {
    const memberId = await newMember()
    const me = await client(memberId)
    const codes = await Promise.all(Array.from({ length: 50 }, async () => (await me.call('follow.add', BEIGANG)).code))
    expect(new Set(codes)).toEqual(new Set([0]))
    expect(await rowsOf('team_follow', memberId)).toBe(1)
  })

  it('enforces the limit of a kind for concurrent follows, and accepts more after an unfollow', async () => {
    const memberId = await newMember()
    const asked = Array.from({ length: FOLLOWS_MAX + 10 }, (_, index) => `club-${index}`)
    const taken = await Promise.all(asked.map((key) => follows.add(memberId, 'team', key)))
    expect(taken.filter(Boolean)).toHaveLength(FOLLOWS_MAX)
    expect(await rowsOf('team_follow', memberId)).toBe(FOLLOWS_MAX)
    expect(await follows.add(memberId, 'anchor', 'somebody')).toBe(true)
    const me = await client(memberId)
    const full = await me.call('follow.add', BEIGANG)
    expect([full.code, full.msg]).toEqual([CODES.LIMIT_EXCEEDED, '最多关注 50 个，先取消几个再来'])
    await follows.remove(memberId, 'team', asked[taken.indexOf(true)] ?? '')
    expect((await me.call('follow.add', BEIGANG)).code).toBe(0)
  })

  it('isolates the follows and visits of members', async () => {
    const [mine, theirs] = [await newMember(), await newMember()]
    const [me, them] = [await client(mine), await client(theirs)]
    await them.call('follow.add', BEIGANG)
    visits.note(theirs, 'r2001')
    await me.call('follow.remove', BEIGANG)
    await me.call('visit.remove', { eid: '2001' })
    expect(followsIn((await me.call('follow.list', {})).data)).toEqual([])
    expect(visitsIn((await me.call('visit.list', {})).data)).toEqual([])
    expect(followsIn((await them.call('follow.list', {})).data)).toHaveLength(1)
    expect(visitsIn((await them.call('visit.list', {})).data)).toHaveLength(1)
    const smuggled = { ...BEIGANG, memberId: theirs } as RequestOf<'follow.remove'>
    expect((await me.call('follow.remove', smuggled)).code).toBe(CODES.PARAM_ERROR)
  })

  it('S6.12 requires a sign-in', async () => {
    const visitor = await client()
    const responses = await Promise.all([
      visitor.call('follow.list', {}),
      visitor.call('follow.add', BEIGANG),
      visitor.call('follow.remove', BEIGANG),
      visitor.call('visit.list', {}),
      visitor.call('visit.remove', { eid: '2001' }),
    ])
    expect(responses.map(({ code }) => code)).toEqual(Array(5).fill(CODES.NEED_LOGIN))
  })

  it('keeps the newest twenty rooms of a member, each once', async () => {
    const memberId = await newMember()
    for (let room = 1; room <= VISITS_MAX + 5; room += 1) {
      clock.now += 1_000
      visits.note(memberId, `r${room}`)
      if (room % 7 === 0) await visits.list(memberId)
    }
    const listed = (await visits.list(memberId)).map(({ chatRoomNo }) => chatRoomNo)
    expect(listed).toEqual(Array.from({ length: VISITS_MAX }, (_, index) => `r${VISITS_MAX + 5 - index}`))
    expect(await rowsOf('room_visit', memberId)).toBe(VISITS_MAX)
  })

  it('stores a reconnect within a minute once, and a later return as the newest', async () => {
    const memberId = await newMember()
    const first = clock.now
    visits.note(memberId, 'r2001')
    clock.now += 30_000
    visits.note(memberId, 'r2001')
    visits.note(memberId, 'r2002')
    expect(await visits.list(memberId)).toEqual([
      { chatRoomNo: 'r2002', visitedAt: first + 30_000 },
      { chatRoomNo: 'r2001', visitedAt: first },
    ])
    clock.now = first + 61_000
    visits.note(memberId, 'r2001')
    expect((await visits.list(memberId))[0]).toEqual({ chatRoomNo: 'r2001', visitedAt: first + 61_000 })
  })

  it('stores many concurrent visits', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, newMember))
    for (const memberId of members) for (let room = 0; room < 24; room += 1) visits.note(memberId, `r${room}`)
    for (const memberId of members) expect(await visits.list(memberId)).toHaveLength(VISITS_MAX)
  })

  it('lists existing rooms with their names, and removes one', async () => {
    const memberId = await newMember()
    const me = await client(memberId)
    for (const room of ['r2001', 'r-gone', 'r3001']) {
      clock.now += 1_000
      visits.note(memberId, room)
    }
    const list = visitsIn((await me.call('visit.list', {})).data)
    expect(list.map(({ eid, kind: type, title }) => [eid, type, title])).toEqual([
      ['3001', 'basketball', '海棠 对 铁路'],
      ['2001', 'football', '北港联 对 南屿'],
    ])
    expect((await me.call('visit.remove', { eid: '3001' })).code).toBe(0)
    expect((await me.call('visit.remove', { eid: 'nothing' })).code).toBe(0)
    expect(visitsIn((await me.call('visit.list', {})).data).map(({ eid }) => eid)).toEqual(['2001'])
  })
})

describe('visits on a running server', () => {
  const server = runTestServer()

  it('settled 32: are stored by the server when a member joins a room', async () => {
    const member = await connectTo(server())
    await signIn(member, 'fan001')
    await member.call('chatroom.anonJoin', { chatRoomNo: 'r2002' })
    await member.call('chatroom.webJoin', { chatRoomNo: 'site' })
    expect((await member.call('chatroom.webJoin', { chatRoomNo: 'r2001' })).code).toBe(0)
    expect((await member.call('chatroom.appJoin', { chatRoomNo: 'no-such-room' })).code).toBe(CODES.NOT_FOUND)
    expect(visitsIn((await member.call('visit.list', {})).data).map(({ eid }) => eid)).toEqual(['2001'])
    const other = await connectTo(server())
    await signIn(other, 'rich001')
    expect(visitsIn((await other.call('visit.list', {})).data)).toEqual([])
  })

  it('S3.15 S7.61 venues and hot games are public', async () => {
    const visitor = await connectTo(server())
    const venues = ENDPOINTS['venue.list'].data.parse((await visitor.call('venue.list', { type: 'all' })).data).list
    expect(new Set(venues.map(({ type }) => type)).size).toBe(6)
    const sports = ENDPOINTS['venue.list'].data.parse((await visitor.call('venue.list', { type: 'sport' })).data).list
    expect(sports).toEqual(venues.filter(({ type }) => type === 'sport'))
    expect(sports.map(({ status }) => status)).toContain(0)
    const { list } = ENDPOINTS['egame.hotList'].data.parse((await visitor.call('egame.hotList', { size: 4 })).data)
    expect(new Set(list.map(({ gameId }) => gameId)).size).toBe(4)
    expect((await visitor.call('egame.hotList', { size: 25 })).code).toBe(CODES.PARAM_ERROR)
  })
})
