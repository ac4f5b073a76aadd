import { CODES } from '#protocol/codes.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { createWebCrypto } from '#workers/crypto/webcrypto.ts'
import type { Draft, SeenCall, ServedOrigins, Provocation } from './control.ts'
import { Lt1Provider } from './lt1-provider.ts'
import { Lt1Room } from './lt1-room.ts'
import { Lt1Safety } from './lt1-safety.ts'
import type { Reply } from './lt1-seal.ts'

/** State of the test server. */
export class Lt1World {
  readonly backend = createWebCrypto(crypto)
  clockShift = 0
  acceptsConnections = true
  rooms = new Map<string, Lt1Room>()
  /** Room by ticket. */
  tickets = new Map<string, string>()
  /** Public id of the member by token. */
  sessions = new Map<string, string>()
  booked = new Map<string, { content: string; data: unknown }>()
  seen: SeenCall[] = []
  provocations: Provocation[] = []
  origins: ServedOrigins | null = null
  isFirstOriginBroken = false
  provider = new Lt1Provider()
  readonly safety = new Lt1Safety()
  serial = 0
  readonly #watchers = new Set<() => void>()

  reset(): void {
    this.clockShift = 0
    this.acceptsConnections = true
    this.rooms = new Map()
    this.sessions = new Map()
    this.booked = new Map()
    this.seen = []
    this.provocations = []
    this.origins = null
    this.isFirstOriginBroken = false
    this.provider = new Lt1Provider()
    this.safety.reset()
  }

  see(call: SeenCall): void {
    this.seen.push(call)
    for (const notify of this.#watchers) notify()
    this.#watchers.clear()
  }

  nextSeen(): Promise<void> {
    return new Promise((resolve) => this.#watchers.add(resolve))
  }

  now(): number {
    return Date.now() + this.clockShift
  }

  room(chatRoomNo: string): Lt1Room {
    const room = this.rooms.get(chatRoomNo) ?? new Lt1Room(chatRoomNo, this.backend)
    this.rooms.set(chatRoomNo, room)
    return room
  }

  /** The refusal that a test has set for this path, if any. */
  provokedReply(path: string): Reply | null {
    const found = this.provocations.find((one) => one.times > 0 && path.includes(one.path))
    if (!found) return null
    found.times -= 1
    return { code: found.code, data: found.data ?? null }
  }

  entry(room: Lt1Room, draft: Draft, index: number): Entry {
    const userId = draft.userId ?? 'user-1'
    const author = {
      venueName: 'YB',
      siteId: 5009,
      siteSeries: 5000,
      memberId: userId,
      memberName: '看客',
      vipLevel: draft.vipLevel ?? 1,
      userId,
      level: 3,
    }
    const id = draft.id ?? `${room.epoch}-${room.head + 1 + index}`
    const cid = draft.cid === undefined ? {} : { cid: draft.cid }
    const content = { msgType: MSG_TYPES[draft.kind] }
    return { id, at: Math.floor(this.now()), content, data: draft.data, ...author, ...cid } as Entry
  }

  /** Refusal without a session: NEED_LOGIN without a token, AUTH_ERROR with an invalid one. */
  refusedFor(token: string): Reply {
    return { code: token === '' ? CODES.NEED_LOGIN : CODES.AUTH_ERROR, data: null }
  }
}
