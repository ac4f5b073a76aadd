import { describe, expect, it } from 'vitest'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import { success } from '#protocol/result.ts'
import { stickerOf } from '#protocol/rules/stickers.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { authorOf } from '#server/rooms/author.ts'
import { RoomCrowd } from '#server/demo/world/crowd.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { createSchedule } from '#server/demo/world/schedule.ts'
import { PEOPLE, testRooms } from '../rooms/rooms-support.ts'
import { FOREIGN_WORDS, saysAtAnotherTime } from './words-support.ts'

const SECONDS = 40
const CROWD = 4_000

interface Sentence {
  readonly kind: ContentKind
  readonly minute: number | null
  readonly text: string
}

/** The messages of all rooms in the first seconds of a demo world, each with the minute of its match. */
async function wordsOfTheWorld(seed: number): Promise<readonly Sentence[]> {
  const { hub, clock } = await testRooms({}, [])
  const sentences: Sentence[] = []
  for (const fixture of planWorld(createRandom(seed))) {
    const room = new MatchRoom(fixture, hub, createRandom(seed), clock.now())
    await room.open(clock.now(), [])
    const schedule = createSchedule()
    const crowd = new RoomCrowd(
      {
        rooms: {
          listeners: () => 0,
          room: () => null,
          chat: {
            say: async (_room, _speaker, { text }) => {
              sentences.push({ kind: fixture.kind, minute: room.minute(clock.now()), text })
              return success({ id: 'e', seq: 1 })
            },
          },
          append: async () => [],
        },
        calls: {} as never,
        gifts: async () => [],
        audience: PEOPLE.map((one) => ({ ...one, site: CONFIG_DEFAULTS, author: authorOf(one.member) })),
        schedule,
        random: createRandom(seed),
        onError: (error) => expect(error).toBeUndefined(),
      },
      room,
      CROWD,
    )
    for (let second = 0; second < SECONDS; second += 1) {
      for (const event of await room.step(clock.now(), 1_000)) crowd.react(event)
      crowd.step(clock.now(), 1_000)
      // Messages that are due are sent within their second, at the minute of that second.
      schedule.runDue(clock.now() + 1_000)
      await Promise.resolve()
      clock.move(1_000)
    }
  }
  await hub.close()
  return sentences
}

describe('messages of demo viewers', () => {
  it.each([1, 20, 300])('fit the sport of the room and the minute, from seed %i', async (seed) => {
    const sentences = await wordsOfTheWorld(seed)
    for (const kind of ['football', 'basketball', 'esports', 'anchor'] as const) {
      const texts = sentences.filter((one) => one.kind === kind).map(({ text }) => text)
      expect(texts.length).toBeGreaterThan(300)
      expect(texts.filter((text) => FOREIGN_WORDS[kind].test(text))).toEqual([])
      // Without the short messages that many viewers send at once: 1, 666, 哈哈, stickers.
      const lines = texts.filter((text) => text.length > 6 && !/^哈+$/u.test(text) && !stickerOf(text))
      // No line joins two sentences at random, so some lines repeat.
      expect(new Set(lines).size / lines.length).toBeGreaterThan(0.35)
    }
    expect(sentences.filter(saysAtAnotherTime)).toEqual([])
  })
})
