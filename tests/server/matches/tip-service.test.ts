import { MINUTE_MS, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { TipService } from '#server/demo/news/tip-service.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import type { MatchRecord } from '#server/database/schema/match.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { testRooms } from '../rooms/rooms-support.ts'

const SEED = 20_261_121
const DAY = siteDayOf(Date.UTC(2026, 10, 21, 12))
/** Ten minutes to twelve in the evening, by the clock of the site. */
const EVENING = timeOfSiteDay(DAY, 23 * 60 + 50)
const MIDNIGHT = timeOfSiteDay(DAY + 1, 0)
/** Of a match and its break, with what is lost between the phases; then the room is on its next match. */
const PHASES = [47, 4, 49].map((minutes) => minutes * MINUTE_MS + 700)

const fixture = planWorld(createRandom(SEED)).find(({ minutesAtStart }) => minutesAtStart === 12)!
let close = async (): Promise<void> => undefined
afterEach(() => close())

/** A desk above one room, whose match of football kicked off twelve minutes before `now`. */
async function openService(now: number, stores: Parameters<typeof testRooms>[0] = {}) {
  const { hub } = await testRooms(stores, [])
  close = () => hub.close()
  const room = new MatchRoom(fixture, hub, createRandom(SEED), now)
  await room.open(now, [])
  const service = new TipService(SEED, () => [room])
  /** The views on what the room plays or is about to play, in one order. */
  const told = (at: number) =>
    service
      .experts(at)
      .flatMap(({ id }) => service.expert(id, at)?.tips ?? [])
      .filter(({ result }) => result === 'open')
  let time = now - 12 * MINUTE_MS
  /** Plays until the match is over. */
  async function playToEnd(): Promise<number> {
    for (const length of PHASES) {
      time += length
      // oxlint-disable-next-line no-await-in-loop -- one phase after the other
      await room.step(time, 250)
    }
    expect(room.state.clock.phase).toBe('ended')
    return time
  }
  return { service, room, told, playToEnd }
}

describe('S1.24 tips on the matches of rooms', () => {
  it('keep their text and id over midnight', async () => {
    const { service, told } = await openService(EVENING)
    const before = told(MIDNIGHT - 1)
    expect(before.length).toBeGreaterThan(0)
    expect(told(MIDNIGHT + 1)).toEqual(before)
    for (const { id } of before) expect(service.find(id, MIDNIGHT + 1)).toEqual(service.find(id, MIDNIGHT - 1))
  })

  it('do not change during their match', async () => {
    const { room, told } = await openService(EVENING)
    const before = told(EVENING)
    let time = EVENING - 12 * MINUTE_MS
    for (const length of PHASES.slice(0, 2)) {
      time += length + 9 * MINUTE_MS
      // oxlint-disable-next-line no-await-in-loop -- one phase after the other
      await room.step(time, 250)
      expect(told(time)).toEqual(before)
    }
    expect(room.state.clock.phase).toBe('second-half')
  })

  it('stay with their result when the match has ended', async () => {
    const { service, room, told, playToEnd } = await openService(EVENING)
    const before = told(EVENING).map(({ id }) => service.find(id, EVENING)!.tip)
    const records = service.experts(EVENING).map(({ record }) => record.settled)
    const now = await playToEnd()
    const [finished] = room.record.finished
    expect(room.record.finished).toHaveLength(1)
    const settled = service.settled(now)
    for (const { id, title, pick, paragraphs, expertId } of before) {
      const { tip, match } = service.find(id, now)!
      expect(tip).toMatchObject({ title, pick, paragraphs })
      expect(tip.result).toMatch(/^(right|wrong)$/)
      expect(match).toMatchObject({ score: `${finished?.homeScore}-${finished?.guestScore}`, hasRoom: false })
      expect(settled.filter((one) => one.id === id)).toEqual([tip])
      expect(service.expert(expertId, now)?.tips.map((one) => one.id)).toContain(id)
    }
    const more = service.experts(now).map(({ record }, index) => record.settled - (records[index] ?? 0))
    expect(more.reduce((sum, count) => sum + count, 0)).toBe(before.length)
    expect(told(now)).toEqual([])
  })

  it('stay with their result after a restart, and open ones keep their id and text', async () => {
    const stores = { entries: new MemoryEntryRepository(), rooms: new MemoryRoomRepository() }
    const { service, room, told, playToEnd } = await openService(EVENING, stores)
    const now = await playToEnd()
    const settled = service.settled(now)
    const open = told(now)
    const stored = JSON.parse(JSON.stringify(room.record)) as MatchRecord
    await close()

    const { hub } = await testRooms(stores, [])
    close = () => hub.close()
    const restarted = new MatchRoom(fixture, hub, createRandom(SEED), now + MINUTE_MS, stored)
    await restarted.open(now + MINUTE_MS, [])
    const again = new TipService(SEED, () => [restarted])
    expect(again.settled(now)).toEqual(settled)
    for (const { id } of [...settled.filter((tip) => tip.id.startsWith(`t-${fixture.eid}-`)), ...open]) {
      expect(again.find(id, now)?.tip).toEqual(service.find(id, now)?.tip)
    }
    expect(settled.some(({ id }) => id.startsWith(`t-${fixture.eid}-`))).toBe(true)
  })

  it('expire after a month', async () => {
    const { service, playToEnd } = await openService(EVENING)
    const now = await playToEnd()
    const hasOwn = (at: number) => service.settled(at).some(({ id }) => id.startsWith(`t-${fixture.eid}-`))
    expect(hasOwn(now)).toBe(true)
    expect(hasOwn(now + 31 * 24 * 60 * MINUTE_MS)).toBe(false)
  })
})
