import { describe, expect, it } from 'vitest'
import { success } from '#protocol/result.ts'
import type { Members } from '#server/members/members.ts'
import { Streams } from '#server/media/streams.ts'
import type { MatchRecord } from '#server/matches/match.ts'
import type { MatchRoom } from '#server/demo/world/match-room.ts'
import { createWorld } from '#server/demo/world/world.ts'
import { person, testRooms } from '../rooms-support.ts'
import { UnreliableEntryRepository } from './unreliable-entry-repository.ts'

const TICK_MS = 250

/** The demo world with a log that can be unavailable, moved in explicit steps. */
async function openWorld(crowd: number) {
  const entries = new UnreliableEntryRepository()
  const { hub, clock } = await testRooms({ entries }, [])
  const streams = new Streams(clock.now)
  const errors: unknown[] = []
  const records = new Map<string, MatchRecord>()
  const world = createWorld({
    rooms: hub,
    members: { ensure: async (seeds) => seeds.map((_, index) => person(index)) } as Members,
    calls: {
      'gift.reward': async () => success({ giftOrderNo: 'g', total: 1, balance: 1, comboCount: 1 }),
      'coin.buy': async () => success({ balance: 1, orderNo: 'o' } as never),
    },
    gifts: async () => [],
    ledger: { rollUp: async () => 0 },
    media: streams,
    records: {
      records: async () => records,
      saveRecord: async (eid, record) => void records.set(eid, record),
    },
    now: clock.now,
    seed: 20_261_121,
    crowd,
    siteId: 5009,
    onError: (error) => errors.push(error),
  })
  await world.start()
  await world.stop()
  return {
    world,
    records,
    errors,
    isPublished: (room: MatchRoom) => streams.stateOf(room.fixture.anchorRoomId).publishing,
    known: (room: MatchRoom) => hub.snapshot(room.fixture.chatRoomNo),
    setAway: (isAway: boolean) => void (entries.mode = isAway ? 'refuses every write' : 'available'),
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
    const { world, close, errors, moveOn, setAway } = await openWorld(0)
    setAway(true)
    await moveOn(6 * 60_000)
    expect(errors).toHaveLength(world.matches().length)
    setAway(false)
    await moveOn(20_000)
    setAway(true)
    await moveOn(6 * 60_000)
    expect(errors).toHaveLength(2 * world.matches().length)
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
