import type { DataOf } from '#protocol/endpoints/table.ts'
import type { SessionMember } from '../../members/sessions/session-member.ts'
import type { RoomHub } from '../hub.ts'
import type { AuditRow, StoredAuditRow } from '../room-repository.ts'
import type { Room } from '../room.ts'
import { pinnedTexts } from './pinned-texts.ts'

/** Number of actions shown to an administrator. */
const AUDIT_SHOWN = 100

type AuditView = DataOf<'chatroom.audit'>['list'][number]

/** A member who administrates the room, or an operator of the console. */
export interface ActingAdmin {
  readonly memberId: string
  readonly member: Pick<SessionMember['member'], 'nickname'>
}

/** Creates the audit row of an action. */
export function auditRow(
  { chatRoomNo }: Pick<Room, 'chatRoomNo'>,
  { memberId, member }: ActingAdmin,
  at: number,
  action: AuditRow['action'],
  target: AuditRow['target'],
): AuditRow {
  return { chatRoomNo, at, memberId, byName: member.nickname, action, target }
}

/**
 * The newest actions in a room for its administrators (S6.7), newest first: names and reasons, without internal ids and
 * deleted texts.
 */
export async function auditList(
  { database, log }: Pick<RoomHub, 'database' | 'log'>,
  { chatRoomNo }: Pick<Room, 'chatRoomNo'>,
): Promise<AuditView[]> {
  const acts = await database.audits(chatRoomNo, AUDIT_SHOWN)
  // The log is read after the actions, so texts deleted in between are not returned.
  const pinned = await pinnedTexts(log, chatRoomNo, acts)
  return acts.map((act) => auditView(act, pinned.get(act.id) ?? null))
}

function auditView({ id, at, byName, action, target }: StoredAuditRow, pinned: string | null): AuditView {
  return {
    id,
    at,
    byName,
    action,
    memberName: textIn(target, 'memberName'),
    count: numberIn(target, 'count'),
    text: textIn(target, 'reason') ?? pinned,
    until: numberIn(target, 'until'),
  }
}

function textIn(target: AuditRow['target'], key: string): string | null {
  const value = target[key]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberIn(target: AuditRow['target'], key: string): number | null {
  const value = target[key]
  return typeof value === 'number' ? value : null
}
