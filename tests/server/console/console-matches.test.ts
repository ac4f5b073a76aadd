import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import type { Match } from '#server/matches/match.ts'
import { MatchCorrections } from '#server/matches/match-corrections.ts'
import { MatchRepository } from '#server/matches/match-repository.ts'
import { Matches } from '#server/matches/matches.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { constantSource } from '../matches/matches-support.ts'
import { openTestConsole, type ConsoleClient, type TestConsole } from './console-support.ts'

const MINUTE_MS = 60_000
/** The test clock starts here. */
const START = Date.UTC(2026, 10, 21, 4)

/** Matches of a source that says what it likes: the first one is in play. */
const MATCHES: readonly Match[] = planWorld(createRandom(1)).map((plan, index) => ({
  fixture: plan,
  state: {
    clock: { phase: index === 0 ? 'first-half' : 'before', phaseStartedAt: START - 10 * MINUTE_MS },
    homeScore: 1,
    guestScore: 0,
    anchorStatus: 0,
    odds: null,
  },
  kickOffAt: START - 10 * MINUTE_MS,
  round: '',
}))
const CORRECTION = { score: { home: 2, guest: 1 }, clock: null, anchorStatus: null, reason: '数据源延迟' }

describe.each(STORE_KINDS)('matches in the console on %s', (kind) => {
  let console: TestConsole
  let client: ConsoleClient

  beforeAll(async () => {
    console = await openTestConsole(kind, MATCHES)
    const setup = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
    for (const { fixture, state } of MATCHES) {
      const { odds: _, ...status } = state
      await console.services.rooms.open({ ...fixture, status, setup, admins: [] })
    }
    await console.matches.start()
    client = (await console.setUp()).client
  })
  afterAll(() => console.close())

  /** The match of one test. */
  function matchAt(index: number) {
    const match = MATCHES[index]
    if (!match) throw new Error('no such match')
    const { eid, chatRoomNo } = match.fixture
    return {
      ...match,
      eid,
      chatRoomNo,
      room: () => console.services.rooms.snapshot(chatRoomNo),
      shown: () => console.matches.find(eid)?.state,
      correct: (version: number, more: object = {}) =>
        client.call('match.correct', { eid, version, ...CORRECTION, ...more }),
    }
  }

  it('finds matches by name and stage, running ones first', async () => {
    const { eid } = matchAt(0)
    const all = await client.call('match.list', { text: '' })
    expect(all.data.list[0]).toMatchObject({ eid, board: { homeScore: 1 }, correction: null, doubts: [] })
    expect(all.data.list).toHaveLength(MATCHES.length)
    const team = matchAt(1).fixture.home.name
    const found = await client.call('match.list', { text: team, stage: 'before' })
    expect(found.data.list.length).toBeGreaterThan(0)
    expect(found.data.list.every(({ home, away }) => home === team || away === team)).toBe(true)
    expect((await client.call('match.feed', {})).data).toEqual({ feed: null })
  })

  it('corrects a score until it is released, whatever the source reports', async () => {
    const { eid, chatRoomNo, room, shown, state, correct } = matchAt(0)
    const corrected = await correct(0)
    expect(corrected.data.correction).toMatchObject({ score: { home: 2, guest: 1 }, operator: 'root', version: 1 })
    expect(room()).toMatchObject({ homeScore: 2, guestScore: 1, clock: state.clock })
    expect(shown()).toMatchObject({ homeScore: 2, guestScore: 1 })
    await console.services.rooms.setStatus(chatRoomNo, { homeScore: 1, guestScore: 0, anchorStatus: 1 })
    expect(room()).toMatchObject({ homeScore: 2, guestScore: 1, anchorStatus: 1 })
    console.clock.move(1_000)
    const released = await client.call('match.release', { eid, version: 1, reason: '数据源已恢复' })
    expect(released.code).toBe(0)
    expect(room()).toMatchObject({ homeScore: 1, guestScore: 0 })
    expect(shown()?.homeScore).toBe(1)
    const { list } = (await client.call('audit.list', { target: `match ${eid}` })).data
    expect(list.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'match.release', before: { homeScore: 2, guestScore: 1 }, after: { reason: '数据源已恢复' } },
      { action: 'match.correct', before: null, after: { homeScore: 2, guestScore: 1, reason: '数据源延迟' } },
    ])
  })

  it('corrects clock and anchor status', async () => {
    const { room, correct } = matchAt(1)
    await correct(0, { score: null, clock: { phase: 'second-half', minutes: 3 }, anchorStatus: 2 })
    const clock = { phase: 'second-half', phaseStartedAt: console.clock.now() - 3 * MINUTE_MS }
    expect(room()).toMatchObject({ homeScore: 1, clock, anchorStatus: 2 })
  })

  it('applies stored corrections after a restart before the source reports', async () => {
    const { eid, chatRoomNo, correct } = matchAt(2)
    await correct(0)
    const { database, rooms } = console.services
    const matches = new Matches({
      repository: new MatchRepository(database),
      source: constantSource(MATCHES),
      corrections: new MatchCorrections(database, rooms),
      eventsOf: () => [],
      onError: (error) => {
        throw error
      },
    })
    rooms.correct(chatRoomNo, null)
    await rooms.setStatus(chatRoomNo, { homeScore: 1, guestScore: 0 })
    await matches.start()
    expect(rooms.snapshot(chatRoomNo)).toMatchObject({ homeScore: 2, guestScore: 1 })
    expect(matches.find(eid)?.state.homeScore).toBe(2)
    await matches.stop()
  })

  it('refuses the second of two operators, who sees the correction of the first', async () => {
    const { eid, correct } = matchAt(3)
    const editor = await console.add(client, 'second', 'editor')
    await correct(0)
    const late = await editor.call('match.correct', { eid, version: 0, ...CORRECTION })
    expect(late).toMatchObject({ code: CONSOLE_CODES.EDIT_CONFLICT, data: { current: { version: 1 } } })
    const release = await editor.call('match.release', { eid, version: 0, reason: '误操作' })
    expect(release.code).toBe(CONSOLE_CODES.EDIT_CONFLICT)
  })

  it('refuses empty corrections and unknown matches', async () => {
    const { eid, correct } = matchAt(4)
    expect((await correct(0, { score: null })).code).toBe(CODES.PARAM_ERROR)
    expect((await correct(0, { eid: 'no-such-match' })).code).toBe(CODES.NOT_FOUND)
    expect((await client.call('match.release', { eid, version: 0, reason: '误操作' })).code).toBe(CODES.NOT_FOUND)
  })
})

