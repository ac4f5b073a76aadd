import type { DataOf } from '#protocol/endpoints/table.ts'
import type { SessionMember } from '../../http/calls/context.ts'
import type { RoomInternals } from '../hub.ts'
import { pinnedWords } from './pinned-words.ts'
import type { Room } from '../room.ts'
import type { AuditRow, StoredAuditRow } from '../log/stores.ts'

/** How many acts an administrator is shown. */
const AUDIT_SHOWN = 100

type AuditView = DataOf<'chatroom.audit'>['list'][number]

/** What an administrator does now, as it is written down. */
export function auditRow(
  { chatRoomNo }: Pick<Room, 'chatRoomNo'>,
  { memberId, member }: SessionMember,
  at: number,
  action: AuditRow['action'],
  target: AuditRow['target'],
): AuditRow {
  return { chatRoomNo, at, memberId, byName: member.nickname, action, target }
}

/**
 * The newest acts in a room, newest first, as its administrators may read them (S6.7): names and reasons, no internal ids and
 * nothing that was deleted.
 */
export async function auditList(
  { store, log }: Pick<RoomInternals, 'store' | 'log'>,
  { chatRoomNo }: Pick<Room, 'chatRoomNo'>,
): Promise<AuditView[]> {
  const acts = await store.audits(chatRoomNo, AUDIT_SHOWN)
  // The log is read after the acts: what is deleted in between is not in the answer.
  const pinned = await pinnedWords(log, chatRoomNo, acts)
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
