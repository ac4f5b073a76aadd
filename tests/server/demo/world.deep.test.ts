import { describe, expect, it } from 'vitest'
import { success } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import { STICKERS } from '#protocol/rules/stickers.ts'
import { Streams } from '#server/media/streams.ts'
import type { MatchRecord } from '#server/database/schema/match.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { fittingPhrases } from '#server/demo/world/chatter.ts'
import { RoomCrowd } from '#server/demo/world/crowd.ts'
import { DATING_EID, planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { createSchedule } from '#server/demo/world/schedule.ts'
import { createWorld } from '#server/demo/world/world.ts'
import { testRooms } from '../rooms/rooms-support.ts'
import { crowdBasics, worldServices } from './crowd-support.ts'
import { UnreliableEntryRepository } from './unreliable-entry-repository.ts'

const TICK_MS = 250

/** The demo world with a log that can be unavailable, moved in explicit steps. */
async function openWorld(crowd: number) {
  const entries = new UnreliableEntryRepository()
  const { hub, clock } = await testRooms({ entries }, [])
  const streams = new Streams(clock.now)
  const errors: unknown[] = []
  const records = new Map<string, MatchRecord>()
  const forgotten = new Set<string>()
  const services = worldServices({ rooms: hub, now: clock.now, crowd }, records)
  const world = createWorld({
    ...services,
    ledger: { ...services.ledger, forgetRanking: async (room) => void forgotten.add(room) },
    media: streams,
    onError: (error) => errors.push(error),
  })
  await world.start()
  await world.stop()
  return {
    world,
    records,
    forgotten,
    errors,
    isPublished: (room: MatchRoom) => streams.stateOf(room.fixture.anchorRoomId).publishing,
    entriesOf: ({ fixture }: MatchRoom) => hub.log.recent(fixture.chatRoomNo, 0, Number.POSITIVE_INFINITY),
    known: (room: MatchRoom) => hub.snapshot(room.fixture.chatRoomNo),
    setAway: (isAway: boolean) => void (entries.mode = isAway ? 'refuses every write' : 'available'),
    /** Moves in steps of a minute, of which a second is simulated. */
    moveMinutes: async (minutes: number, after: () => void): Promise<void> => {
      for (let passed = 0; passed < minutes; passed += 1) {
        clock.move(60_000)
        await world.step(clock.now())
        after()
      }
    },
    hub,
    clock,
    viewersOf: (room: MatchRoom) => hub.viewers(room.fixture.chatRoomNo),
    moveOn: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += TICK_MS) {
        clock.move(TICK_MS)
        await world.step(clock.now())
      }
    },
    now: clock.now,
    close: () => hub.close(),
  }
}

it('stores kick-off and results of each room', async () => {
  const { world, records, moveOn, close } = await openWorld(0)
  await moveOn(15_250)
  expect(records).toEqual(new Map(world.matches().map(({ fixture, record }) => [fixture.eid, record])))
  await close()
})

it('drops rooms, rankings and records a day after the match, but a room with a viewer stays until he leaves', async () => {
  const { world, hub, clock, records, forgotten, moveOn, close, errors } = await openWorld(0)
  await moveOn(15_250)
  const rooms = world.matches().map(({ fixture }) => fixture.chatRoomNo)
  const anchorRooms = world.matches().map(({ fixture }) => fixture.anchorRoomId)
  const watched = hub.room(rooms[1] ?? '')
  if (!watched) throw new Error('no room')
  hub.enter(watched, 'socket', null)
  clock.move(4 * DAY_MS)
  await moveOn(TICK_MS)
  expect(rooms.filter((room) => hub.has(room))).toEqual([watched.chatRoomNo])
  const current = world.matches().map(({ fixture }) => fixture.eid)
  expect(new Set(records.keys())).toEqual(new Set([DATING_EID, ...current]))

  expect(forgotten).toEqual(new Set(anchorRooms))
  hub.leave(watched, 'socket')
  await moveOn(30_000)
  expect(hub.has(watched.chatRoomNo)).toBe(false)
  expect(hub.roomOfMatch(watched.definition.matchId)).toBeNull()
  expect(world.matches().every(({ fixture }) => hub.has(fixture.chatRoomNo))).toBe(true)
  expect(errors).toEqual([])
  await close()
})

describe('the matches of the demo during four hours', () => {
  it('stay ended; a new match has a new room, and no team or anchor has two at a time', async () => {
    const { world, close, errors, moveMinutes } = await openWorld(0)
    const results = new Map<string, string>()
    const seen = new Set(world.matches().map(({ fixture }) => fixture.eid))
    const first = seen.size
    await moveMinutes(240, () => {
      const busy: string[] = []
      for (const { fixture, state } of world.matches()) {
        const { eid, kind, home, away, anchor } = fixture
        seen.add(eid)
        const { phase } = state.clock
        if (results.has(eid) || phase === 'ended') {
          const result = `${phase} ${state.homeScore}:${state.guestScore}`
          expect(results.get(eid) ?? result).toBe(result)
          results.set(eid, result)
        } else if (phase !== 'before') {
          busy.push(anchor.key, ...(kind === 'anchor' ? [] : [home.key, away.key]))
        }
      }
      expect(new Set(busy).size).toBe(busy.length)
    })
    expect(results.size).toBeGreaterThan(10)
    expect(seen.size).toBeGreaterThan(first)
    expect(errors).toEqual([])
    await close()
  })

  it('change their number of viewers by at most five percent per step, also at goals and kick-offs', async () => {
    const { world, close, moveMinutes, viewersOf } = await openWorld(400)
    const last = new Map<string, number>()
    await moveMinutes(100, () => {
      for (const room of world.matches()) {
        const before = last.get(room.fixture.eid)
        const viewers = viewersOf(room)
        if (before !== undefined) {
          expect(Math.abs(viewers - before)).toBeLessThanOrEqual(Math.max(2, before * 0.05))
        }
        last.set(room.fixture.eid, viewers)
      }
    })
    expect(Math.max(...last.values())).toBeGreaterThan(1_000)
    await close()
  })
})

