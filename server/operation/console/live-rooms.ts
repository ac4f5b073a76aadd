import { createHash } from 'node:crypto'
import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { type Failure, failure, type Result, success } from '#protocol/result.ts'
import { normalUserName } from '#protocol/rules/member/account.ts'
import type { Database, DrizzleDatabase, Transaction } from '../../database/database.ts'
import { liveAnchor, liveCover, liveRoom, liveRoomAdmin } from '../../database/schema/live.ts'
import { member } from '../../database/schema/member.ts'
import { chatRoom } from '../../database/schema/room.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { liveRoomIds } from '../../matches/live/live-room.ts'
import type { PictureDecoder } from '../../members/uploads/picture-decoder.ts'
import { pageOf } from './audit-log.ts'
import { consoleFailure, editConflict, type OperatorSession, refusable, refuse } from './console-call.ts'
import { likePattern } from './live-anchors.ts'

const TITLE_TAKEN = failure(CODES.NAME_TAKEN, '已有同名直播间，或这位主播已有直播间')

/** A room and its anchor, as stored. */
export interface LiveRoomRecord {
  readonly room: typeof liveRoom.$inferSelect
  readonly anchor: Pick<typeof liveAnchor.$inferSelect, 'id' | 'no' | 'nick'>
}

/** What an audit line records of a room. */
type RoomValues = Pick<
  typeof liveRoom.$inferSelect,
  'title' | 'intro' | 'startsAt' | 'closedAt' | 'isGiftOpen' | 'hasTestPicture' | 'coverHash'
>
type Audit = (tx: Transaction, no: number, before: unknown, after: unknown) => Promise<void>

/** Whose rooms a caller reaches: those of one operator, or all for null. */
export type RoomOwner = string | null

function roomQuery(db: Pick<DrizzleDatabase, 'select'>) {
  return db
    .select({ room: liveRoom, anchor: { id: liveAnchor.id, no: liveAnchor.no, nick: liveAnchor.nick } })
    .from(liveRoom)
    .innerJoin(liveAnchor, eq(liveAnchor.id, liveRoom.anchorId))
}

const ownedBy = (owner: RoomOwner) => (owner === null ? undefined : eq(liveAnchor.operatorId, owner))

/** A page of rooms, newest first, by a part of the title or of the anchor's name, or by the number. */
export async function listLiveRooms(
  { db }: Pick<Database, 'db'>,
  { text, after }: ConsoleRequestOf<'room.list'>,
  owner: RoomOwner,
): Promise<{ list: LiveRoomRecord[]; next: string | null }> {
  const wanted = likePattern(text)
  const no = /^L?(\d{1,9})$/i.exec(text.trim())?.[1]
  const matches =
    wanted === null
      ? undefined
      : or(
          sql`${liveRoom.title} like ${wanted}`,
          sql`${liveAnchor.nick} like ${wanted}`,
          no === undefined ? undefined : eq(liveAnchor.no, Number(no)),
        )
  const rows = await roomQuery(db)
    .where(and(matches, ownedBy(owner), after === undefined ? undefined : lt(liveRoom.id, after)))
    .orderBy(desc(liveRoom.id))
    .limit(PAGE_ROWS + 1)
  return pageOf(rows, PAGE_ROWS, ({ room }) => room.id)
}

/** Null if there is no such room, or another owner has it. */
export async function findLiveRoom(
  db: Pick<DrizzleDatabase, 'select'>,
  id: string,
  owner: RoomOwner,
): Promise<LiveRoomRecord | null> {
  const [row] = await roomQuery(db).where(and(eq(liveRoom.id, id), ownedBy(owner)))
  return row ?? null
}

/** Sign-in names of the administrators of a room. */
export async function adminNames(db: Pick<DrizzleDatabase, 'select'>, roomId: string): Promise<string[]> {
  const rows = await db
    .select({ name: member.name })
    .from(liveRoomAdmin)
    .innerJoin(member, eq(member.id, liveRoomAdmin.memberId))
    .where(eq(liveRoomAdmin.roomId, roomId))
    .orderBy(asc(member.name))
  return rows.map(({ name }) => name)
}

/** Creates the room of an anchor, open from the start. */
export function createLiveRoom(
  database: Database,
  { anchorId, title, intro, startsAt }: ConsoleRequestOf<'room.create'>,
  { now, audit }: { readonly now: number; readonly audit: Audit },
): Promise<Result<LiveRoomRecord>> {
  return refusable(
    database,
    async (tx) => {
      const [anchor] = await tx.select({ id: liveAnchor.id }).from(liveAnchor).where(eq(liveAnchor.id, anchorId))
      if (!anchor) return refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { anchorId: '没有这位主播' } }))
      const id = uuidV7(now)
      await tx.insert(liveRoom).values({ id, anchorId, title, intro, startsAt, createdAt: now })
      const created = (await findLiveRoom(tx, id, null)) ?? refuse(consoleFailure(CODES.NOT_FOUND))
      await audit(tx, created.anchor.no, null, valuesOf(created.room))
      return success(created)
    },
    { taken: TITLE_TAKEN },
  )
}

