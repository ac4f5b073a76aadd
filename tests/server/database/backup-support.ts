import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll } from 'vitest'
import { CLIENT_TYPES } from '#protocol/headers.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Database, DrizzleDatabase } from '#server/database/database.ts'
import { operator, operatorSession } from '#server/database/schema/console.ts'
import { chatRoom } from '#server/database/schema/room.ts'
import { siteRevision } from '#server/database/schema/site.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import { Uploads } from '#server/members/uploads/uploads.ts'
import { writeRoomEntries } from '#server/rooms/log/entries.ts'
import { memberWith, newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'

export const SECRET = 'the secret of the backups of these tests'
export const NOW = Date.UTC(2026, 10, 26, 9)
const log = testLog()
/** Removed after the tests of the file. */
export const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
/** A path in {@link folder} that does not exist yet. */
export const newFile = (): string => path.join(folder, `${(files += 1)}.backup`)

/** Members with money, gifts, pictures, a session and a room with entries, and an operator with a session. */
export async function populate(database: Database): Promise<{ memberId: string }> {
  const now = (): number => NOW
  const memberId = await signInMemberWith(database, 500, now)
  await memberWith(database, 7, now)
  const ledger = new Ledger(database, { now })
  for (const [giftId, count] of [
    [1, 3],
    [2, 20],
    [6, 1],
  ] as const) {
    const gift = { memberId, anchorRoomId: 'a1', chatRoomNo: 'r1', giftId, count, comboId: `combo-${giftId}` }
    await ledger.sendGift({ ...gift, idempotencyKey: newKey() })
  }
  const picture = { type: 'image/png', bytes: new Uint8Array(randomBytes(300_000)) }
  await new Uploads(database, { now }).add(memberId, 'proof', [picture, picture])
  const sessions = new Sessions(database, { now, log })
  await sessions.create(memberId, { deviceId: 'device', clientType: CLIENT_TYPES.web, address: '192.0.2.7' })
  sessions.close()
  const root = { id: uuidV7(NOW), name: 'root', role: 'operator' as const, createdAt: NOW }
  await database.db.insert(operator).values(root)
  await addRevision(database, root.id, 1)
  await addRevision(database, root.id, 2)
  await database.db.insert(operatorSession).values({
    id: uuidV7(NOW),
    operatorId: root.id,
    tokenHash: 'token',
    state: 'open',
    address: '192.0.2.7',
    device: 'Chrome',
    createdAt: NOW,
    lastSeen: NOW,
    expiresAt: NOW + DAY_MS,
  })
  await database.db.insert(chatRoom).values({
    no: 'r1',
    matchId: 'm1',
    anchorRoomId: 'a1',
    title: '看台 "\\ 😀',
    epoch: 1_700_000_000,
    stateSeq: 900,
    state: { pinned: 'a\nb', deep: [1.5, null, 9_007_199_254_740_991] },
    createdAt: NOW,
  })
  const entries = Array.from({ length: 1_200 }, (_, index) => ({
    chatRoomNo: 'r1',
    epoch: 1_700_000_000,
    seq: index + 1,
    id: `e-${index}`,
    at: NOW + index,
    kind: 1,
    authorUserId: null,
    json: JSON.stringify({ id: `e-${index}`, data: { text: `进球了 \n " \\ \u2028 ${index}` } }),
  }))
  await writeRoomEntries(database.db, entries)
  return { memberId }
}

/** Records a version of the configuration; returns its generated number. */
export async function addRevision({ db }: Database, operatorId: string, version: number): Promise<number> {
  const revision = { subject: 'config', version, value: {}, operatorId, reason: '试一试', createdAt: NOW }
  const [row] = await db.insert(siteRevision).values(revision).returning({ id: siteRevision.id })
  return row?.id ?? 0
}

/** All rows of all tables as text, by table. */
export async function contentOf(db: DrizzleDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select row_to_json(one)::text as row from ${sql.identifier(name)} one order by 1`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

/** The tables that a restoration leaves exactly as they were. The others end sessions, begin epochs, and audit. */
export function unchangedBy(content: Record<string, string[]>) {
  const changed = ['session', 'operator_session', 'chat_room', 'audit_log']
  return Object.fromEntries(Object.entries(content).filter(([table]) => !changed.includes(table)))
}