describe('many matches in the console', () => {
  it('are continued after a match that has ended since its page was read', async () => {
    const [first] = MATCHES
    if (!first) throw new Error('no match')
    const many = Array.from({ length: 60 }, (_, index) => {
      const no = 9_000 + index
      const ids = { eid: `many-${no}`, matchId: `m${no}`, chatRoomNo: `r${no}`, anchorRoomId: `a${no}` }
      return { ...first, fixture: { ...first.fixture, ...ids } }
    })
    const console = await openTestConsole('pglite', many)
    const setup = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
    for (const { fixture, state } of many) {
      const { odds: _, ...status } = state
      await console.services.rooms.open({ ...fixture, status, setup, admins: [] })
    }
    await console.matches.start()
    const { client } = await console.setUp()
    const page = (await client.call('match.list', { text: '' })).data
    const [last, after] = [page.list.at(-1)?.eid ?? '', page.next ?? expect.fail('one page')]
    const ended = { ...CORRECTION, clock: { phase: 'ended', minutes: 0 } } as const
    expect((await client.call('match.correct', { eid: last, version: 0, ...ended })).code).toBe(0)
    const rest = (await client.call('match.list', { text: '', after })).data.list.map(({ eid }) => eid)
    expect(rest).toHaveLength(11)
    expect(rest.at(-1)).toBe(last)
    await console.close()
  })
})
