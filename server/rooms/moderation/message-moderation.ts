import type { RequestOf } from '#protocol/endpoints/table.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { type Result, success } from '#protocol/result.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import type { Members } from '../../members/members.ts'
import type { RoomHub } from '../hub.ts'
import { isMemberMessage } from '#protocol/room/kinds.ts'
import { pinsOf } from '../log/erasure.ts'
import { pinNotes, pinTarget } from './pinned-texts.ts'
import type { AuditRow } from '../room-repository.ts'
import { type ActingAdmin, auditRow } from './audit.ts'
import { type LogEntry, parseEntry, seqOfEntryId, textOf } from '../log/entries.ts'
import type { Room } from '../room.ts'

type Operation = RequestOf<'chatroom.operation'>
type Done = Result<Record<string, never>>

interface MessageModerationServices {
  readonly hub: RoomHub
  readonly members: Pick<Members, 'findByUserId'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Administrators' actions on messages (S6.7): delete one or all of a member, pin and unpin a text. Audited, stored,
 * then sent to the room. Actions on one room run one after the other. The caller has checked `admin`.
 */
export class MessageModeration {
  readonly #services: MessageModerationServices

  constructor(services: MessageModerationServices) {
    this.#services = services
  }

  operate(room: Room, admin: ActingAdmin, operation: Operation): Promise<Done> {
    return room.lock.run(async () => {
      if (operation.type === 'delete') return this.#delete(room, admin, operation.ids)
      if (operation.type === 'pin') await this.#pin(room, admin, operation.text)
      else await this.#deleteAll(room, admin, operation.userId)
      return success({})
    })
  }

  async #pin(room: Room, admin: ActingAdmin, wanted: string | null): Promise<void> {
    const { hub } = this.#services
    const text = cleanChatText(wanted ?? '') || null
    const audit =
      text === null
        ? this.#audit(room, admin, 'unpin', {})
        : this.#audit(room, admin, 'pin', await pinTarget(hub.log, room.chatRoomNo, text))
    await hub.database.audit(audit)
    await hub.log.append(room.chatRoomNo, [{ kind: 'pin', data: { text } }])
    await hub.save(room)
  }

  /** Deletes messages. Deleted ones stay deleted; other kinds of entries cannot be deleted. */
  async #delete(room: Room, admin: ActingAdmin, wanted: readonly string[]): Promise<Done> {
    const { log } = this.#services.hub
    const { epoch } = log.head(room.chatRoomNo)
    const messages: LogEntry[] = []
    let removed = 0
    for (const id of new Set(wanted)) {
      const entry = await log.entry(room.chatRoomNo, seqOfEntryId(id, epoch) ?? 0)
      if (entry?.id !== id) continue
      if (isMemberMessage(entry.kind)) messages.push(entry)
      else if (entry.kind === 'delete') removed += 1
    }
    if (messages.length > 0) {
      const ids = messages.map(({ id }) => id)
      const memberName = messages[0] && parseEntry(messages[0]).memberName
      const audit = this.#audit(room, admin, 'delete', { ids, memberName, count: ids.length })
      await this.#erase(room, admin, audit, { ids }, messages)
    }
    return messages.length + removed > 0 ? success({}) : failureOf(CODES.NOT_FOUND)
  }

  async #deleteAll(room: Room, admin: ActingAdmin, userId: string): Promise<void> {
    const memberName = await this.#nameOf(room, userId)
    const audit = this.#audit(room, admin, 'delete-all', { userId, memberName })
    const recent = this.#services.hub.log.recent(room.chatRoomNo, 0, Number.POSITIVE_INFINITY)
    const messages = recent.filter((entry) => entry.userId === userId && isMemberMessage(entry.kind))
    await this.#erase(room, admin, audit, { userId }, messages)
  }

  /**
   * Erases the text and notifies the room in one write. A pin of it is erased first, so that after a failure the text
   * is still there and the deletion can be repeated. `messages`: what is known of the messages.
   */
  async #erase(
    room: Room,
    admin: ActingAdmin,
    audit: AuditRow,
    target: { ids: string[] } | { userId: string },
    messages: readonly LogEntry[],
  ): Promise<void> {
    const { hub } = this.#services
    await hub.database.audit(audit)
    await this.#unpin(room, admin, new Set(messages.map(textOf)))
    const erased = await hub.log.erase(room.chatRoomNo, target)
    await this.#unpin(room, admin, new Set(erased.map(textOf)))
  }

  async #unpin(room: Room, admin: ActingAdmin, texts: ReadonlySet<string | null>): Promise<void> {
    const { pinned } = room.state
    if (pinned !== null && texts.has(pinned)) await this.#pin(room, admin, null)
    await this.#erasePins(room, texts)
  }

  /** Erases notes of pins, which repeat the text. */
  async #erasePins({ chatRoomNo }: Room, texts: ReadonlySet<string | null>): Promise<void> {
    const { log } = this.#services.hub
    const ids = pinsOf(texts, await pinNotes(log, chatRoomNo)).map(({ id }) => id)
    if (ids.length > 0) await log.erase(chatRoomNo, { ids })
  }

  /** The current name of the member; for simulated members the name in the newest message in memory. */
  async #nameOf(room: Room, userId: string): Promise<string | null> {
    const { hub, members } = this.#services
    const found = await members.findByUserId(userId)
    if (found !== null) return found.member.nickname
    const { log } = hub
    const entry = log.recent(room.chatRoomNo, 0, Number.POSITIVE_INFINITY).findLast((known) => known.userId === userId)
    return entry ? (parseEntry(entry).memberName ?? null) : null
  }

  #audit(room: Room, admin: ActingAdmin, action: AuditRow['action'], target: AuditRow['target']): AuditRow {
    return auditRow(room, admin, this.#services.now(), action, target)
  }
}
