import type { DataOf, EndpointName, RequestOf } from './endpoints/table.ts'
import type { PackedOf } from './views/view.ts'
import type { Member } from './endpoints/shapes.ts'
import type { RoomSnapshot } from './endpoints/chatroom.ts'
import type { Result } from './result.ts'
import type { EntryAuthor, EntryData, MarqueeItem, MatchEvent, RoomSetup, RoomStatus } from './room/feed.ts'
import type { MessageKind } from './room/kinds.ts'
import type { SafeType, VerificationResult } from './verification.ts'

/**
 * The border between the page and its transport worker: Comlink for control, a raw MessagePort for each room's batches.
 * Everything here survives structured cloning. `Port` is the platform's MessagePort, left open because the protocol
 * compiles without DOM.
 */
export interface WorkerApi<Port = unknown> {
  /** First call: handshake, clock, restored session. Safe to repeat after a worker was replaced. */
  start(options: StartOptions, links: WorkerLinks): Promise<Result<StartReport>>
  /** One sealed call. `callId` (chosen by the caller) makes it abortable. Never rejects. */
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<Result<PackedOf<Name>>>
  abort(callId: string): Promise<void>
  /** A multipart row with its files; progress counts bytes of the body on the wire. Never rejects. */
  upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly UploadFile[],
    options: CallOptions,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Result<DataOf<Name>>>
  /**
   * The dialog's answer to a `verification` notice: verified once, then every waiting request is sent again (S4.21). A
   * failure leaves the requests waiting, so that the dialog can offer another try.
   */
  completeVerification(result: VerificationResult): Promise<Result<null>>
  /** S4.20: the dialog was closed; every waiting request fails with 请求已关闭. */
  closeVerification(): Promise<void>
  /**
   * What AJ-Captcha asks of an answer: base64( AES-128-ECB(text) ) under the picture's key. Here because no
   * cryptography runs on the page's thread (D.5).
   */
  encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>>
  /** S7.52: what a browser answers to a challenge while geetest is offline; it proves nothing, and the server knows. */
  offlineGeetest(challenge: string): Promise<Result<GeetestProof>>
  /** Another tab has changed the stored token: take up what is stored now. */
  adoptStoredSession(): Promise<void>
  /** The password is encoded in the worker and goes no further in clear; the token stays in the worker. */
  signIn(credentials: Credentials): Promise<Result<{ member: Member; expireAt: number }>>
  signOut(): Promise<Result<null>>
  /** Opens a room; batches flow over `port` until {@link leaveRoom}. With a position the feed continues after it. */
  enterRoom(room: { chatRoomNo: string; position?: FeedPosition }, port: Port): Promise<Result<RoomEntered>>
  leaveRoom(chatRoomNo: string): Promise<void>
  say(message: Say): Promise<Result<{ id: string; seq: number }>>
  /** Entries before `beforeSeq`, oldest first, checked and superseded like live ones. */
  olderRows(chatRoomNo: string, beforeSeq: number): Promise<Result<{ rows: FeedRow[]; hasMore: boolean }>>
  /** Page visibility and network state, which a worker cannot see for itself. */
  setPageState(state: { visible: boolean; online: boolean }): Promise<void>
  /** Answers with the worker's clock; no answer within WORKER_PING_TIMEOUT_MS while visible = dead (settled 19). */
  ping(): Promise<number>
  stats(): Promise<TransportStats>
}

export interface Credentials {
  readonly name: string
  readonly password: string
  /** Where the site demands it (Annex C.2). */
  readonly geetest?: GeetestProof
}

export interface GeetestProof {
  readonly geetest_challenge: string
  readonly geetest_validate: string
  readonly geetest_seccode: string
}

export interface UploadFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

export interface StartOptions {
  /** `https://host:port`, no trailing slash; calls and sockets go there. */
  readonly origin: string
  readonly siteId: number
  readonly clientType: 1 | 2 | 3
  /** Version string of the page, sent as the `version` header. */
  readonly appVersion: string
  /** Ed25519 public key of the server (base64url), from the served HTML. */
  readonly serverIdentity: string
  /** Other lines to the same server that the page was served with, so that a start does not depend on the first one. */
  readonly lines?: readonly string[]
  readonly platform: string
}

