import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { FeedMessage, RoomEntered, TransportNotice } from '#protocol/worker-api.ts'
import type { RoomHandle, RoomHandlers } from '#transport/room.ts'
import { NOON } from './feed-fixtures.ts'

/** What a call of the page meets. Anything that is not set answers "not found", like an address nobody serves. */
export type Answers = {
  [Name in EndpointName]?: (
    params: RequestOf<Name>,
    key?: string,
  ) => Promise<Result<DataOf<Name>>> | Result<DataOf<Name>>
}

type Said = Parameters<RoomHandle['say']>[0]

/** The transport of a page without worker and server: screens are tested against it, the transport against real ones. */
export class FakeTransport {
  answers: Answers = {}
  /** Calls so far, newest last. */
  readonly calls: { readonly name: string; readonly params: unknown; readonly key: string | undefined }[] = []
  readonly said: Said[] = []
  applied: { lastSeq: number; batches: number }[] = []
  onSay: (message: Said) => Promise<Result<{ id: string; seq: number }>> = () => new Promise(() => {})
  onOlder: RoomHandle['older'] = async () => success({ rows: [], hasMore: false })
  now = NOON
  room: RoomHandlers | null = null
  private readonly listeners = new Set<(notice: TransportNotice) => void>()

  /** What `#transport/client.ts` exports. */
  readonly client = {
    call: async (name: EndpointName, params: unknown, controls?: { idempotencyKey?: string }) => {
      this.calls.push({ name, params, key: controls?.idempotencyKey })
      const answer = this.answers[name] as ((params: unknown, key?: string) => unknown) | undefined
      return (await answer?.(params, controls?.idempotencyKey)) ?? failure(10004, '内容不存在')
    },
    onNotice: (listener: (notice: TransportNotice) => void) => {
      this.listeners.add(listener)
      return () => this.listeners.delete(listener)
    },
    serverNow: () => this.now,
    signOut: async () => success(null),
    startTransport: async () => success({ session: null, clockOffsetMs: 0, cryptoBackend: 'webcrypto' as const }),
  }

  /** What `#transport/room.ts` exports. */
  readonly rooms = {
    joinRoom: (chatRoomNo: string, handlers: RoomHandlers): RoomHandle => {
      this.room = handlers
      return {
        chatRoomNo,
        say: (message) => {
          this.said.push(message)
          return this.onSay(message)
        },
        older: (beforeSeq) => this.onOlder(beforeSeq),
        applied: (lastSeq, batches) => this.applied.push({ lastSeq, batches }),
        leave: () => (this.room = null),
      }
    },
  }

  notify(notice: TransportNotice): void {
    for (const listener of this.listeners) listener(notice)
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

/** One for a test file: its mocks are set up before anything else is imported. */
export const transport = new FakeTransport()
