import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { CommandChannel, CommandNotSent, CommandUnanswered } from '#server/rooms/command-channel.ts'
import { EntryRepository } from '#server/rooms/log/entries.ts'
import { LogStream } from '#server/rooms/log/log-stream.ts'
import { Sequencer } from '#server/rooms/log/sequencer.ts'
import type { Room } from '#server/rooms/room.ts'
import type { Chat, SayMessage, Speaker } from '#server/rooms/say.ts'
import { MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { testLog } from '../../support/logs.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { openFrames, ROOM, speakerOf, testRooms } from './rooms-support.ts'

/** Replies that must arrive do so earlier, also on a busy machine. */
const LONG_MS = 60_000
/** For replies that cannot arrive. */
const SHORT_MS = 500

interface Say {
  readonly by: Speaker
  readonly message: SayMessage
}
type Said = Awaited<ReturnType<Chat['say']>>

describe.runIf(findRedis() !== null).each(STORE_KINDS)('rooms on two processes with %s', (kind) => {
  let redis: TestRedis
  let store: Database
  let rooms: MemoryRoomRepository
  const closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  beforeEach(async () => {
    store = await openTestStore(kind)
    rooms = new MemoryRoomRepository()
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await store.close()
    await restart()
  })
  afterAll(() => redis.stop())

  /** One process: its rooms, the stream of entries, and the channel of commands. */
  async function process(processId: string, replyLimitMs = LONG_MS) {
    const sequencer = new Sequencer({
      database: store,
      log: testLog(),
      processId,
      name: 'rooms',
      onAcquired: () => undefined,
      onLost: () => undefined,
    })
    const fence = () => sequencer.fence ?? { name: 'rooms', token: 0 }
    const { hub } = await testRooms({ entries: new EntryRepository(store, fence), rooms, sharedSecret: 'secret' })
    const room = hub.room(ROOM) as Room
    const stream = new LogStream(redis.url, { log: hub.log, report: testLog(), secret: 'secret', rooms: () => [ROOM] })
    const sayHere = ({ by, message }: Say) => hub.chat.say(room, by, message)
    const channel = new CommandChannel<Say, Said>(redis.url, {
      execute: sayHere,
      report: testLog(),
      secret: 'secret',
      replyLimitMs,
    })
    await Promise.all([stream.connect(), channel.connect()])
    const received: string[] = []
    hub.log.onAppend((chatRoomNo, entries) => {
      received.push(...entries.map(({ json }) => json))
      if (sequencer.fence) void stream.publish(sequencer.fence, chatRoomNo, entries).catch(() => false)
    })
    const say = (text: string, cid: string, isAgain = false): Promise<Said> => {
      const command = { by: speakerOf(1, { isUnlimited: true }), message: { text, cid, isAgain } }
      return sequencer.fence ? sayHere(command) : channel.request(command)
    }
    const lead = async (): Promise<void> => {
      await sequencer.start()
      if (!sequencer.fence) throw new Error('another process is the sequencer')
      await hub.log.follow(ROOM)
      await channel.serve(sequencer.fence)
    }
    closing.push(async () => {
      channel.close()
      await stream.close()
      await hub.close()
      await sequencer.close()
    })
    return { hub, room, stream, channel, sequencer, received, say, lead }
  }

  async function twoProcesses(replyLimitMs = LONG_MS) {
    const [leader, follower] = [await process('one'), await process('two', replyLimitMs)]
    await leader.lead()
    await follower.stream.follow()
    return { leader, follower }
  }

  it('show a message of either process once on both, in the same order', async () => {
    const { leader, follower } = await twoProcesses()
    for (const [index, at] of [leader, follower, follower, leader].entries()) {
      expect(await at.say(`第${index}句`, `cid-0000-${index}`)).toMatchObject({ ok: true })
    }
    await expect.poll(() => follower.received.length).toBe(4)
    expect(follower.received).toEqual(leader.received)
  })

  it('give a repeated message of a follower the first result', async () => {
    const { leader, follower } = await twoProcesses()
    const first = await follower.say('进球了', 'cid-0000-1')
    expect(await follower.say('进球了', 'cid-0000-1', true)).toEqual(first)
    expect(leader.received).toHaveLength(1)
  })

  it('seal frames that a viewer of the other process opens when it resumes there', async () => {
    const { leader, follower } = await twoProcesses()
    await leader.say('第一句', 'cid-0000-1')
    await follower.say('第二句', 'cid-0000-2')
    await expect.poll(() => follower.hub.log.head(ROOM).seq).toBe(2)
    const { sealer } = follower.room
    const frames = await sealer.sealRange(await follower.hub.log.range(ROOM, 0, 2), sealer.generation)
    expect((await openFrames(leader.room.sealer.roomKey, frames)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  it('move to the other process when the sequencer ends, without a lost or repeated message', async () => {
    const { leader, follower } = await twoProcesses()
    const first = await follower.say('第一句', 'cid-0000-1')
    await leader.channel.stopServing()
    await leader.sequencer.close()
    await expect(follower.say('第二句', 'cid-0000-2')).rejects.toThrow(CommandNotSent)
    await follower.lead()
    await leader.stream.follow()
    expect(await leader.say('第二句', 'cid-0000-2')).toMatchObject({ ok: true, data: { seq: 2 } })
    expect(await leader.say('第一句', 'cid-0000-1', true)).toEqual(first)
    await expect.poll(() => leader.received.length).toBe(2)
    expect(follower.received).toEqual(leader.received)
  })

  it('refuse a command without a sequencer', async () => {
    const follower = await process('two')
    await expect(follower.say('有人吗', 'cid-0000-1')).rejects.toThrow(CommandNotSent)
  })

  it('report an unknown result while Redis does not respond, and post the repeated message once', async () => {
    const { leader, follower } = await twoProcesses(SHORT_MS)
    redis.freeze()
    try {
      await expect(follower.say('听得到吗', 'cid-0000-1')).rejects.toThrow(CommandUnanswered)
    } finally {
      redis.thaw()
    }
    const again = () => follower.say('听得到吗', 'cid-0000-1', true).catch(() => null)
    await expect.poll(again).toMatchObject({ ok: true, data: { seq: 1 } })
    expect(leader.received).toHaveLength(1)
  })

  it('forward commands again after Redis has restarted without its data', async () => {
    const { leader, follower } = await twoProcesses(SHORT_MS)
    await restart()
    const say = () => follower.say('回来了', 'cid-0000-1', true).catch(() => null)
    await expect.poll(say).toMatchObject({ ok: true, data: { seq: 1 } })
    await expect.poll(() => follower.received).toEqual(leader.received)
    expect(leader.received).toHaveLength(1)
  })

  async function restart(): Promise<void> {
    const { port } = redis
    await redis.stop()
    redis = await startRedis(port)
  }
})
