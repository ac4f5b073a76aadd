import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { AGENT } from '#protocol/club/agents.ts'
import { CODES } from '#protocol/codes.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { appendAudit, type AuditEntry } from '../console/audit-log.ts'
import { EntryRepository, fromRow, type EntryRow } from '../../rooms/log/entries.ts'
import { erasedBy } from '../../rooms/log/erasure.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { Members } from '../../members/members.ts'
import type { Passwords } from '../../members/passwords.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import { removePicturesOf } from '../../members/uploads/uploads.ts'
import { PERSONAL_TABLES } from './personal-tables.ts'

/** Name of an erased member wherever a name remains, for example at gifts. */
export const ERASED_NAME = '已注销'
const BLOCKED = '0'

interface EraseOptions {
  readonly passwords: Pick<Passwords, 'hash'>
  /** Epoch milliseconds. */
  readonly now: number
  /** Who has requested it, for the audit log; null for the command line. */
  readonly operator: AuditEntry['operator']
  /** The parts of a running server that remember members; null if no server uses the database. */
  readonly running: {
    readonly sessions: Pick<Sessions, 'endAllOf'>
    readonly rooms: Pick<RoomHub, 'has' | 'log'>
    readonly members: Pick<Members, 'forgetProfile'>
  } | null
}

/**
 * Deletes the personal data of a member (decision 141). Postings, gift orders and actions as an administrator stay under
 * the internal id. Nobody can sign in as this member any more; the sign-in name and the contacts are free again. Can be
 * repeated after a failure. Returns false if there is no such member.
 */
export async function eraseMember(
  database: Pick<Database, 'db' | 'transaction'>,
  memberId: string,
  { passwords, now, operator, running }: EraseOptions,
): Promise<boolean> {
  const [row] = await database.db.select().from(member).where(eq(member.id, memberId))
  if (!row) return false
  await running?.sessions.endAllOf(memberId, CODES.AUTH_ERROR)
  await eraseMessages(database, row, running?.rooms ?? null)
  // A member without a hash would count as one of the demo's crowd, whose postings are rolled up.
  const passwordHash = await passwords.hash(randomBytes(24).toString('base64url'))
  await database.transaction(async (tx) => {
    for (const { table, key, onErase } of PERSONAL_TABLES) {
      if (onErase !== 'delete') continue
      await tx.execute(sql`delete from ${sql.identifier(table)} where ${sql.identifier(key)} = ${memberId}`)
    }
    await removePicturesOf(tx, memberId, now)
    await renameInAudit(tx, row)
    await eraseReports(tx, row)
    await tx
      .update(member)
      .set({ ...emptyProfile(memberId), passwordHash })
      .where(eq(member.id, memberId))
    await appendAudit(tx, { at: now, operator, address: '', action: 'member.erase', target: `member ${memberId}` })
  })
  running?.members.forgetProfile(memberId)
  return true
}

function emptyProfile(memberId: string): Partial<typeof member.$inferInsert> {
  return {
    name: `erased-${memberId}`,
    nickname: ERASED_NAME,
    avatar: '',
    realName: null,
    birthDate: null,
    phoneEncrypted: null,
    phoneHash: null,
    emailEncrypted: null,
    emailHash: null,
    holderName: null,
    inviteCode: null,
    referralCode: null,
    agentStatus: AGENT.none,
    invitedBy: null,
    isPasskeyRequired: false,
    tags: [],
    status: BLOCKED,
  }
}

/** Turns the messages of a member into deleted ones, and removes the name from all other entries. */
async function eraseMessages(
  database: Pick<Database, 'db' | 'transaction'>,
  { publicId: userId, nickname }: typeof member.$inferSelect,
  rooms: Pick<RoomHub, 'has' | 'log'> | null,
): Promise<void> {
  const repository = new EntryRepository(database)
  const { rows } = await database.db.execute<{ no: string }>(
    sql`select distinct chat_room_no as no from room_entry where json like ${`%"${userId}"%`}`,
  )
  for (const { no } of rows) {
    const found = await repository.authored(no, userId)
    const ids = found.map(({ id }) => id)
    const quoting = ids.length === 0 ? [] : await repository.quoting(no, ids)
    if (rooms?.has(no) === true) await rooms.log.erase(no, { userId })
    else await repository.insert([], erasedBy({ userId }, [...found, ...quoting].map(fromRow)))
    const named = await repository.mentioning(no, userId)
    const quotes = ids.length === 0 ? [] : await repository.quoting(no, ids)
    const renamed = [...named, ...quotes].map((row) => withoutName(row, { userId, nickname, ids: new Set(ids) }))
    if (renamed.length > 0) await repository.insert([], renamed)
  }
}

/** The entry with the placeholder instead of the name: at the author, in notes about them, and in quotes of `ids`. */
function withoutName(
  row: EntryRow,
  erased: { readonly userId: string; readonly nickname: string; readonly ids: ReadonlySet<string> },
): EntryRow {
  const { userId, nickname, ids } = erased
  const json = JSON.stringify(
    JSON.parse(row.json),
    function rename(this: Record<string, unknown>, key, value: unknown) {
      if (key === 'memberName') return this['userId'] === userId || ids.has(String(this['id'])) ? ERASED_NAME : value
      // Banners of gifts contain the name of the giver, who is their author.
      const isNote = key === 'text' && row.userId === userId && typeof value === 'string'
      return isNote ? value.replaceAll(nickname, ERASED_NAME) : value
    },
  )
  return { ...row, json }
}

/** Reports of the member's messages, and these messages beside reported ones of others. */
async function eraseReports(tx: Transaction, { publicId }: typeof member.$inferSelect): Promise<void> {
  await tx.execute(sql`delete from report_case where user_id = ${publicId}`)
  await tx.execute(sql`update report_case set context = coalesce((
      select jsonb_agg(message) from jsonb_array_elements(context) message where message->>'userId' <> ${publicId}
    ), '[]') where context @> jsonb_build_array(jsonb_build_object('userId', ${publicId}::text))`)
}

/** Audit rows name the member beside the public id, or beside ids of messages only. */
async function renameInAudit(tx: Transaction, { publicId, nickname }: typeof member.$inferSelect): Promise<void> {
  await tx.execute(sql`update chat_audit set target = jsonb_set(target, '{memberName}', to_jsonb(${ERASED_NAME}::text))
    where target->>'userId' = ${publicId} or (not target ? 'userId' and target->>'memberName' = ${nickname})`)
}
