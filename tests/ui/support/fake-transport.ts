import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import { isStateRoom } from '#protocol/room/kinds.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import type { Credentials, RoomEntered, SignInReport } from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { UploadControls } from '#transport/page-calls.ts'
import type { RoomHandle, RoomHandlers } from '#transport/room.ts'
import { NOON } from './feed-fixtures.ts'

/** Responses of calls. Calls without a response fail with "not found". */
export type Responses = {
  [Name in EndpointName]?: (
    params: RequestOf<Name>,
    key?: string,
  ) => Promise<Result<ViewOf<Name>>> | Result<ViewOf<Name>>
}

type SayParams = Parameters<RoomHandle['say']>[0]

/** Transport of a page without worker and server, for tests of screens. */
export class FakeTransport {
  responses: Responses = {}
  /** Calls so far, newest last. */
  readonly calls: { readonly name: string; readonly params: unknown; readonly key: string | undefined }[] = []
  /** Keys of money calls with `isRepeat`. */
  readonly repeated: (string | undefined)[] = []
  /** Calls with files so far. They stay open unless `onUpload` is replaced. */
  readonly uploads: { readonly name: string; readonly params: unknown; readonly files: readonly Blob[] }[] = []
  onUpload: (onProgress: UploadControls['onProgress']) => Promise<Result<unknown>> = () => new Promise(() => {})
  readonly sent: SayParams[] = []
  applied: { lastSeq: number; batches: number }[] = []
  onSay: (message: SayParams) => Promise<Result<{ id: string; seq: number }>> = () => new Promise(() => {})
  onOlder: RoomHandle['older'] = async () => success({ rows: [], hasMore: false })
  /** Submitted results of safety checks. */
  readonly solved: VerificationResult[] = []
  onSolved: (result: VerificationResult) => Promise<Result<null>> = async () => success(null)
  /** Number of times the safety dialog was closed without a result. */
  closings = 0
  signOuts = 0
  readonly signIns: Credentials[] = []
  onSignIn: (credentials: Credentials) => Promise<Result<unknown>> = () => new Promise(() => {})
  readonly registrations: RequestOf<'registration.register'>[] = []
  onRegister: (params: RequestOf<'registration.register'>) => Promise<Result<SignInReport>> = () =>
    new Promise(() => {})
  readonly passkeySignIns: RequestOf<'passkey.signIn'>[] = []
  onPasskeySignIn: () => Promise<Result<SignInReport>> = () => new Promise(() => {})
  inviteCode: string | null = null
  hasToken = false
  /** Money calls of `pendingTx`. */
  storedCalls: readonly object[] = []
  now = NOON
  room: RoomHandlers | null = null
  /** Handlers of the site room, while it is entered. */
  site: RoomHandlers | null = null
  /** Handlers of the entered rooms of markets and of the hall of tables. */
  readonly marketRooms = new Map<string, RoomHandlers>()
  readonly siteApplied: { lastSeq: number; batches: number }[] = []
  readonly #listeners = new Set<(notice: TransportNotice) => void>()

  /** What `#transport/client.ts` exports. */
  readonly client = {
    call: async (name: EndpointName, params: unknown, controls?: { idempotencyKey?: string; isRepeat?: boolean }) => {
      if (controls?.isRepeat) this.repeated.push(controls.idempotencyKey)
      this.calls.push({ name, params, key: controls?.idempotencyKey })
      const respond = this.responses[name] as ((params: unknown, key?: string) => unknown) | undefined
      return (await respond?.(params, controls?.idempotencyKey)) ?? failure(10004, '内容不存在')
    },
    upload: (name: EndpointName, params: unknown, files: readonly Blob[], controls: UploadControls = {}) => {
      this.uploads.push({ name, params, files })
      return this.onUpload(controls.onProgress)
    },
    onNotice: (listener: (notice: TransportNotice) => void) => {
      this.#listeners.add(listener)
      return () => this.#listeners.delete(listener)
    },
    serverNow: () => this.now,
    signOut: async () => {
      this.signOuts += 1
      return success(null)
    },
    completeVerification: (result: VerificationResult) => {
      this.solved.push(result)
      return this.onSolved(result)
    },
    closeVerification: () => {
      this.closings += 1
    },
    // Readable, so that tests can check text and key.
    encryptCaptchaText: async (text: string, secretKey: string) => success(`${secretKey}|${text}`),
    offlineGeetest: async (challenge: string) =>
      success({ geetest_challenge: challenge, geetest_validate: 'offline', geetest_seccode: 'offline' }),
    signIn: (credentials: Credentials) => {
      this.signIns.push(credentials)
      return this.onSignIn(credentials)
    },
    register: (params: RequestOf<'registration.register'>) => {
      this.registrations.push(params)
      return this.onRegister(params)
    },
    signInWithPasskey: (ticket: string, response: Record<string, unknown>) => {
      this.passkeySignIns.push({ ticket, response })
      return this.onPasskeySignIn()
    },
    readStored: async (key: 'i_code' | 'pendingTx') =>
      key === 'i_code' ? this.inviteCode : JSON.stringify(this.storedCalls),
    hasStoredSession: () => this.hasToken,
    startTransport: async () => success({ session: null, clockOffsetMs: 0, cryptoBackend: 'webcrypto' as const }),
    joinRoom: (chatRoomNo: string, handlers: RoomHandlers): RoomHandle => {
      if (chatRoomNo === 'site') return this.#joinSite(handlers)
      if (isStateRoom(chatRoomNo)) return this.#joinMarkets(chatRoomNo, handlers)
      this.room = handlers
      return {
        chatRoomNo,
        say: (message) => {
          this.sent.push(message)
          return this.onSay(message)
        },
        older: (beforeSeq) => this.onOlder(beforeSeq),
        applied: (lastSeq, batches) => this.applied.push({ lastSeq, batches }),
        leave: () => (this.room = null),
      }
    },
  }

  #joinMarkets(chatRoomNo: string, handlers: RoomHandlers): RoomHandle {
    this.marketRooms.set(chatRoomNo, handlers)
    return {
      chatRoomNo,
      say: () => new Promise(() => {}),
      older: async () => success({ rows: [], hasMore: false }),
      applied: () => {},
      leave: () => {
        if (this.marketRooms.get(chatRoomNo) === handlers) this.marketRooms.delete(chatRoomNo)
      },
    }
  }

  #joinSite(handlers: RoomHandlers): RoomHandle {
    this.site = handlers
    return {
      chatRoomNo: 'site',
      say: () => new Promise(() => {}),
      older: async () => success({ rows: [], hasMore: false }),
      applied: (lastSeq, batches) => this.siteApplied.push({ lastSeq, batches }),
      leave: () => {
        if (this.site === handlers) this.site = null
      },
    }
  }

  notify(notice: TransportNotice): void {
    for (const listener of this.#listeners) listener(notice)
  }

  enter(entered: RoomEntered): void {
    this.room?.onEntered(entered)
  }

  send(message: FeedMessage): void {
    this.room?.onMessage(message)
  }

  fail(reason: Failure): void {
    this.room?.onFailure(reason)
  }
}

/** The transport of a test file. */
export const transport = new FakeTransport()
