import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { LiveAnchorView } from '#protocol/console/rooms.ts'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { looksLikeStaff, REFUSED_NICKNAME } from '#protocol/rules/member/official-names.ts'
import type { Database, DrizzleDatabase, Transaction } from '../../database/database.ts'
import { operator } from '../../database/schema/console.ts'
import { liveAnchor, liveRoom } from '../../database/schema/live.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { newToken, tokenHash } from '../../members/sessions/token.ts'
import { pageOf } from './audit-log.ts'
import { consoleFailure, editConflict, refusable, refuse } from './console-call.ts'

/** Numbers of anchors begin after this one. */
const FIRST_NO = 100_000
const ANCHOR_TAKEN = failure(CODES.NAME_TAKEN, '已有同名主播，或这个账号已属于其他主播')

type Audit = (tx: Transaction, before: LiveAnchorView | null, after: LiveAnchorView) => Promise<void>
type Request = ConsoleRequestOf<'anchor.create'>

/** A page of anchors, newest first, by a part of the name or the account. */
export async function listAnchors(
  { db }: Pick<Database, 'db'>,
  { text, isFree, after }: ConsoleRequestOf<'anchor.list'>,
): Promise<ConsoleDataOf<'anchor.list'>> {
  const wanted = likePattern(text)
  const matches =
    wanted === null ? undefined : or(sql`${liveAnchor.nick} like ${wanted}`, sql`${operator.name} like ${wanted}`)
  const rows = await anchorQuery(db)
    .where(
      and(
        matches,
        isFree === true ? isNull(liveRoom.id) : undefined,
        after === undefined ? undefined : lt(liveAnchor.id, after),
      ),
    )
    .orderBy(desc(liveAnchor.id))
    .limit(PAGE_ROWS + 1)
  const { list, next } = pageOf(rows, PAGE_ROWS, ({ anchor }) => anchor.id)
  return { list: list.map(anchorView), next }
}

/** A pattern of LIKE that finds the text anywhere; null for a blank text. */
export function likePattern(text: string): string | null {
  const wanted = text.trim()
  return wanted === '' ? null : `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

function anchorQuery(db: Pick<DrizzleDatabase, 'select'>) {
  return db
    .select({ anchor: liveAnchor, account: operator.name, room: { id: liveRoom.id, title: liveRoom.title } })
    .from(liveAnchor)
    .leftJoin(operator, eq(operator.id, liveAnchor.operatorId))
    .leftJoin(liveRoom, eq(liveRoom.anchorId, liveAnchor.id))
}

function anchorView({ anchor, account, room }: Awaited<ReturnType<typeof anchorQuery>>[number]): LiveAnchorView {
  const { id, nick, streamKeyAt, maxKbps, version } = anchor
  return { id, nick, account, keyIssuedAt: streamKeyAt, maxKbps, room, version }
}

/** Null if there is no such anchor. */
export async function findAnchor(db: Pick<DrizzleDatabase, 'select'>, id: string): Promise<LiveAnchorView | null> {
  const [row] = await anchorQuery(db).where(eq(liveAnchor.id, id))
  return row ? anchorView(row) : null
}

/** The public number of an existing anchor. */
export async function numberOf({ db }: Pick<Database, 'db'>, id: string): Promise<number> {
  const [row] = await db.select({ no: liveAnchor.no }).from(liveAnchor).where(eq(liveAnchor.id, id))
  if (!row) throw new Error('there is no such anchor')
  return row.no
}

/** Creates an anchor with the next number. */
export function createAnchor(
  database: Database,
  { nick, account, maxKbps }: Request,
  { now, audit }: { readonly now: number; readonly audit: Audit },
): Promise<Result<LiveAnchorView>> {
  return refusable(
    database,
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('grandstand.live-anchor', 0))`)
      refuseStaffName(nick)
      const [last] = await tx.select({ no: sql<number>`coalesce(max(no), ${FIRST_NO})::int` }).from(liveAnchor)
      const id = uuidV7(now)
      const operatorId = await accountId(tx, account)
      const no = (last?.no ?? FIRST_NO) + 1
      await tx.insert(liveAnchor).values({ id, no, nick, operatorId, maxKbps, createdAt: now })
      const created = await readBack(tx, id)
      await audit(tx, null, created)
      return success(created)
    },
    { taken: ANCHOR_TAKEN },
  )
}

/** What a change of an anchor sets. */
type AnchorEdit = Request | { readonly streamKeyHash: string; readonly streamKeyAt: number }

interface AnchorVersion {
  readonly id: string
  readonly version: number
}

/** Changes an anchor that was read with `version`. `owner`: the operator whose anchor it must be; null for any. */
export function editAnchor(
  database: Database,
  { id, version }: AnchorVersion,
  edit: AnchorEdit,
  { owner, audit }: { readonly owner: string | null; readonly audit: Audit },
): Promise<Result<LiveAnchorView>> {
  return refusable(
    database,
    async (tx) => {
      const [row] = await tx.select().from(liveAnchor).where(eq(liveAnchor.id, id)).for('update')
      if (!row || (owner !== null && row.operatorId !== owner)) return refuse(consoleFailure(CODES.NOT_FOUND))
      const before = await readBack(tx, id)
      if (row.version !== version) refuse(editConflict(before))
      if ('nick' in edit && edit.nick !== row.nick) refuseStaffName(edit.nick)
      const change =
        'nick' in edit
          ? { nick: edit.nick, maxKbps: edit.maxKbps, operatorId: await accountId(tx, edit.account) }
          : edit
      await tx
        .update(liveAnchor)
        .set({ ...change, version: version + 1 })
        .where(eq(liveAnchor.id, id))
      const after = await readBack(tx, id)
      await audit(tx, before, after)
      return success(after)
    },
    { taken: ANCHOR_TAKEN },
  )
}

/** Decision 194. */
function refuseStaffName(nick: string): void {
  if (looksLikeStaff(nick))
    refuse(failure(CODES.PARAM_ERROR, REFUSED_NICKNAME, { details: { fields: { nick: REFUSED_NICKNAME } } }))
}

/** A new stream key and what is stored of it. */
export function newStreamKey(now: number): { token: string; edit: AnchorEdit } {
  const token = newToken()
  return { token, edit: { streamKeyHash: tokenHash(token) ?? '', streamKeyAt: now } }
}

async function readBack(tx: Transaction, id: string): Promise<LiveAnchorView> {
  return (await findAnchor(tx, id)) ?? refuse(consoleFailure(CODES.NOT_FOUND))
}

/** The id of an account with the role `anchor`. */
async function accountId(tx: Transaction, name: string | null): Promise<string | null> {
  if (name === null) return null
  const [row] = await tx
    .select({ id: operator.id })
    .from(operator)
    .where(and(eq(operator.name, name), eq(operator.role, 'anchor')))
  return row?.id ?? refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { account: '没有这个主播角色的账号' } }))
}
