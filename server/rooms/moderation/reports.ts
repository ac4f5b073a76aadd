import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { CODES } from '#protocol/codes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import type { SessionMember } from '../../members/sessions/session-member.ts'
import type { RoomHub } from '../hub.ts'
import type { ReportedMessage } from '../../database/schema/moderation.ts'
import { isMemberMessage, type MessageKind } from '#protocol/room/kinds.ts'
import type { ReportRow } from '../room-repository.ts'
import { RateLimiter } from '../../net/rate-limit.ts'
import { type LogEntry, parseEntry, seqOfEntryId } from '../log/entries.ts'
import type { Room } from '../room.ts'
import { ROOM_MESSAGES } from '../messages.ts'

/** Five at once, one more per minute. */
const RATE = { burst: 5, perSecond: 1 / 60 }
/** Reports without action expire after a day. */
const OPEN_MS = 24 * 3_600_000
/** Messages before and after a reported one that are stored with it, and the entries among which the later ones are. */
const CONTEXT_MESSAGES = 5
const CONTEXT_RANGE = 100
const MESSAGE_KINDS = new Set<MessageKind>(['text', 'image'])
const READ = 500
const SHOWN = 50

type ReportView = DataOf<'chatroom.reports'>['list'][number]

interface ReportServices {
  readonly hub: RoomHub
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Reports of members. Administrators of the room see those whose text is still in the log. The console sees each reported
 * message with its context.
 */
export class ReportQueue {
  readonly #limiter: RateLimiter
  readonly #services: ReportServices

  constructor(services: ReportServices) {
    this.#services = services
    this.#limiter = new RateLimiter(RATE, services.now)
  }

  /** Stores a member's report of somebody else's message that exists. */
  async report(
    room: Room,
    { memberId, member }: SessionMember,
    { id, reason, note = '' }: Omit<RequestOf<'chatroom.report'>, 'chatRoomNo'>,
  ): Promise<Result<Record<string, never>>> {
    const { hub, now } = this.#services
    const waitMs = this.#limiter.take(memberId)
    if (waitMs > 0) {
      const details = { until: now() + waitMs }
      return failure(CODES.CURRENT_LIMITING_A, ROOM_MESSAGES.tooManyReports, { details })
    }
    const entry = await this.#entryOf(room, id)
    if (!entry) return failure(CODES.NOT_FOUND, ROOM_MESSAGES.reportGone)
    if (entry.userId === member.userId) return failure(CODES.PARAM_ERROR, ROOM_MESSAGES.ownReport)
    const { chatRoomNo } = room
    const report = { chatRoomNo, entryId: id, memberId, reason, note: cleanChatText(note), at: now() }
    await hub.database.putReport(report, await this.#contextOf(room, entry))
    return success({})
  }

  /** Reports of the last day whose entry is not deleted, one per entry, newest first. */
  async list(room: Room): Promise<ReportView[]> {
    const { hub, now } = this.#services
    const byEntry = new Map<string, ReportRow[]>()
    for (const row of await hub.database.reports(room.chatRoomNo, now() - OPEN_MS, READ)) {
      byEntry.set(row.entryId, [...(byEntry.get(row.entryId) ?? []), row])
    }
    const views: ReportView[] = []
    for (const [id, [newest, ...others]] of byEntry) {
      const entry = await this.#entryOf(room, id)
      if (!entry || !newest || views.length === SHOWN) continue
      views.push(viewOf(entry, newest, others.length + 1))
    }
    return views
  }

  /** The reported message among the messages before and after it, oldest first. */
  async #contextOf({ chatRoomNo }: Room, entry: LogEntry): Promise<readonly ReportedMessage[]> {
    const { log } = this.#services.hub
    const before = await log.before(chatRoomNo, entry.seq, CONTEXT_MESSAGES, MESSAGE_KINDS)
    const after = (await log.range(chatRoomNo, entry.seq, entry.seq + CONTEXT_RANGE))
      .filter(({ kind }) => isMemberMessage(kind))
      .slice(0, CONTEXT_MESSAGES)
    return [...before, entry, ...after].map(messageOf)
  }

  async #entryOf({ chatRoomNo }: Room, id: string): Promise<LogEntry | null> {
    const { log } = this.#services.hub
    const seq = seqOfEntryId(id, log.head(chatRoomNo).epoch)
    const entry = seq === null ? null : await log.entry(chatRoomNo, seq)
    return entry?.id === id && isMemberMessage(entry.kind) ? entry : null
  }
}

function viewOf(entry: LogEntry, { reason, note, at }: ReportRow, count: number): ReportView {
  return { ...messageOf(entry), at, count, reason, note }
}

function messageOf(entry: LogEntry): ReportedMessage {
  const { data, memberName = '', userId = '' } = parseEntry(entry)
  const text = 'text' in data ? (data.text ?? '') : 'alt' in data ? data.alt : ''
  return { id: entry.id, userId, memberName, text, at: entry.at }
}