/** Functions of the page that the worker calls (Comlink proxies). */
export interface WorkerLinks {
  readonly storage: StorageAdapter
  notify(notice: TransportNotice): void
}

/** Annex F and ours. Everything else is refused by the adapter. */
export const STORED_KEYS = [
  'tb-token',
  'i_code',
  'r_code',
  'language',
  'newsDomains',
  'errCount',
  'dc',
  'uuid',
  'pendingTx',
] as const
export type StoredKey = (typeof STORED_KEYS)[number]

/** Storage of the page, on the main thread because a worker has no sessionStorage and no cookies (settled 26). */
export interface StorageAdapter {
  get(key: StoredKey): Promise<string | null>
  /** Resolves when the value is stored; false = storage is full or forbidden and the value lives in memory only. */
  set(key: StoredKey, value: string): Promise<boolean>
  remove(key: StoredKey): Promise<void>
}

export interface StartReport {
  readonly session: { member: Member; expireAt: number } | null
  readonly clockOffsetMs: number
  readonly cryptoBackend: 'webcrypto' | 'pure-js' | 'node'
}

export interface CallOptions {
  readonly callId?: string
  /** Only for idempotent rows: the page's own key, so that a repeated tap is one posting. Made by the worker if absent. */
  readonly idempotencyKey?: string
  /** Only for idempotent rows: the `userId` of whose money it is. Under another member's session nothing is sent. */
  readonly memberId?: string
  /** S4.23: the caller goes on whatever an access caveat says. */
  readonly isGo?: boolean
}

export interface FeedPosition {
  readonly epoch: number
  readonly seq: number
}

export interface RoomEntered {
  readonly chatRoomNo: string
  readonly snapshot: RoomSnapshot
  /** The caller's role in this room. */
  readonly role: 'anon' | 'member' | 'admin'
}

export interface Say {
  readonly chatRoomNo: string
  readonly cid: string
  readonly text: string
  readonly replyTo?: string
  readonly sticker?: string
  /** The `userId` of whose words they are: nothing is said under another member's session. */
  readonly memberId?: string
}

export type ConnectionState = 'online' | 'connecting' | 'offline' | 'recovering'

/** What the transport tells the page without being asked. */
export type TransportNotice =
  /** The socket of the rooms; without a room nobody needs one, and the state is `online`. */
  | { readonly type: 'connection'; readonly state: ConnectionState }
  /** Who is signed in now, by this tab or another one of this browser; null = a visitor. */
  | { readonly type: 'session'; readonly session: { member: Member; expireAt: number } | null }
  /** A code that has an effect beyond its caller (session ended, maintenance, ...); see `src/app/outcomes.ts`. */
  | {
      readonly type: 'outcome'
      readonly code: number
      readonly message: string
      readonly path: string
      /** HTTP status, where the failure came from one. */
      readonly status?: number
      readonly details?: unknown
      /** What the caller said in {@link CallOptions.isGo}. */
      readonly isGo?: boolean
    }
  /** The server's clock minus this device's, in milliseconds (S9.2). */
  | { readonly type: 'clock'; readonly offsetMs: number }
  /** S4.18: requests wait for a safety check; open the dialog now (the 500 ms have passed). */
  | { readonly type: 'verification'; readonly safeTypes: readonly SafeType[] }
  /** Nothing waits any more, and not because of the dialog: close it. */
  | { readonly type: 'verification-over' }
  /** S9.20: five minutes or less are left of the session (`expireAt` on the server's clock); once per session. */
  | { readonly type: 'session-expiring'; readonly expireAt: number }
  /** Storage is full or forbidden: session and open money calls live in memory and end with this page. Once. */
  | { readonly type: 'storage-failed' }
  /** Another line is used from now on; `isFirst` = back on the first one. */
  | { readonly type: 'line'; readonly origin: string; readonly isFirst: boolean }
  /** Settled 16: the server does not speak this page's version any more; drop the shell and reload once. */
  | { readonly type: 'version-mismatch' }
  /** The outcome of a money call whose caller was told "unknown", or that was left over from before a reload. */
  | {
      readonly type: 'settled'
      readonly endpoint: EndpointName
      readonly idempotencyKey: string
      readonly result: Result<unknown>
    }

