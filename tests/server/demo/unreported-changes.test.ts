import { SECOND_MS } from '#protocol/time.ts'
import { describe, expect, it } from 'vitest'
import type { MatchPhase } from '#protocol/room/feed.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { type MatchPlan, planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { matchLength } from '#server/demo/world/tempo.ts'
import { testRooms } from '../rooms/rooms-support.ts'
import { UnreliableEntryRepository } from './unreliable-entry-repository.ts'

const MODES = ['refuses every write', 'loses a confirmation'] as const

/** A room of football 70 minutes into its match, whose log can be unavailable; moved in steps of a second. */
async function openMatch() {
  const isPlan = ({ kind, minutesAtStart }: MatchPlan) => kind === 'football' && minutesAtStart === 70
  return openRoom(planWorld(createRandom(5)).find(isPlan)!)
}

async function openRoom(fixture: MatchPlan) {
  const entries = new UnreliableEntryRepository()
  const { hub, clock } = await testRooms({ entries }, [])
  const room = new MatchRoom(fixture, hub, createRandom(3), clock.now())
  await room.open(clock.now(), [])
  const reacted: string[] = []
  const opened = hub.log.head(fixture.chatRoomNo).seq

  async function step(): Promise<void> {
    clock.move(SECOND_MS)
    // world.deep.test.ts tests how failures are handled.
    const reported = await room.step(clock.now(), SECOND_MS).catch(() => [])
    reacted.push(...reported.map(({ id }) => id))
  }
  return {
    room,
    reacted,
    events: () => hub.snapshot(fixture.chatRoomNo)?.events ?? [],
    close: () => hub.close(),
    /** Makes the log unavailable: at once, or after it has written an entry that contains `lost`. */
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
    /** Makes the log available and passes the two seconds within which the room must be updated. */
    async comeBack(): Promise<void> {
      entries.mode = 'available'
      await step()
      await step()
    },
    /** The number of entries about an event since the room was opened, by kind. */
    async reported(eventId: string): Promise<{ chat: number; board: number }> {
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
  it('receives a goal once, in the chat and in the status, when the log is back', async () => {
    const match = await openMatch()
    const before = new Set(match.events().map(({ id }) => id))
    const { homeScore, guestScore } = match.room.state
    const score = homeScore + guestScore
    match.goAway(mode, '"type":"goal"')
    await match.stepUntil(() => match.room.state.homeScore + match.room.state.guestScore > score)
    await match.comeBack()
    const goals = match.events().filter(({ id, type }) => type === 'goal' && !before.has(id))
    expect(goals).toHaveLength(1)
    for (const { id } of goals) expect(await match.reported(id)).toEqual({ chat: 1, board: 1 })
    match.expectAgreement()
    await match.close()
  })

  it('receives every event once, after any number of failures of the log', async () => {
    const match = await openMatch()
    const before = new Set(match.events().map(({ id }) => id))
    const hasEnded = () => match.room.state.clock.phase === 'ended'
    for (let round = 0; round < 30 && !hasEnded(); round += 1) {
      match.goAway(mode, '"event":')
      await match.stepUntil(() => match.room.isBehind || hasEnded())
      await match.comeBack()
    }
    const events = match.events().filter(({ id }) => !before.has(id))
    expect(events.length).toBeGreaterThan(1)
    for (const { id, type } of events) {
      expect(await match.reported(id)).toEqual({ chat: type === 'corner' ? 0 : 1, board: 1 })
    }
    expect(new Set(match.reacted).size).toBe(match.reacted.length)
    match.expectAgreement()
    await match.close()
  })

  it('S4.4 receives the end of its match', async () => {
    const match = await openMatch()
    match.goAway(mode, '"phase":"ended"')
    await match.stepTo('ended')
    await match.comeBack()
    match.expectAgreement()
    expect(match.room.state.anchorStatus).toBe(3)
    await match.close()
  })

  it('keeps the result of a finished match for a publisher', async () => {
    const match = await openMatch()
    await match.stepTo('ended')
    await match.comeBack()
    const events = match.events()
    expect(events.length).toBeGreaterThan(0)
    const { homeScore, guestScore, clock, periods, goals } = match.room.state
    await match.room.setPublisher('live')
    let steps = 0
    await match.stepUntil(() => (steps += 1) > 1_000)
    expect(match.room.state).toMatchObject({ homeScore, guestScore, clock, periods, goals, anchorStatus: 1 })
    expect(match.events()).toEqual(events)
    match.expectAgreement()
    await match.close()
  })

  it('starts a finished show again for a publisher, even after a missed start', async () => {
    const show = planWorld(createRandom(5)).find(({ kind }) => kind === 'anchor')!
    const match = await openRoom({ ...show, minutesAtStart: matchLength('anchor') - 10 })
    await match.stepTo('ended')
    await match.room.setPublisher('live')
    match.goAway(mode, '"phase":"before"')
    await match.stepTo('before')
    await match.stepTo('first-half')
    await match.comeBack()
    match.expectAgreement()
    await match.close()
  })

  it('S4.3 receives the return of its anchor', async () => {
    const match = await openMatch()
    await match.room.setInterrupted(true)
    match.goAway(mode, '"anchorStatus":1')
    await expect(match.room.setInterrupted(false)).rejects.toThrow('unavailable')
    await match.comeBack()
    expect(match.room.state.anchorStatus).toBe(1)
    match.expectAgreement()
    await match.close()
  })
})
