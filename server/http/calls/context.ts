import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { ClientType } from '#protocol/headers.ts'
import type { Result } from '#protocol/result.ts'
import type { EntryAuthor, EntryData, RoomSetup, RoomStatus } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { CallSafety } from '../../members/verification/call-safety.ts'

/** Interfaces between the parts of the server. All times are epoch milliseconds, all amounts integer minor units. */

/** The caller. `memberId` is internal and never leaves the server; `member.userId` is the public id. */
export interface SessionMember {
  readonly sessionId: string
  readonly memberId: string
  readonly expireAt: number
  readonly member: Member
}

/** What a handler knows about the call besides its validated parameters. */
export interface CallContext {
  readonly traceId: string
  readonly now: number
  readonly siteId: number
  readonly clientType: ClientType
  readonly deviceId: string
  readonly address: string
  readonly session: SessionMember | null
  readonly idempotencyKey: string | null
  /** Legacy keys of this envelope session, for fields encoded with them (`timewd`). */
  readonly wdKey: Uint8Array | null
  /** Null for calls without an envelope, such as those of the demo. */
  readonly safety: CallSafety | null
  /** Multipart endpoints only. No file is read before this is called. */
  readonly readFiles?: ReadFiles
}

/** A file of a multipart call. Its type is detected from its bytes; its hash is the one in the sealed part. */
export interface UploadedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}
export type ReadFiles = () => Promise<Result<readonly UploadedFile[]>>

/** Endpoints for `member` and `room-admin` always have a session; the router refuses other calls. */
export type Handler<Name extends EndpointName> = (
  params: RequestOf<Name>,
  call: CallContext,
) => Promise<Result<DataOf<Name>>>
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }

/** Sessions: opaque 256-bit tokens, stored as SHA-256, bound to a device. */
export interface Sessions {
  create(
    memberId: string,
    client: { deviceId: string; clientType: ClientType; address: string },
  ): Promise<{ token: string; expireAt: number; session: SessionMember }>
  /**
   * `session` is null for unknown, ended and expired tokens, and for a token of another device. `endedBy` is the
   * response code.
   */
  find(token: string, deviceId: string): Promise<{ session: SessionMember | null; endedBy: number | null }>
  end(sessionId: string, code: number): Promise<void>
  endAllOf(memberId: string, code: number): Promise<void>
  /** Called once for every session that ends, for any reason. Closes sockets. */
  onEnd(listener: (sessionId: string, code: number) => void): () => void
}

/** Members. */
export interface Members {
  /** Null if name or password is wrong or the account cannot be used. Takes the same time in each case. */
  checkPassword(name: string, password: string): Promise<{ memberId: string; code: number | null } | null>
  profile(memberId: string): Promise<Member | null>
  findByUserId(userId: string): Promise<{ memberId: string; member: Member } | null>
  /** Creates missing members in bulk (demo, load tool). Returns internal ids in the given order. */
  ensure(seeds: readonly MemberSeed[]): Promise<{ memberId: string; member: Member }[]>
}

export interface MemberSeed {
  readonly name: string
  /** Null: nobody can sign in as this member (crowd). */
  readonly password: string | null
  readonly nickname: string
  readonly vipLevel: number
  readonly level: number
  readonly siteId: number
  /** Coins granted once by the house when the member is created. */
  readonly coins: number
  readonly tags?: readonly string[]
}

/** Double-entry ledger of coins and gifts (Annex H, I1-I8). */
export interface Ledger {
  coinBalance(memberId: string): Promise<number>
  /** Charges the server's price in one transaction with the gift order. Idempotent by key. */
  sendGift(gift: GiftCommand): Promise<Result<GiftReceipt>>
  buyCoins(command: { memberId: string; coins: number; idempotencyKey: string }): Promise<Result<{ balance: number }>>
  gifts(): Promise<readonly GiftPrice[]>
  ranking(anchorRoomId: string, since: number, limit: number): Promise<{ memberId: string; total: number }[]>
  /** Charged orders that are not in a room's log because of a crash. The gift service delivers them. */
  undelivered(): Promise<readonly GiftReceipt[]>
  markDelivered(giftOrderNos: readonly string[]): Promise<void>
}

export interface GiftPrice {
  readonly giftId: number
  readonly oldId: number
  readonly giftType: number
  readonly giftPrice: number
  readonly giftName: string
  readonly giftIcon: string
  readonly giftIconWeb: string
  readonly status: '0' | '1' | '2'
}

export interface GiftCommand {
  readonly memberId: string
  readonly anchorRoomId: string
  readonly chatRoomNo: string
  readonly giftId: number
  readonly count: number
  readonly comboId: string
  readonly idempotencyKey: string
}

export interface GiftReceipt {
  readonly giftOrderNo: string
  readonly memberId: string
  readonly chatRoomNo: string
  readonly gift: GiftPrice
  readonly count: number
  readonly comboId: string
  /** Running total of gifts of this combo. */
  readonly comboCount: number
  readonly total: number
  readonly balance: number
  /** True if this result repeats an earlier one with the same key. */
  readonly isReplay: boolean
}

/** An entry without id, sequence number and time, which the log adds. */
export type EntryDraft = {
  [Kind in MessageKind]: { kind: Kind; data: EntryData[Kind]; author?: EntryAuthor; cid?: string }
}[MessageKind]

export interface Appended {
  readonly id: string
  readonly epoch: number
  readonly seq: number
  readonly at: number
}

/** All rooms with their ordered logs. */
export interface RoomHub {
  /** Creates the room if it does not exist. Idempotent. */
  open(room: RoomDefinition): Promise<void>
  has(chatRoomNo: string): boolean
  /** Resolves when the entries are written. No viewer receives them earlier. */
  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]>
  /** Changes the room state and appends the status entry. */
  setStatus(chatRoomNo: string, status: Partial<RoomStatus>): Promise<void>
  setTitle(chatRoomNo: string, title: string): void
  snapshot(chatRoomNo: string): RoomSnapshot | null
  /** All messages pass this method: socket event, replay tool and crowd (settled 22). */
  say(
    chatRoomNo: string,
    speaker: Speaker,
    message: { cid: string; text: string; replyTo?: string; sticker?: string; isAgain?: boolean },
  ): Promise<Result<{ id: string; seq: number }>>
  /** Real viewers (sockets) plus simulated viewers of the demo. */
  viewers(chatRoomNo: string): number
  /** Real viewers only. */
  listeners(chatRoomNo: string): number
  setCrowdViewers(chatRoomNo: string, viewers: number): void
  isAdmin(chatRoomNo: string, memberId: string): boolean
  /** False if the room is closed: its history can be read, nothing can be sent (S3.12). */
  isOpen(chatRoomNo: string): boolean
  close(): Promise<void>
}

export interface RoomDefinition {
  readonly chatRoomNo: string
  readonly matchId: string
  readonly anchorRoomId: string
  readonly title: string
  readonly status: RoomStatus extends infer Status ? Omit<Status, 'event' | 'odds' | 'viewers'> : never
  readonly setup: RoomSetup
  /** Internal member ids. */
  readonly admins: readonly string[]
}

export interface Speaker {
  readonly memberId: string
  readonly author: EntryAuthor
  readonly sessionId: string | null
  readonly address: string
  /** Sender with the load token of demo mode: rate and duplicate limits do not apply (settled 22). */
  readonly isUnlimited?: boolean
}
