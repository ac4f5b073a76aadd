import { MINUTE_MS } from '#protocol/time.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { PERMANENT_MUTE_END, setupChanges } from '#protocol/rules/speaking.ts'
import type { Members } from '../../members/members.ts'
import type { RoomHub } from '../hub.ts'
import type { AuditRow } from '../room-repository.ts'
import { type ActingAdmin, auditRow } from './audit.ts'
import type { Room } from '../room.ts'
import { ROOM_MESSAGES } from '../messages.ts'
import { mergeTerms, normalizeTerms } from '../speech-rules.ts'

const SLOW_MODE_MAX_SECONDS = 3_600

export interface AdminServices {
  readonly hub: RoomHub
  readonly members: Pick<Members, 'findByUserId'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Administrators' changes of rules and members of a room (S6.7): audited, stored, then sent to the room. Actions on one
 * room run one after the other. The caller has checked that `admin` administrates the room.
 */
export class RoomAdmin {
  readonly #services: AdminServices

  constructor(services: AdminServices) {
    this.#services = services
  }

  /** Changes rules of speaking or the welcome text. Without a difference nothing is recorded. */
  setup(
    room: Room,
    admin: ActingAdmin,
    change: RequestOf<'chatroom.setup'>['setup'],
  ): Promise<Result<{ setup: RoomSetup }>> {
    return room.lock.run(async () => {
      if ((change.slowModeSeconds ?? 0) > SLOW_MODE_MAX_SECONDS) {
        return failure(CODES.PARAM_ERROR, ROOM_MESSAGES.slowModeTooLong)
      }
      const { setup: now } = room.state
      const setup = {
        slowModeSeconds: change.slowModeSeconds ?? now.slowModeSeconds,
        minVipLevel: change.minVipLevel ?? now.minVipLevel,
        muteAll: change.muteAll ?? now.muteAll,
        welcomeText: change.welcomeText === undefined ? now.welcomeText : cleanChatText(change.welcomeText),
      }
      const changed = setupChanges(now, setup)
      // Nothing changed, so nothing is sent.
      if (changed.length === 0) return success({ setup: now })
      const { hub } = this.#services
      await hub.database.audit(this.#audit(room, admin, 'setup', { setup }))
      await hub.log.append(room.chatRoomNo, [{ kind: 'setup', data: { ...setup, changed } }])
      await hub.save(room)
      return success({ setup })
    })
  }

  /**
   * Merges a change into the blocked terms of the room, so that concurrent changes are preserved; `words` replaces all
   * terms (protocol version 2). Only administrators receive the terms.
   */
  setBlockedTerms(
    room: Room,
    admin: ActingAdmin,
    { added = [], removed = [], words: replacement }: Omit<RequestOf<'chatroom.setWords'>, 'chatRoomNo'>,
  ): Promise<Result<{ words: string[] }>> {
    return room.lock.run(async () => {
      const words = replacement ? normalizeTerms(replacement) : mergeTerms(room.terms, { added, removed })
      if (words === null) return failure(CODES.PARAM_ERROR, ROOM_MESSAGES.tooManyTerms)
      await this.#services.hub.database.putBlockedTerms(
        room.chatRoomNo,
        words,
        this.#audit(room, admin, 'words', { count: words.length, words }),
      )
      room.setBlockedTerms(words)
      return success({ words })
    })
  }

  /** Mutes for some minutes, or until lifted with `minutes: null`. */
  mute(
    room: Room,
    admin: ActingAdmin,
    { userId, minutes, reason }: Omit<RequestOf<'chatroom.mute'>, 'chatRoomNo'>,
  ): Promise<Result<{ until: number }>> {
    return room.lock.run(async () => {
      const found = await this.#services.members.findByUserId(userId)
      if (!found) return failureOf(CODES.NOT_FOUND)
      if (room.isAdmin(found.memberId)) return failure(CODES.PARAM_ERROR, ROOM_MESSAGES.cannotMuteAdmin)
      const { hub, now } = this.#services
      const { chatRoomNo } = room
      const until = minutes === null ? PERMANENT_MUTE_END : now() + minutes * MINUTE_MS
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
      await hub.database.putMute(mute, this.#audit(room, admin, 'mute', { userId, memberName, until, reason }))
      room.setMute(mute, now())
      await hub.log.append(chatRoomNo, [{ kind: 'mute', data: { userId, memberName, until, reason } }])
      return success({ until })
    })
  }

  unblock(room: Room, admin: ActingAdmin, userId: string): Promise<Result<Record<string, never>>> {
    return room.lock.run(async () => {
      const { hub, now } = this.#services
      const mute = room.muteOf(userId, now())
      if (!mute) return failure(CODES.NOT_FOUND, ROOM_MESSAGES.notMuted)
      const { memberName } = mute
      await hub.database.liftMute(mute, this.#audit(room, admin, 'unblock', { userId, memberName }))
      room.liftMute(userId)
      await hub.log.append(room.chatRoomNo, [{ kind: 'mute', data: { userId, memberName, until: null, reason: '' } }])
      return success({})
    })
  }

  #audit(room: Room, admin: ActingAdmin, ...[action, target]: AuditedAct): AuditRow {
    return auditRow(room, admin, this.#services.now(), action, target)
  }
}

type AuditedAct = [action: AuditRow['action'], target: AuditRow['target']]
