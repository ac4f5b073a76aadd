import { siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { afterEach, expect, it } from 'vitest'
import type { CallContext } from '#server/http/context.ts'
import { liveCalls } from '#server/calls/room/live.ts'
import { presentTips } from '#server/demo/news/room-tips.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { matchesOf } from '../matches/matches-support.ts'
import { testRooms } from './rooms-support.ts'

const SEED = 20_261_121
const DAY = siteDayOf(Date.UTC(2026, 10, 21, 12))

let close = async (): Promise<void> => undefined
afterEach(() => close())

it.each([0, 1])('a match has the round of its kick-off after midnight, like its tips: day %i', async (more) => {
  const midnight = timeOfSiteDay(DAY + more + 1, 0)
  const { hub } = await testRooms({}, [])
  close = () => hub.close()
  const fixture = planWorld(createRandom(SEED)).find(({ minutesAtStart }) => minutesAtStart === 12)!
  const room = new MatchRoom(fixture, hub, createRandom(SEED), midnight - 10 * 60_000)
  await room.open(midnight - 10 * 60_000, [])
  const calls = liveCalls({ matches: matchesOf([room]), rooms: hub, domains: { video: [] }, signedMedia: () => null })
  const roundAt = async (now: number): Promise<string> => {
    const response = await calls['live.detail']({ eid: fixture.eid }, { now } as CallContext)
    return response.ok ? response.data.round : expect.unreachable('the match is there')
  }
  const before = await roundAt(midnight - 1)
  expect(before).toMatch(/^第 \d+ 轮$/u)
  expect(await roundAt(midnight + 1)).toBe(before)
  for (const { tip } of presentTips(SEED, room)) expect(tip.paragraphs[0]).toContain(before)
})

it('S3.19 a match has the anchor type 2, a show without teams has 1', async () => {
  const { hub } = await testRooms({}, [])
  close = () => hub.close()
  const fixtures = planWorld(createRandom(SEED))
  for (const [fixture, type] of [
    [fixtures.find(({ kind }) => kind === 'football')!, 2],
    [fixtures.find(({ kind }) => kind === 'anchor')!, 1],
  ] as const) {
    const room = new MatchRoom(fixture, hub, createRandom(SEED), DAY)
    await room.open(DAY, [])
    const calls = liveCalls({ matches: matchesOf([room]), rooms: hub, domains: { video: [] }, signedMedia: () => null })
    const response = await calls['live.detail']({ eid: fixture.eid }, { now: DAY } as CallContext)
    expect(response).toMatchObject({ ok: true, data: { match: { anchor_type: type } } })
  }
})
