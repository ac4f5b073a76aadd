import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { describe, expect, it } from 'vitest'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { openingEvents } from '#server/demo/world/opening-events.ts'
import type { MatchPlan } from '#server/demo/world/plan.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { TEMPO } from '#server/demo/world/tempo.ts'
import { testRooms } from '../rooms/rooms-support.ts'

const GOAL: MatchEvent = { id: 'g', type: 'goal', side: 'home', minute: 20, text: '进球', homeScore: 1, awayScore: 0 }

describe('a match room after a restart', () => {
  const fixture = planWorld(createRandom(5)).find(
    ({ kind, minutesAtStart }) => kind === 'football' && minutesAtStart > 0,
  )!

  /** The events of the room before its server stops after a goal, and after this long an interruption. */
  async function marksAfter(awayMs: number): Promise<readonly [before: MatchEvent[], after: MatchEvent[]]> {
    const stores = { entries: new MemoryEntryRepository(), rooms: new MemoryRoomRepository() }
    const first = await testRooms(stores, [])
    const now = first.clock.now()
    await new MatchRoom(fixture, first.hub, createRandom(1), now).open(now, [])
    await first.hub.setStatus(fixture.chatRoomNo, { event: GOAL })
    const before = first.hub.snapshot(fixture.chatRoomNo)?.events ?? []
    await first.hub.close()
    const second = await testRooms(stores, [])
    await new MatchRoom(fixture, second.hub, createRandom(2), now + awayMs).open(now + awayMs, [])
    const after = second.hub.snapshot(fixture.chatRoomNo)?.events ?? []
    await second.hub.close()
    return [before, after]
  }

  it('keeps its events after a short stop', async () => {
    const [before, after] = await marksAfter(60_000)
    expect(before).toContainEqual(GOAL)
    expect(after).toEqual(before)
  })

  it('has no events of an earlier match, even if the next one has already started', async () => {
    const [before, after] = await marksAfter(5 * HOUR_MS)
    const old = new Set(before.map(({ id }) => id))
    expect(after.filter(({ id }) => old.has(id))).toEqual([])
  })
})

describe('a match room after a restart with a clock that was set back', () => {
  it.each([1_500, 40 * MINUTE_MS, 24 * HOUR_MS])('plays on and reports valid events: %d ms', async (backMs) => {
    const stores = { entries: new MemoryEntryRepository(), rooms: new MemoryRoomRepository() }
    const esports = planWorld(createRandom(5)).find(
      ({ kind, minutesAtStart }) => kind === 'esports' && minutesAtStart > 0,
    )!
    const first = await testRooms(stores, [])
    const then = first.clock.now()
    const before = new MatchRoom(esports, first.hub, createRandom(1), then)
    await before.open(then, [])
    // The second half has just begun.
    await first.hub.setStatus(esports.chatRoomNo, { clock: { phase: 'second-half', phaseStartedAt: then } })
    await first.hub.close()

    const second = await testRooms(stores, [])
    const room = new MatchRoom(esports, second.hub, createRandom(2), then - backMs)
    await room.open(then - backMs, [])
    let events = 0
    for (let now = then - backMs; now < then - backMs + 12 * MINUTE_MS; now += 1_000) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      for (const { minute } of await room.step(now, 1_000)) {
        expect(minute).toBeGreaterThanOrEqual(0)
        events += 1
      }
    }
    expect(events).toBeGreaterThan(0)
    expect(room.isBehind).toBe(false)
    await second.hub.close()
  })
})

describe('a room that had a publisher before a restart', () => {
  it.each([
    { phase: 'before', minutesAtStart: -1, status: 0 },
    { phase: 'first-half', minutesAtStart: 1, status: 1 },
  ])('S4.1 follows the schedule until the publisher is back: $phase', async (scene) => {
    const stores = { entries: new MemoryEntryRepository(), rooms: new MemoryRoomRepository() }
    const fixture = planWorld(createRandom(5)).find(
      ({ kind, minutesAtStart }) => kind === 'football' && Math.sign(minutesAtStart) === scene.minutesAtStart,
    )!
    const first = await testRooms(stores, [])
    const now = first.clock.now()
    const room = new MatchRoom(fixture, first.hub, createRandom(1), now)
    await room.open(now, [])
    await room.setPublisher('live')
    expect(first.hub.snapshot(fixture.chatRoomNo)?.anchorStatus).toBe(1)
    await first.hub.close()
    const second = await testRooms(stores, [])
    const again = new MatchRoom(fixture, second.hub, createRandom(1), now + 1_000)
    await again.open(now + 1_000, [])
    const known = second.hub.snapshot(fixture.chatRoomNo)
    expect([known?.clock.phase, known?.anchorStatus]).toEqual([scene.phase, scene.status])
    expect([again.state.anchorStatus, again.isOnAir]).toEqual([scene.status, scene.status === 1])
    await second.hub.close()
  })
})

