import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { ClientType } from '#protocol/headers.ts'
import type { Result } from '#protocol/result.ts'
import type { EntryAuthor, EntryData, RoomSetup, RoomStatus } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { CallSafety } from '../../members/verification/call-safety.ts'

/**
 * The seams between the rooms of the server. Each interface has one home that implements it; handlers and the world see
 * only these. All times are epoch milliseconds, all money is integer minor units.
 */

/** Who calls. `memberId` is internal and never leaves the server; `member.userId` is the public id. */
export interface SessionMember {
  readonly sessionId: string
  readonly memberId: string
  readonly expireAt: number
  readonly member: Member
}

/** What a handler knows about the call besides its checked parameters. */
export interface CallContext {
  readonly traceId: string
  readonly now: number
  readonly siteId: number
  readonly clientType: ClientType
  readonly deviceId: string
  readonly address: string
  readonly session: SessionMember | null
  readonly idempotencyKey: string | null
  /** Legacy keys of this call's envelope session, for fields that are encoded under them (`timewd`). */
  readonly wdKey: Uint8Array | null
  /** Null for calls that no envelope stands behind: those of the demo world. */
  readonly safety: CallSafety | null
  /** Only of multipart rows: nothing of the files has been taken in before this is called. */
  readonly readFiles?: ReadFiles
}

/** A file of a multipart call: its type is what its bytes show, its hash is the one in the sealed part. */
export interface UploadedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}
export type ReadFiles = () => Promise<Result<readonly UploadedFile[]>>

/** Calls open to `member` and `room-admin` rows always have a session; the router has refused the others. */
export type Handler<Name extends EndpointName> = (
  params: RequestOf<Name>,
  call: CallContext,
) => Promise<Result<DataOf<Name>>>
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }

/** Sessions: opaque tokens of 256 random bits, stored as SHA-256, bound to a device. Home: `server/members/sessions/`. */
export interface Sessions {
  create(
    memberId: string,
    client: { deviceId: string; clientType: ClientType; address: string },
  ): Promise<{ token: string; expireAt: number; session: SessionMember }>
  /** Null for unknown, ended, expired tokens and for a token on another device. `endedBy` tells which code to answer. */
  find(token: string, deviceId: string): Promise<{ session: SessionMember | null; endedBy: number | null }>
  end(sessionId: string, code: number): Promise<void>
  endAllOf(memberId: string, code: number): Promise<void>
  /** Called once for every session that ends, in whatever way; sockets are closed from here. */
  onEnd(listener: (sessionId: string, code: number) => void): () => void
}

/** Members. Home: `server/members/`. */
export interface Members {
  /** Null when name or password is wrong or the account is unusable; takes the same time either way. */
  checkPassword(name: string, password: string): Promise<{ memberId: string; code: number | null } | null>
  profile(memberId: string): Promise<Member | null>
  findByUserId(userId: string): Promise<{ memberId: string; member: Member } | null>
  /** Creates members in bulk if absent (demo world, load tool); returns internal ids in the order given. */
  ensure(seeds: readonly MemberSeed[]): Promise<{ memberId: string; member: Member }[]>
}

export interface MemberSeed {
  readonly name: string
  /** Null = nobody can sign in as this member (crowd). */
  readonly password: string | null
  readonly nickname: string
  readonly vipLevel: number
  readonly level: number
  readonly siteId: number
  /** Coins granted once by the house when the member is created. */
  readonly coins: number
  readonly tags?: readonly string[]
}

/** Double-entry ledger behind coins and gifts (Annex H, I1-I8). Home: `server/ledger/`. */
export interface Ledger {
  coinBalance(memberId: string): Promise<number>
  /** Charges the server's price in one transaction with the gift order; idempotent by key. */
  sendGift(gift: GiftCommand): Promise<Result<GiftReceipt>>
  buyCoins(command: { memberId: string; coins: number; idempotencyKey: string }): Promise<Result<{ balance: number }>>
  gifts(): Promise<readonly GiftPrice[]>
  ranking(anchorRoomId: string, since: number, limit: number): Promise<{ memberId: string; total: number }[]>
  /** Orders charged but not yet in a room's log (a crash in between); the gift service delivers them. */
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
  /** True when this answer repeats an earlier one for the same key. */
  readonly isReplay: boolean
}

/** An entry before the log gives it id, seq and time. */
export type EntryDraft = {
  [Kind in MessageKind]: { kind: Kind; data: EntryData[Kind]; author?: EntryAuthor; cid?: string }
}[MessageKind]

export interface Appended {
  readonly id: string
  readonly epoch: number
  readonly seq: number
  readonly at: number
}

/** All rooms with their ordered logs. Home: `server/rooms/`. */
export interface RoomHub {
  /** Creates the room if it is new; safe to repeat at every start. */
  open(room: RoomDefinition): Promise<void>
  has(chatRoomNo: string): boolean
  /** Resolves when the entries are written; nobody has seen them before that. */
  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]>
  /** Changes what is true of the room and appends the status entry. */
  setStatus(chatRoomNo: string, status: Partial<RoomStatus>): Promise<void>
  setTitle(chatRoomNo: string, title: string): void
  snapshot(chatRoomNo: string): RoomSnapshot | null
  /** Everything that speaks goes through here: socket event, replay tool and crowd alike (settled 22). */
  say(
    chatRoomNo: string,
    speaker: Speaker,
    message: { cid: string; text: string; replyTo?: string; sticker?: string; isAgain?: boolean },
  ): Promise<Result<{ id: string; seq: number }>>
  /** Real viewers, counted by socket, plus those of the demo crowd. */
  viewers(chatRoomNo: string): number
  /** Real viewers alone. */
  listeners(chatRoomNo: string): number
  setCrowdViewers(chatRoomNo: string, viewers: number): void
  isAdmin(chatRoomNo: string, memberId: string): boolean
  /** Whether anything can be said or given; a closed room can still be read (S3.12). */
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
  /** Demo-only load token: rate and duplicate limits do not apply (settled 22). */
  readonly isUnlimited?: boolean
}
