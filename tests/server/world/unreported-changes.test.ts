import { SECOND_MS } from '#protocol/time.ts'
import { describe, expect, it } from 'vitest'
import type { MatchPhase } from '#protocol/room/feed.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { testRooms } from '../rooms-support.ts'
import { AwayStore } from './unavailable-database.ts'

const MODES = ['refuses', 'loses the answer'] as const

/** A football room 70 minutes into its match, whose log can be away; it is stepped once a second. */
async function openMatch() {
  const entries = new AwayStore()
  const { hub, clock } = await testRooms({ entries }, [])
  const fixture = planWorld(createRandom(5)).find(
    ({ kind, minutesAtStart }) => kind === 'football' && minutesAtStart === 70,
  )!
  const room = new MatchRoom(fixture, hub, createRandom(3), clock.now())
  await room.open(clock.now(), [])
  const reacted: string[] = []
  const opened = hub.log.head(fixture.chatRoomNo).seq

  async function step(): Promise<void> {
    clock.move(SECOND_MS)
    // What the world does with a failure is told in its own test.
    const told = await room.step(clock.now(), SECOND_MS).catch(() => [])
    reacted.push(...told.map(({ id }) => id))
  }
  return {
    room,
    reacted,
    events: () => hub.snapshot(fixture.chatRoomNo)?.events ?? [],
    close: () => hub.close(),
    /** At once; or after it has written what says `lost`, without an answer. */
    goAway(mode: (typeof MODES)[number], lost: string) {
      Object.assign(entries, { mode, lost })
    },
    async stepUntil(isReached: () => boolean): Promise<void> {
      for (let seconds = 0; !isReached(); seconds += 1) {
        expect(seconds).toBeLessThan(4 * 3_600)
        await step()
      }
    },
    stepTo: async function (phase: MatchPhase) {
      await this.stepUntil(() => room.state.clock.phase === phase)
    },
    /** The log is back, and the room has the two seconds that it may take to be told. */
    async comeBack(): Promise<void> {
      entries.mode = 'here'
      await step()
      await step()
    },
    /** Entries since the room was opened that tell of an event, by kind. */
    async told(eventId: string): Promise<{ chat: number; board: number }> {
      const log = await hub.log.range(fixture.chatRoomNo, opened, hub.log.head(fixture.chatRoomNo).seq)
      const all = log.filter(({ json }) => json.includes(`"id":"${eventId}"`))
      return {
        chat: all.filter(({ kind }) => kind === 'system').length,
        board: all.filter(({ kind }) => kind === 'status').length,
      }
    },
    expectAgreement(): void {
      const { homeScore, guestScore, clock, anchorStatus, odds } = room.state
      expect(hub.snapshot(fixture.chatRoomNo)).toMatchObject({ homeScore, guestScore, clock, anchorStatus })
      if (odds) expect(hub.snapshot(fixture.chatRoomNo)?.odds).toEqual(odds)
      expect(room.isBehind).toBe(false)
    },
  }
}

describe.each(MODES)('a room whose log %s', (mode) => {
  it('S3.31 hears of a goal once, in the chat and on the board, when the log is back', async () => {
    const match = await openMatch()
    const before = new Set(match.events().map(({ id }) => id))
    const { homeScore, guestScore } = match.room.state
    const score = homeScore + guestScore
    match.goAway(mode, '"type":"goal"')
    await match.stepUntil(() => match.room.state.homeScore + match.room.state.guestScore > score)
    await match.comeBack()
    const goals = match.events().filter(({ id, type }) => type === 'goal' && !before.has(id))
    expect(goals).toHaveLength(1)
    for (const { id } of goals) expect(await match.told(id)).toEqual({ chat: 1, board: 1 })
    match.expectAgreement()
    await match.close()
  })

  it('S3.31 hears of every event once, however often the log is away', async () => {
    const match = await openMatch()
    const before = new Set(match.events().map(({ id }) => id))
    for (let round = 0; round < 30; round += 1) {
      match.goAway(mode, '"event":')
      await match.stepUntil(() => match.room.isBehind)
      await match.comeBack()
    }
    const events = match.events().filter(({ id }) => !before.has(id))
    expect(events.length).toBeGreaterThan(2)
    for (const { id, type } of events) {
      expect(await match.told(id)).toEqual({ chat: type === 'corner' ? 0 : 1, board: 1 })
    }
    expect(new Set(match.reacted).size).toBe(match.reacted.length)
    match.expectAgreement()
    await match.close()
  })

  it('S4.4 hears of the end of its match', async () => {
    const match = await openMatch()
    match.goAway(mode, '"phase":"ended"')
    await match.stepTo('ended')
    await match.comeBack()
    match.expectAgreement()
    expect(match.room.state.anchorStatus).toBe(3)
    await match.close()
  })

  it('begins a new match without the marks of the last one, even when that has kicked off before the log is back', async () => {
    const match = await openMatch()
    await match.stepTo('ended')
    const old = new Set(match.events().map(({ id }) => id))
    expect(old.size).toBeGreaterThan(0)
    match.goAway(mode, '"phase":"before"')
    await match.stepTo('before')
    await match.stepTo('first-half')
    await match.comeBack()
    expect(match.events().filter(({ id }) => old.has(id))).toEqual([])
    match.expectAgreement()
    await match.close()
  })

  it('S4.3 hears of the return of its anchor', async () => {
    const match = await openMatch()
    await match.room.setInterrupted(true)
    match.goAway(mode, '"anchorStatus":1')
    await expect(match.room.setInterrupted(false)).rejects.toThrow('away')
    await match.comeBack()
    expect(match.room.state.anchorStatus).toBe(1)
    match.expectAgreement()
    await match.close()
  })
})