describe('a match in progress when the demo world starts', () => {
  it.each([1, 2, 3])('has an event for every goal of its score, the same for seed %i', async (seed) => {
    const { hub, clock } = await testRooms({}, [])
    const marksOf = async (fixture: MatchPlan) => {
      const room = new MatchRoom(fixture, hub, createRandom(seed), clock.now())
      await room.open(clock.now(), [])
      return { room, events: hub.snapshot(fixture.chatRoomNo)?.events ?? [] }
    }
    let goals = 0
    for (const fixture of planWorld(createRandom(seed))) {
      const { room, events } = await marksOf(fixture)
      const { homeScore, guestScore } = room.state
      if (fixture.kind === 'basketball' || fixture.kind === 'anchor') {
        expect(events).toEqual([])
        continue
      }
      goals += events.length
      expect(events.filter(({ side }) => side === 'home')).toHaveLength(homeScore)
      expect(events.filter(({ side }) => side === 'away')).toHaveLength(guestScore)
      if (events.length > 0) expect(events.at(-1)).toMatchObject({ homeScore, awayScore: guestScore })
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      const played = Math.min(Math.max(0, fixture.minutesAtStart), TEMPO[fixture.kind].halfMinutes * 2)
      for (const [index, { minute }] of events.entries()) {
        expect(minute).toBeLessThanOrEqual(played)
        expect(minute).toBeGreaterThanOrEqual(events[index - 1]?.minute ?? 0)
      }
      const again = openingEvents(
        fixture,
        room.state,
        clock.now(),
        createRandom(seed).fork(`match ${fixture.eid}`).fork('opening'),
      )
      expect(again).toEqual(events)
    }
    expect(goals).toBeGreaterThan(0)
    await hub.close()
  })
})

describe('the odds of a room', () => {
  it.each([
    { minutesAtStart: -1, name: 'before it kicks off' },
    { minutesAtStart: 1, name: 'under way' },
  ])('S7.108 are set when a match opens $name', async (scene) => {
    const { hub, clock } = await testRooms({}, [])
    const fixture = planWorld(createRandom(5)).find(
      ({ kind, minutesAtStart }) => kind === 'football' && Math.sign(minutesAtStart) === scene.minutesAtStart,
    )!
    const room = new MatchRoom(fixture, hub, createRandom(1), clock.now())
    await room.open(clock.now(), [])
    expect(room.state.odds?.home.value).toBeGreaterThan(1_000)
    expect(hub.snapshot(fixture.chatRoomNo)?.odds).toEqual(room.state.odds)
    await hub.close()
  })
})

describe('an anchor whose stream was interrupted', () => {
  const fixture = planWorld(createRandom(5)).find(
    ({ kind, minutesAtStart }) => kind === 'football' && minutesAtStart === 70,
  )!

  /** The anchor status of the match and of its room after an interruption of this length. */
  async function statusAfter(awayMs: number) {
    const { hub, clock } = await testRooms({}, [])
    const room = new MatchRoom(fixture, hub, createRandom(1), clock.now())
    await room.open(clock.now(), [])
    await room.setInterrupted(true)
    await room.step(clock.now() + awayMs, 250)
    await room.setInterrupted(false)
    const known = hub.snapshot(fixture.chatRoomNo)?.anchorStatus
    await hub.close()
    return { phase: room.state.clock.phase, status: room.state.anchorStatus, known }
  }

  it('S4.3 is live again if the match is still in progress', async () => {
    expect(await statusAfter(10_000)).toEqual({ phase: 'second-half', status: 1, known: 1 })
  })

  it('S4.4 stays offline if the match has ended meanwhile', async () => {
    expect(await statusAfter(2 * HOUR_MS)).toEqual({ phase: 'ended', status: 3, known: 3 })
  })
})

describe('texts of a demo room', () => {
  /** The texts of a room of this kind from its opening to its first goal. */
  async function textOf(kind: 'football' | 'esports') {
    const { hub, clock } = await testRooms({}, [])
    const fixture = planWorld(createRandom(5)).find((one) => one.kind === kind && one.minutesAtStart > 0)!
    const room = new MatchRoom(fixture, hub, createRandom(3), clock.now())
    await room.open(clock.now(), [])
    const { pinned, setup } = hub.snapshot(fixture.chatRoomNo)!
    const seconds = Array.from({ length: 4 * 3_600 }, (_, second) => clock.now() + second * 1_000)
    for (const now of seconds) if ((await room.step(now, 1_000)).some(({ type }) => type === 'goal')) break
    const log = await hub.log.range(fixture.chatRoomNo, 0, hub.log.head(fixture.chatRoomNo).seq)
    await hub.close()
    const goals = log.filter(({ json }) => json.includes('"type":"goal"')).map(({ json }) => json)
    return { opening: `${setup.welcomeText} ${pinned}`, goal: goals.join('') }
  }

  it('ask for polite behaviour without naming a time or another sport', async () => {
    const [football, esports] = [await textOf('football'), await textOf('esports')]
    expect(`${football.opening}${esports.opening}`).not.toContain('今晚')
    expect(football.opening).toContain('聊球不聊人')
    expect(esports.opening).not.toContain('球')
  })

  it('announce goals in football and kills in esports', async () => {
    const [football, esports] = [await textOf('football'), await textOf('esports')]
    expect(football.goal).toContain('进球！')
    expect(esports.goal).toContain('拿下一个人头')
    expect(esports.goal).not.toMatch(/进球|一分/u)
  })
})
