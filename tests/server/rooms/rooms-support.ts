import { fromBase64Url } from '#protocol/bytes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { Result } from '#protocol/result.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { openFrame, parseFrame } from '#protocol/room/frame.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { chatroomCalls } from '#server/calls/room/chatroom.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import type { CallContext, MemberCall } from '#server/http/context.ts'
import type { SessionMember } from '#server/members/sessions/session-member.ts'
import type { Members } from '#server/members/members.ts'
import type { EntryDraft } from '#server/rooms/log/entries.ts'
import type { RoomDefinition } from '#server/rooms/room.ts'
import type { Speaker } from '#server/rooms/say.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { authorOf } from '#server/rooms/author.ts'
import { RoomHub, type RoomHubOptions } from '#server/rooms/hub.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { testClock } from '../../support/store.ts'

export const ROOM = 'room-1'

/** A numbered member with a UUID as internal id. */
export function person(number: number, more: Partial<Member> = {}): { memberId: string; member: Member } {
  const memberId = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
  const member: Member = {
    userId: `u${number}`,
    nickname: `球迷${number}`,
    avatar: 'av-1',
    vipLevel: 0,
    level: 1,
    currency: 'CNY',
    siteId: 5009,
    agentStatus: 0,
    tags: [],
    ...more,
  }
  return { memberId, member }
}

const FIRST_ADMIN = 90

/** Members 0 to 99; from 90 on they are administrators of {@link ROOM}. */
export const PEOPLE = Array.from({ length: 100 }, (_, number) => person(number))
export const ADMINS = PEOPLE.slice(FIRST_ADMIN)

export const members: Pick<Members, 'profile' | 'findByUserId'> = {
  profile: async (memberId) => PEOPLE.find((known) => known.memberId === memberId)?.member ?? null,
  findByUserId: async (userId) => PEOPLE.find((known) => known.member.userId === userId) ?? null,
}

export function definition(more: Partial<RoomDefinition> = {}): RoomDefinition {
  return {
    chatRoomNo: ROOM,
    matchId: 'match-1',
    anchorRoomId: 'anchor-1',
    title: '江城 - 南屿',
    venueName: 'YB',
    status: { anchorStatus: 1, homeScore: 0, guestScore: 0, clock: { phase: 'first-half', phaseStartedAt: 0 } },
    setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '欢迎' },
    admins: ADMINS.map(({ memberId }) => memberId),
    ...more,
  }
}

/** A hub in memory with its calls and a controlled clock. */
export async function testRooms(more: Partial<RoomHubOptions> = {}, rooms: readonly RoomDefinition[] = [definition()]) {
  const clock = testClock()
  const errors: unknown[] = []
  const services: RoomHubOptions = {
    entries: new MemoryEntryRepository(),
    rooms: new MemoryRoomRepository(),
    members,
    backend: nodeCrypto,
    compressor: nodeCompressor,
    now: clock.now,
    allowsUnlimitedSpeakers: true,
    siteOf: () => CONFIG_DEFAULTS,
    onError: (error) => errors.push(error),
    ...more,
  }
  const hub = new RoomHub(services)
  for (const room of rooms) await hub.open(room)
  const calls = chatroomCalls({ hub, members, now: services.now })
  const everythingServed = (): Promise<string> => allServed(hub, calls, clock)
  return { hub, calls, clock, errors, services, everythingServed }
}

export type TestRooms = Awaited<ReturnType<typeof testRooms>>

export function sessionOf(number: number, now: number): SessionMember {
  const { memberId, member } = PEOPLE[number] ?? person(number)
  return { sessionId: `session-${number}`, memberId, expireAt: now + 3_600_000, member }
}

export function speakerOf(number: number, more: Partial<Speaker> = {}): Speaker {
  const { memberId, member } = PEOPLE[number] ?? person(number)
  const address = `10.0.0.${number}`
  return { memberId, author: authorOf(member), siteId: member.siteId, sessionId: `session-${number}`, address, ...more }
}

/** A call by a visitor. */
export function visitorCall(now: number): CallContext {
  return {
    traceId: 'test',
    now,
    siteId: 5009,
    site: CONFIG_DEFAULTS,
    clientType: 1,
    deviceId: 'device-1',
    address: '127.0.0.1',
    session: null,
    idempotencyKey: null,
    wdKey: null,
    safety: null,
  }
}

/** A call by member `number`. */
export function callBy(number: number, now: number): MemberCall {
  return { ...visitorCall(now), session: sessionOf(number, now) }
}

export function text(words: string, number = 1): EntryDraft {
  const { member } = PEOPLE[number] ?? person(number)
  return { kind: 'text', data: { text: words }, author: authorOf(member) }
}

let cids = 0
export function newCid(): string {
  cids += 1
  return `cid-${String(cids).padStart(8, '0')}`
}

export function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
  return result.data
}

export interface NumberedEntry {
  readonly seq: number
  readonly entry: Entry
}

/** Opens sealed frames with the key of a join; returns entries with their sequence numbers. */
export async function openFrames(roomKey: string, frames: readonly string[]): Promise<NumberedEntry[]> {
  const key = await nodeCrypto.importKey(fromBase64Url(roomKey))
  const opened: NumberedEntry[] = []
  for (const frame of frames) {
    const sealed = parseFrame(frame)
    const { entries } = await openFrame(nodeCrypto, key, nodeCompressor, sealed)
    entries.forEach((entry, index) => opened.push({ seq: sealed.firstSeq + index, entry: entry as Entry }))
  }
  return opened
}

export type JoinData = DataOf<'chatroom.anonJoin'>

/** Everything that is served of a room as one text: history, snapshot, catch-up, audit log. */
async function allServed(
  hub: RoomHub,
  calls: ReturnType<typeof chatroomCalls>,
  clock: ReturnType<typeof testClock>,
): Promise<string> {
  const call = visitorCall(clock.now())
  const joined = dataOf(await calls['chatroom.anonJoin']({ chatRoomNo: ROOM }, call))
  const older = dataOf(
    await calls['chatroom.anonHistory']({ chatRoomNo: ROOM, beforeSeq: joined.seq + 1, size: 50 }, call),
  )
  const range = await hub.log.range(ROOM, 0, joined.seq)
  const room = hub.room(ROOM)
  const frames = (await room?.sealer.sealRange(range, room.sealer.generation)) ?? []
  const acts = dataOf(await calls['chatroom.audit']({ chatRoomNo: ROOM }, callBy(FIRST_ADMIN, clock.now())))
  return JSON.stringify([joined, older, await openFrames(joined.roomKey, frames), range, acts])
}
