import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { MemberDetail, MemberRow } from '#protocol/console/people.ts'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { BATCH_ROWS } from '../../database/prune.ts'
import { newestInWindows } from '../../database/steps.ts'
import { memberRecord } from '../../database/schema/console.ts'
import { member } from '../../database/schema/member.ts'
import { chatMute } from '../../database/schema/room.ts'
import { passkey } from '../../database/schema/security.ts'
import type { Ledger } from '../../wallet/ledger/ledger.ts'
import { session } from '../../database/schema/session.ts'
import { devicesOf } from '../../members/sessions/sessions.ts'
import { pageOf } from './audit-log.ts'
import { consoleFailure, editConflict, refusable, refuse } from './console-call.ts'

const ACTIVE = '1'
const BANNED = '2'
const ROW = {
  id: member.id,
  userId: member.publicId,
  name: member.name,
  nickname: member.nickname,
  vipLevel: member.vipLevel,
  siteId: member.siteId,
  status: member.status,
  createdAt: member.createdAt,
}

interface FoundRow extends Omit<MemberRow, 'isBanned'> {
  readonly id: string
  readonly status: string
}

/** Members whose name begins with the text, whose nickname contains it, or whose public id it is. Newest first. */
export async function searchMembers(
  { db }: Pick<Database, 'db'>,
  { text, isBanned, after }: ConsoleRequestOf<'member.search'>,
): Promise<ConsoleDataOf<'member.search'>> {
  const wanted = text.trim()
  const escaped = wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const matches: SQL | undefined =
    wanted === ''
      ? undefined
      : or(
          eq(member.publicId, wanted),
          sql`${member.name} like ${`${escaped.toLowerCase()}%`}`,
          sql`${member.nickname} like ${`%${escaped}%`}`,
        )
  const banned = isBanned === undefined ? undefined : (isBanned ? ne : eq)(member.status, ACTIVE)
  const before = (id: string | null): SQL | undefined => (id === null ? undefined : lt(member.id, id))
  const rows = await newestInWindows<FoundRow, string>({
    end: after ?? null,
    limit: PAGE_ROWS + 1,
    async startOf(end) {
      const query = db
        .select({ id: member.id })
        .from(member)
        .where(and(banned, before(end)))
      const [row] = await query.orderBy(desc(member.id)).offset(BATCH_ROWS).limit(1)
      return row?.id ?? null
    },
    read: ({ start, end }, limit) =>
      db
        .select(ROW)
        .from(member)
        .where(and(matches, banned, before(end), start === null ? undefined : gte(member.id, start)))
        .orderBy(desc(member.id))
        .limit(limit),
  })
  const { list, next } = pageOf(rows, PAGE_ROWS, ({ id }) => id)
  return { list: list.map(memberRow), next }
}

function memberRow(found: FoundRow): MemberRow {
  const { id: _, status, ...row } = found
  return { ...row, isBanned: status !== ACTIVE }
}

/** The profile of a member with sessions, mutes, coins and record. Null if there is no such member. */
export async function memberDetail(
  { db }: Pick<Database, 'db'>,
  ledger: Pick<Ledger, 'coinBalance'>,
  userId: string,
  now: number,
): Promise<MemberDetail | null> {
  const [row] = await db
    .select({
      ...ROW,
      agentStatus: member.agentStatus,
      isPasskeyRequired: member.isPasskeyRequired,
      passkeys: sql<number>`(select count(*)::int from ${passkey} where ${passkey.memberId} = ${member.id})`,
      record: memberRecord,
    })
    .from(member)
    .leftJoin(memberRecord, eq(memberRecord.memberId, member.id))
    .where(eq(member.publicId, userId))
  if (!row) return null
  const devices = await devicesOf({ db }, row.id, now)
  const deviceIds = new Map(
    (
      await db
        .select({ id: session.id, deviceId: session.deviceId })
        .from(session)
        .where(
          inArray(
            session.id,
            devices.map(({ id }) => id),
          ),
        )
    ).map(({ id, deviceId }) => [id, deviceId]),
  )
  const mutes = await db
    .select({ chatRoomNo: chatMute.chatRoomNo, until: chatMute.until, reason: chatMute.reason })
    .from(chatMute)
    .where(and(eq(chatMute.memberId, row.id), isNull(chatMute.liftedAt), gt(chatMute.until, now)))
  const { record, agentStatus, isPasskeyRequired, passkeys, ...found } = row
  return {
    ...memberRow(found),
    agentStatus,
    isPasskeyRequired,
    passkeys,
    coins: await ledger.coinBalance(row.id),
    record: recordView(record),
    sessions: devices.map(({ id, device, address, signedInAt, lastSeenAt }) => ({
      device,
      deviceId: deviceIds.get(id) ?? '',
      address,
      signedInAt,
      lastSeenAt,
    })),
    mutes,
  }
}

type RecordRow = typeof memberRecord.$inferSelect

/** Version 0: nothing was recorded yet. */
function recordView(row: RecordRow | null): MemberDetail['record'] {
  return { note: row?.note ?? '', banReason: row?.banReason ?? '', version: row?.version ?? 0 }
}

/** What a change of a member sets. */
export interface MemberEdit {
  readonly note?: string
  /** Null lifts the ban. */
  readonly banReason?: string | null
}

type Edited = ConsoleDataOf<'member.ban'>

/**
 * Changes record and ban of a member that were read with `version`, and runs `audit` in the same transaction. Refused with
 * EDIT_CONFLICT if another operator was faster.
 */
export function editMember(
  database: Database,
  { userId, version }: { readonly userId: string; readonly version: number },
  edit: MemberEdit,
  audit: (tx: Transaction, name: string, before: Edited, after: Edited) => Promise<void>,
): Promise<Result<Edited & { readonly memberId: string }>> {
  return refusable(database, async (tx) => {
    const [row] = await tx.select(ROW).from(member).where(eq(member.publicId, userId)).for('no key update')
    if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
    const [stored] = await tx.select().from(memberRecord).where(eq(memberRecord.memberId, row.id))
    const before = { record: recordView(stored ?? null), isBanned: row.status !== ACTIVE }
    if (before.record.version !== version) refuse(editConflict(before))
    const isBanned = edit.banReason === undefined ? before.isBanned : edit.banReason !== null
    const record = {
      note: edit.note ?? before.record.note,
      banReason: edit.banReason === undefined ? before.record.banReason : (edit.banReason ?? ''),
      version: version + 1,
    }
    await tx
      .insert(memberRecord)
      .values({ memberId: row.id, ...record })
      .onConflictDoUpdate({ target: memberRecord.memberId, set: record })
    if (isBanned !== before.isBanned) {
      await tx
        .update(member)
        .set({ status: isBanned ? BANNED : ACTIVE })
        .where(eq(member.id, row.id))
    }
    const after = { record, isBanned }
    await audit(tx, row.name, before, after)
    return success({ ...after, memberId: row.id })
  })
}