/** One row as the page shows it. */
export type FeedRow = {
  [Kind in MessageKind]: {
    readonly id: string
    readonly seq: number
    readonly kind: Kind
    /** Server clock, epoch milliseconds. */
    readonly at: number
    readonly author: EntryAuthor | null
    /** Said or given by the member of this page. */
    readonly isMine: boolean
    readonly isMention: boolean
    readonly cid?: string
    readonly data: EntryData[Kind]
  }
}[MessageKind]

export type FeedRowOf<Kind extends MessageKind> = Extract<FeedRow, { kind: Kind }>

/** Kinds that are rows of the list; the others change the room's state only. */
export const ROW_KINDS = [
  'text',
  'image',
  'gift',
  'order',
  'revert',
  'system',
  'notice',
  'mute',
  'pin',
  'setup',
] as const

/** A change to rows that the page may already hold. */
export type FeedPatch =
  | { readonly type: 'revert'; readonly orderId: string; readonly seq: number }
  | { readonly type: 'delete'; readonly ids: readonly string[]; readonly seq: number }
  /** Everything this member said up to `seq`; `ids` are those of it that others quote. */
  | { readonly type: 'delete-author'; readonly userId: string; readonly ids?: readonly string[]; readonly seq: number }

/** One message over the batch port, worker to page. */
export interface FeedBatch {
  readonly type: 'batch'
  readonly epoch: number
  /** The last entry this batch covers: what a successor of this worker resumes after. */
  readonly lastSeq: number
  /** Rows in server order, duplicates removed, superseded ones already replaced. */
  readonly rows: readonly FeedRow[]
  readonly patches: readonly FeedPatch[]
  /** Text rows dropped before these rows because the page could not have shown them (settled 17). */
  readonly folded: number
  /** The newest welcome, if any: the strip shows one. */
  readonly welcome: FeedRowOf<'welcome'> | null
  readonly status: Partial<Omit<RoomStatus, 'event'>> | null
  /** A match has begun: marks that came before this batch are those of the last one. */
  readonly beginsMatch: boolean
  /** New marks of the match that is on; history has none, because the snapshot over it knows them. */
  readonly marks: readonly MatchEvent[]
  readonly marquee: readonly { readonly item: MarqueeItem; readonly removed: boolean }[]
  readonly pinned: { readonly text: string | null } | null
  readonly setup: RoomSetup | null
  /** A mute (or its end) of the member of this page. */
  readonly ownMute: { readonly until: number | null; readonly reason: string } | null
  /** Present on the first batch after an interruption: rows from here on were missed while offline. */
  readonly divider: { readonly missed: number; readonly isLost: boolean } | null
  /** Worker clock when the batch was posted, for the stats panel. */
  readonly postedAt: number
}

/** Worker to page when the feed had to begin anew (other epoch, or too long away). */
export interface FeedReset {
  readonly type: 'reset'
  readonly snapshot: RoomSnapshot
}

export type FeedMessage = FeedBatch | FeedReset

/** Page to worker over the batch port: what is on the screen. One message for both, because each costs a busy page. */
export interface FeedControl {
  readonly type: 'applied'
  /** The last sequence number that the page has applied. */
  readonly seq: number
  /** How many batches that took: as many more may be posted. */
  readonly credits: number
}

/** Counters since the worker started; everything the stats panel and the benches read. */
export interface TransportStats {
  readonly entriesReceived: number
  readonly rowsShown: number
  readonly rowsFolded: number
  /** Of those the ones in the lane of VIP above 4, the last to go; the rest was in that of everybody else. */
  readonly rowsFoldedHigh: number
  readonly duplicates: number
  readonly malformed: number
  /** Entries that were superseded before the page saw them: deleted, or an order's revert that became part of its row. */
  readonly superseded: number
  /** Entries that are no rows: they changed the room's state only. */
  readonly stateOnly: number
  /** Rows that were let go because the page did not take them (settled 18); the server gives them again. */
  readonly released: number
  readonly gaps: number
  readonly frames: number
  readonly batches: number
  readonly reconnects: number
  readonly openMsTotal: number
  readonly clockOffsetMs: number
  readonly roundTripMs: number
  readonly queueLength: number
}