describe('the crowd of the demo', () => {
  it('talks on after the final whistle, without bets and gifts', async () => {
    const { world, close, entriesOf, errors, moveOn } = await openWorld(4_000)
    const room = world.matches().findLast(({ state }) => state.clock.phase === 'ended')!
    await moveOn(20_000)
    expect(room.state).toMatchObject({ anchorStatus: 3, clock: { phase: 'ended' } })
    const kinds = new Set(entriesOf(room).map(({ kind }) => kind))
    expect(kinds).toContain('text')
    expect(kinds).not.toContain('order')
    expect(kinds).not.toContain('gift')
    expect(errors).toEqual([])
    await close()
  })

  it('says a quarter as much about an ended match, in words that fit it', async () => {
    const play = await saidIn(31)
    const end = await saidIn(120)
    expect(end.length / play.length).toBeGreaterThan(0.2)
    expect(end.length / play.length).toBeLessThan(0.35)
    const fitting = fittingPhrases('football', 'ended', null, null).map(({ text }) =>
      text.replaceAll(/\{.\}/gu, '').slice(0, 2),
    )
    const fits = (text: string) =>
      fitting.some((start) => text.includes(start)) || STICKERS.some(({ alt }) => alt === text)
    expect(end.filter((text) => !fits(text))).toEqual([])
  })
})

/** What the crowd of a football match says in five minutes, this many minutes after its kick-off. */
async function saidIn(minutesAtStart: number): Promise<string[]> {
  const { hub, clock } = await testRooms({}, [])
  const fixture = { ...planWorld(createRandom(5))[0]!, minutesAtStart }
  const room = new MatchRoom(fixture, hub, createRandom(1), clock.now())
  const said: string[] = []
  const schedule = createSchedule()
  const chat = {
    say: async (_room: unknown, _speaker: unknown, { text }: { text: string }) => {
      said.push(text)
      return success({ id: 'e', seq: 1 })
    },
  }
  const crowd = new RoomCrowd(
    {
      rooms: { listeners: () => 1, room: () => null, append: async () => [], chat },
      calls: {
        'gift.reward': async () => success({ giftOrderNo: 'g', total: 1, balance: 1, comboCount: 1 }),
        'coin.buy': async () => success({ balance: 1, orderNo: 'o' } as never),
      },
      gifts: async () => [],
      schedule,
      ...crowdBasics(),
    },
    room,
    400,
  )
  for (let second = 0; second < 300; second += 1) {
    crowd.step(clock.now(), 1_000)
    clock.move(1_000)
    schedule.runDue(clock.now())
  }
  await hub.close()
  return said
}

describe('a demo world whose log is unavailable for a while', () => {
  it('starts the stream of a match at kick-off, and updates every room when the log is back', async () => {
    const { world, close, errors, known, isPublished, moveOn, now, setAway } = await openWorld(0)
    const [next] = world
      .matches()
      .filter(({ state }) => state.clock.phase === 'before')
      .sort((one, other) => one.record.kickOffAt - other.record.kickOffAt)
    await moveOn(next!.record.kickOffAt - now() - 2 * TICK_MS)
    expect(isPublished(next!)).toBe(false)
    setAway(true)
    await moveOn(60_000)
    expect(next!.state.clock.phase).toBe('first-half')
    expect(isPublished(next!)).toBe(true)
    expect(known(next!)?.clock.phase).toBe('before')
    expect(errors.length).toBeGreaterThan(0)
    setAway(false)
    await moveOn(2_000)
    for (const room of world.matches()) {
      const { clock, homeScore, guestScore, anchorStatus } = room.state
      expect(known(room)).toMatchObject({ clock, homeScore, guestScore, anchorStatus })
      expect(isPublished(room)).toBe(room.isOnAir)
    }
    await close()
  })

  it('reports a room that cannot be updated once, not with each tick', async () => {
    const { world, close, errors, moveOn, now, setAway } = await openWorld(0)
    const active = () => world.matches().filter((room) => !room.isAtRest(now())).length
    setAway(true)
    await moveOn(6 * 60_000)
    expect(errors).toHaveLength(active())
    setAway(false)
    await moveOn(20_000)
    setAway(true)
    await moveOn(6 * 60_000)
    expect(errors).toHaveLength(2 * active())
    await close()
  })

  it('S4.3 restores anchor and stream although the log refuses the return', async () => {
    const { world, close, known, isPublished, moveOn, now, setAway } = await openWorld(1)
    const room = world.matches().find(({ isOnAir }) => isOnAir)!
    await room.setInterrupted(true)
    room.interruptedUntil = now() + 5_000
    await moveOn(1_000)
    expect(isPublished(room)).toBe(false)
    setAway(true)
    await moveOn(6_000)
    expect([room.isOnAir, isPublished(room)]).toEqual([true, true])
    expect(known(room)?.anchorStatus).toBe(2)
    setAway(false)
    await moveOn(2_000)
    expect(known(room)?.anchorStatus).toBe(1)
    expect(isPublished(room)).toBe(true)
    await close()
  })
})
