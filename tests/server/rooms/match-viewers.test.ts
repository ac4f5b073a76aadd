import { describe, expect, it } from 'vitest'
import type { MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import { sceneAt } from '#features/match/scene.ts'
import { STEP_MS, tally } from '#protocol/rules/match-story.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { stateAfter } from '#protocol/rules/room-state.ts'
import { change, SNAPSHOT } from '../../ui/support/feed-fixtures.ts'
import { ROOM, testRooms } from './rooms-support.ts'

const GOALS = 60
const CLOCK = { phase: 'second-half', phaseStartedAt: SNAPSHOT.clock.phaseStartedAt } as const

/**
 * One goal per minute of an esports match; the home team scores the first thirty, which are beyond the retained events.
 */
const goal = (number: number): MatchEvent => ({
  id: `goal-${number}`,
  type: 'goal',
  side: number < GOALS / 2 ? 'home' : 'away',
  minute: number,
  text: '拿下一个人头',
  homeScore: Math.min(number + 1, GOALS / 2),
  awayScore: Math.max(0, number + 1 - GOALS / 2),
})

/** The state of a page that was open from the start, and of one that opens now. */
async function stayedAndJoined(): Promise<readonly [stayed: RoomSnapshot, joined: RoomSnapshot]> {
  const { hub } = await testRooms()
  let stayed: RoomSnapshot = { ...SNAPSHOT, events: [] }
  for (let number = 0; number < GOALS; number += 1) {
    const event = goal(number)
    const status: Partial<RoomStatus> = { homeScore: event.homeScore, guestScore: event.awayScore, event }
    await hub.setStatus(ROOM, status)
    stayed = { ...stayed, ...stateAfter(stayed, change('status', status)) }
  }
  const joined = hub.snapshot(ROOM)
  await hub.close()
  if (joined === null) throw new Error('the room is not there')
  return [stayed, joined]
}

describe('a match with many goals', () => {
  it('has the same events, picture and statistics for early and late viewers', async () => {
    const [stayed, joined] = await stayedAndJoined()
    expect(joined.events).toEqual(stayed.events)
    const storyInput = ({ events }: RoomSnapshot) => ({ seed: 'm-1', kind: 'esports', events }) as const
    for (let step = 0; step < 800; step += 1) {
      const now = CLOCK.phaseStartedAt + step * STEP_MS.esports
      expect(sceneAt(storyInput(joined), CLOCK, null, now)).toEqual(sceneAt(storyInput(stayed), CLOCK, null, now))
    }
    expect(tally(storyInput(joined), [112, 112])).toEqual(tally(storyInput(stayed), [112, 112]))
  })
})
