import type { RequestOf } from '#protocol/endpoints/table.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import type { EntryDraft, Members, SessionMember } from '../context.ts'
import { seqOfEntryId } from './entry.ts'
import type { RoomInternals } from './hub.ts'
import { isSaid } from './log-room.ts'
import type { Room } from './room.ts'
import type { AuditRow } from './stores.ts'
import { ROOM_TEXTS } from './texts.ts'

const MINUTE_MS = 60_000
const SLOW_MODE_MAX_SECONDS = 3_600

type Operation = RequestOf<'chatroom.operation'>

export interface AdminServices {
  readonly hub: RoomInternals
  readonly members: Pick<Members, 'findByUserId'>
  readonly now: () => number
}

/**
 * What administrators of a room do (S6.7): audited, stored, then said to the room as an entry. Acts on one room happen
 * one after the other. Whoever calls has checked that `admin` is one of the room's administrators.
 */
export class RoomAdmin {
  constructor(private readonly services: AdminServices) {}

  setup(
    room: Room,
    admin: SessionMember,
    change: RequestOf<'chatroom.setup'>['setup'],
  ): Promise<Result<{ setup: RoomSetup }>> {
    return room.lock.run(async () => {
      if ((change.slowModeSeconds ?? 0) > SLOW_MODE_MAX_SECONDS) {
        return failure(CODES.PARAM_ERROR, ROOM_TEXTS.slowModeTooLong)
      }
      const { setup: now } = room.state
      const setup = {
        slowModeSeconds: change.slowModeSeconds ?? now.slowModeSeconds,
        minVipLevel: change.minVipLevel ?? now.minVipLevel,
        muteAll: change.muteAll ?? now.muteAll,
        welcomeText: change.welcomeText ?? now.welcomeText,
      }
      await this.#act(room, admin, 'setup', { setup }, [{ kind: 'setup', data: setup }])
      await this.services.hub.save(room)
      return success({ setup })
    })
  }

  mute(
    room: Room,
    admin: SessionMember,
    { userId, minutes, reason }: Omit<RequestOf<'chatroom.mute'>, 'chatRoomNo'>,
  ): Promise<Result<{ until: number }>> {
    return room.lock.run(async () => {
      const found = await this.services.members.findByUserId(userId)
      if (!found) return failure(CODES.NOT_FOUND, codeText(CODES.NOT_FOUND))
      if (room.isAdmin(found.memberId)) return failure(CODES.PARAM_ERROR, ROOM_TEXTS.cannotMuteAdmin)
      const { chatRoomNo } = room
      const until = this.services.now() + minutes * MINUTE_MS
      const memberName = found.member.nickname
      const mute = {
        chatRoomNo,
        memberId: found.memberId,
        userId,
        memberName,
        until,
        reason,
        byMemberId: admin.memberId,
        byName: admin.member.nickname,
      }
      await this.services.hub.store.putMute(mute, this.#audit(room, admin, 'mute', { userId, until, reason }))
      room.setMute(mute)
      await this.services.hub.log.append(room.chatRoomNo, [
        { kind: 'mute', data: { userId, memberName, until, reason } },
      ])
      return success({ until })
    })
  }

  unblock(room: Room, admin: SessionMember, userId: string): Promise<Result<Record<string, never>>> {
    return room.lock.run(async () => {
      const mute = room.muteOf(userId, this.services.now())
      if (!mute) return failure(CODES.NOT_FOUND, ROOM_TEXTS.notMuted)
      await this.services.hub.store.liftMute(mute, this.#audit(room, admin, 'unblock', { userId }))
      room.liftMute(userId)
      const { memberName } = mute
      await this.services.hub.log.append(room.chatRoomNo, [
        { kind: 'mute', data: { userId, memberName, until: null, reason: '' } },
      ])
      return success({})
    })
  }

  operation(room: Room, admin: SessionMember, operation: Operation): Promise<Result<Record<string, never>>> {
    return room.lock.run(async () => {
      if (operation.type === 'delete') return this.#delete(room, admin, operation.ids)
      if (operation.type === 'pin') await this.#pin(room, admin, operation.text)
      else await this.#erase(room, admin, 'delete-all', { userId: operation.userId })
      return success({})
    })
  }

  async #pin(room: Room, admin: SessionMember, text: string | null): Promise<void> {
    const pinned = text?.trim() ? text.trim() : null
    await this.#act(room, admin, pinned === null ? 'unpin' : 'pin', { text: pinned }, [
      { kind: 'pin', data: { text: pinned } },
    ])
    await this.services.hub.save(room)
  }

  /** Deletes what people said; what is deleted already stays so, and other entries cannot be deleted. */
  async #delete(room: Room, admin: SessionMember, wanted: readonly string[]): Promise<Result<Record<string, never>>> {
    const { log } = this.services.hub
    const { epoch } = log.head(room.chatRoomNo)
    const ids: string[] = []
    let gone = 0
    for (const id of new Set(wanted)) {
      const entry = await log.entry(room.chatRoomNo, seqOfEntryId(id, epoch) ?? 0)
      if (entry?.id !== id) continue
      if (isSaid(entry)) ids.push(id)
      else if (entry.kind === 'delete') gone += 1
    }
    if (ids.length > 0) await this.#erase(room, admin, 'delete', { ids })
    return ids.length + gone > 0 ? success({}) : failure(CODES.NOT_FOUND, codeText(CODES.NOT_FOUND))
  }

  /** The text goes first, then the room is told: nothing that is said to be deleted can still be read. */
  async #erase(
    room: Room,
    admin: SessionMember,
    action: AuditRow['action'],
    target: { ids: string[] } | { userId: string },
  ): Promise<void> {
    await this.services.hub.store.audit(this.#audit(room, admin, action, target))
    await this.services.hub.log.erase(room.chatRoomNo, target)
    await this.services.hub.log.append(room.chatRoomNo, [{ kind: 'delete', data: target }])
  }

  async #act(
    room: Room,
    admin: SessionMember,
    action: AuditRow['action'],
    target: AuditRow['target'],
    drafts: EntryDraft[],
  ): Promise<void> {
    await this.services.hub.store.audit(this.#audit(room, admin, action, target))
    await this.services.hub.log.append(room.chatRoomNo, drafts)
  }

  #audit(room: Room, admin: SessionMember, action: AuditRow['action'], target: AuditRow['target']): AuditRow {
    const { chatRoomNo } = room
    return { chatRoomNo, at: this.services.now(), memberId: admin.memberId, action, target }
  }
}