interface RoomVersion {
  readonly id: string
  readonly version: number
}

/** What a change of a room sets. */
type RoomEdit = Partial<RoomValues>

/**
 * Changes a room that was read with `version`. `also` writes what belongs to the change, in the same transaction, and
 * returns further values for the audit line.
 */
export function editLiveRoom(
  database: Database,
  { id, version }: RoomVersion,
  edit: RoomEdit,
  {
    audit,
    also,
  }: { readonly audit: Audit; readonly also?: (tx: Transaction, record: LiveRoomRecord) => Promise<AlsoAudited> },
): Promise<Result<LiveRoomRecord>> {
  return refusable(
    database,
    async (tx) => {
      const [stored] = await tx.select().from(liveRoom).where(eq(liveRoom.id, id)).for('update')
      if (!stored) return refuse(consoleFailure(CODES.NOT_FOUND))
      if (stored.version !== version) refuse(editConflict({ ...valuesOf(stored), version: stored.version }))
      await tx
        .update(liveRoom)
        .set({ ...edit, version: version + 1 })
        .where(eq(liveRoom.id, id))
      const after = (await findLiveRoom(tx, id, null)) ?? refuse(consoleFailure(CODES.NOT_FOUND))
      const more = await also?.(tx, after)
      await audit(
        tx,
        after.anchor.no,
        { ...changedValues(stored, edit), ...more?.before },
        { ...changedValues(after.room, edit), ...more?.after },
      )
      return success(after)
    },
    { taken: TITLE_TAKEN },
  )
}

interface AlsoAudited {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** Opens or closes the chat room too, which other parts read. */
export async function setChatRoomOpen(tx: Transaction, { anchor, room }: LiveRoomRecord): Promise<AlsoAudited> {
  await tx
    .update(chatRoom)
    .set({ isOpen: room.closedAt === null })
    .where(eq(chatRoom.no, liveRoomIds(anchor.no).chatRoomNo))
  return { before: {}, after: {} }
}

/** Replaces the administrators. Refused with PARAM_ERROR for unknown names. */
export function adminsWriter(names: readonly string[]) {
  return async (tx: Transaction, { room }: LiveRoomRecord): Promise<AlsoAudited> => {
    const wanted = [...new Set(names.map((name) => normalUserName(name)))].sort()
    const found =
      wanted.length === 0
        ? []
        : await tx.select({ id: member.id, name: member.name }).from(member).where(inArray(member.name, wanted))
    const missing = wanted.filter((name) => !found.some((one) => one.name === name))
    if (missing.length > 0) {
      refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { names: `没有这个会员：${missing.join('、')}` } }))
    }
    const before = await adminNames(tx, room.id)
    await tx.delete(liveRoomAdmin).where(eq(liveRoomAdmin.roomId, room.id))
    if (found.length > 0) {
      await tx.insert(liveRoomAdmin).values(found.map(({ id }) => ({ roomId: room.id, memberId: id })))
    }
    return { before: { admins: before }, after: { admins: wanted } }
  }
}

/** A picture of an operator, encoded again. */
interface NewCover {
  readonly hash: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Encodes a picture in base64 again, with the limits of members. PARAM_ERROR names the field `picture`. */
export async function readCover(
  pictures: PictureDecoder,
  { operator }: OperatorSession,
  base64: string,
): Promise<Result<NewCover>> {
  const files = async () => success([Buffer.from(base64, 'base64')])
  const encoded = await pictures.receive({ owner: `operator ${operator.id}` }, files)
  if (!encoded.ok) return encoded.code === CODES.PARAM_ERROR ? pictureFailure(encoded) : encoded
  const [picture] = encoded.data
  if (!picture) return consoleFailure(CODES.INTERNAL_ERROR)
  return success({ ...picture, hash: createHash('sha256').update(picture.bytes).digest('hex') })
}

/** Names the field of the form instead of the number of the file. */
function pictureFailure({ details }: Failure): Failure {
  const fields = typeof details === 'object' && details !== null && 'fields' in details ? details.fields : {}
  const [text] = Object.values(fields ?? {})
  return consoleFailure(CODES.PARAM_ERROR, { fields: { picture: text } })
}

/** Stores the cover of a room, or removes it. */
export function coverWriter(cover: NewCover | null) {
  return async (tx: Transaction, { room }: LiveRoomRecord): Promise<AlsoAudited> => {
    await tx.delete(liveCover).where(eq(liveCover.roomId, room.id))
    if (cover) await tx.insert(liveCover).values({ roomId: room.id, type: cover.type, bytes: cover.bytes })
    return { before: {}, after: {} }
  }
}

function valuesOf(room: LiveRoomRecord['room']): RoomValues {
  const { title, intro, startsAt, closedAt, isGiftOpen, hasTestPicture, coverHash } = room
  return { title, intro, startsAt, closedAt, isGiftOpen, hasTestPicture, coverHash }
}

/** The values of a room that an edit sets. */
function changedValues(room: LiveRoomRecord['room'], edit: RoomEdit): Partial<RoomValues> {
  return Object.fromEntries(Object.entries(valuesOf(room)).filter(([name]) => Object.hasOwn(edit, name)))
}
