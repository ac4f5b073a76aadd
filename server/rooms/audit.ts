import type { DataOf } from '#protocol/endpoints/table.ts'
import type { SessionMember } from '../context.ts'
import type { Room } from './room.ts'
import type { AuditRow, StoredAuditRow } from './stores.ts'

/** How many acts an administrator is shown. */
export const AUDIT_SHOWN = 100

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

/** An act as another administrator may read it: names and reasons, no internal ids and nothing that was deleted. */
export function auditView({ id, at, byName, action, target }: StoredAuditRow): AuditView {
  return {
    id,
    at,
    byName,
    action,
    memberName: textIn(target, 'memberName'),
    count: numberIn(target, 'count'),
    text: textIn(target, 'reason') ?? textIn(target, 'text'),
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
