import { describe, expect, it } from 'vitest'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { MemoryEntryStore, MemoryRoomStore } from '#server/rooms/memory-store.ts'
import { MatchRoom } from '#server/world/match-room.ts'
import { planWorld } from '#server/world/plan.ts'
import { createRandom } from '#server/world/random.ts'
import { testRooms } from '../rooms-support.ts'

const HOUR_MS = 3_600_000
const GOAL: MatchEvent = { id: 'g', type: 'goal', side: 'home', minute: 20, text: '进球', homeScore: 1, awayScore: 0 }

describe('a match room that is opened again', () => {
  const plan = planWorld(createRandom(5)).find(({ kind, minutesAtStart }) => kind === 'football' && minutesAtStart > 0)!

  /** The marks that the room knows when its server has been away for so long after a goal. */
  async function marksAfter(awayMs: number): Promise<readonly MatchEvent[] | undefined> {
    const stores = { entries: new MemoryEntryStore(), rooms: new MemoryRoomStore() }
    const first = await testRooms(stores, [])
    const now = first.clock.now()
    await new MatchRoom(plan, first.hub, createRandom(1), now).open(now, [])
    await first.hub.setStatus(plan.chatRoomNo, { event: GOAL })
    await first.hub.close()
    const second = await testRooms(stores, [])
    await new MatchRoom(plan, second.hub, createRandom(2), now + awayMs).open(now + awayMs, [])
    const marks = second.hub.snapshot(plan.chatRoomNo)?.events
    await second.hub.close()
    return marks
  }

  it('goes on with its marks after a short stop', async () => {
    expect(await marksAfter(60_000)).toEqual([GOAL])
  })

  it('has none of the marks of a match of long ago, although the next one is under way at once', async () => {
    expect(await marksAfter(5 * HOUR_MS)).toEqual([])
  })
})

describe('an anchor who has dropped off the air', () => {
  const plan = planWorld(createRandom(5)).find(
    ({ kind, minutesAtStart }) => kind === 'football' && minutesAtStart === 70,
  )!

  /** What the match says of its anchor and what its room knows, after a drop, so much time, and the return. */
  async function statusAfter(awayMs: number) {
    const { hub, clock } = await testRooms({}, [])
    const room = new MatchRoom(plan, hub, createRandom(1), clock.now())
    await room.open(clock.now(), [])
    await room.setInterrupted(true)
    await room.step(clock.now() + awayMs, 250)
    await room.setInterrupted(false)
    const known = hub.snapshot(plan.chatRoomNo)?.anchorStatus
    await hub.close()
    return { phase: room.state.clock.phase, status: room.state.anchorStatus, known }
  }

  it('S4.3 comes back while the match is on', async () => {
    expect(await statusAfter(10_000)).toEqual({ phase: 'second-half', status: 1, known: 1 })
  })

  it('S4.4 does not come back to a match that has ended meanwhile', async () => {
    expect(await statusAfter(2 * HOUR_MS)).toEqual({ phase: 'ended', status: 3, known: 3 })
  })
})
