import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { ENTRY_DATA, type EntryAuthor, type EntryOf } from '#protocol/room/feed.ts'
import { type ChangeKind, kindOf, type MessageKind, ROW_KINDS } from '#protocol/room/kinds.ts'
import type { RoomChange } from '#protocol/rules/room-state.ts'
import { isAnnounced } from '#protocol/rules/speaking.ts'
import type { FeedBatch, FeedPatch, FeedRow, FeedRowOf, RowOf } from '#protocol/worker/feed.ts'

/*
 * The forms of a log entry in the worker: the unchecked value of a frame, a checked entry, an item that waits for the
 * page, a row of a batch.
 */

/**
 * An entry that has passed the shape check. Envelope, author and text are checked by hand for speed: 95 of 100 entries are
 * text, and up to 20,000 are checked per second. `data` of other kinds is checked by its schema.
 * `tests/workers/feed/shape.test.ts` compares the manual checks with the schemas.
 */
export type CheckedEntry = {
  [Kind in MessageKind]: { readonly kind: Kind; readonly entry: EntryOf<Kind> }
}[MessageKind]

/** True for entries that are not rows of the list: they change the room's state or other rows. */
export function isStateOnly(checked: CheckedEntry): boolean {
  return !ROW_KINDS.has(checked.kind) || (checked.kind === 'setup' && !isAnnounced(checked.entry.data))
}

type Loose = Readonly<Record<string, unknown>>

/** Returns the entry with its kind, or null if it is malformed. Texts are not copied. */
export function checkEntry(value: unknown): CheckedEntry | null {
  if (!isRecord(value)) return null
  const { id, at, content, data, cid } = value
  if (!isText(id, 64) || id === '' || !Number.isSafeInteger(at)) return null
  if (!isRecord(content) || typeof content['msgType'] !== 'number') return null
  if (cid !== undefined && !isText(cid, 64)) return null
  const kind = kindOf(content['msgType'])
  if (kind === undefined || !hasValidAuthor(value)) return null
  if (kind === 'text') return isTextData(data) ? checkedEntry(kind, value) : null
  const parsed = ENTRY_DATA[kind].safeParse(data)
  return parsed.success ? checkedEntry(kind, { ...value, data: parsed.data }) : null
}

/** The only cast from unchecked values: the caller has checked envelope, author and the data of this kind. */
function checkedEntry(kind: MessageKind, entry: Loose): CheckedEntry {
  return { kind, entry } as unknown as CheckedEntry
}

/** The author, or null if fields are missing. Entries of the system have no author. */
export function authorOf(entry: Partial<EntryAuthor>): EntryAuthor | null {
  const { venueName, siteId, siteSeries, memberId, memberName, vipLevel, userId, level, role } = entry
  if (
    venueName === undefined ||
    siteId === undefined ||
    siteSeries === undefined ||
    memberId === undefined ||
    memberName === undefined ||
    vipLevel === undefined ||
    userId === undefined ||
    level === undefined
  ) {
    return null
  }
  const author = { venueName, siteId, siteSeries, memberId, memberName, vipLevel, userId, level }
  return role === undefined ? author : { ...author, role }
}

function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Author fields are optional. Present ones must be valid. */
// oxlint-disable-next-line complexity -- one expression, because it runs for every entry
function hasValidAuthor(entry: Loose): boolean {
  const { venueName, siteId, siteSeries, memberId, memberName, vipLevel, userId, level, role } = entry
  return (
    (venueName === undefined || isText(venueName, 32)) &&
    (siteId === undefined || Number.isSafeInteger(siteId)) &&
    (siteSeries === undefined || Number.isSafeInteger(siteSeries)) &&
    (memberId === undefined || isText(memberId, 64)) &&
    (memberName === undefined || isText(memberName, 32)) &&
    (vipLevel === undefined || isCount(vipLevel)) &&
    (userId === undefined || isText(userId, 64)) &&
    (level === undefined || isCount(level)) &&
    (role === undefined || role === 'anchor' || role === 'admin')
  )
}

function isTextData(data: unknown): boolean {
  if (!isRecord(data) || !isText(data['text'], CHAT_TEXT_MAX_CHARACTERS * 2)) return false
  const { reply, mentions } = data
  if (reply !== undefined) {
    if (!isRecord(reply) || !isText(reply['id'], 64) || !isText(reply['memberName'], 32)) return false
    if (!isText(reply['text'], CHAT_TEXT_MAX_CHARACTERS)) return false
  }
  if (mentions === undefined) return true
  return Array.isArray(mentions) && mentions.length <= 8 && mentions.every((id) => isText(id, 64))
}

/** One item on its way to the page. Items are ordered by `seq`. */
export type Item =
  | {
      readonly type: 'entry'
      readonly seq: number
      /** Replaced by a later entry of the same market or table. */
      checked: CheckedEntry
      /** True for a reverted order. */
      isReverted: boolean
      /** True for an entry older than the snapshot: it becomes a row and does not change the room's state. */
      readonly isPast: boolean
    }
  | { readonly type: 'patch'; readonly seq: number; readonly patch: FeedPatch }
  /** Mute state of the signed-in member when the room was joined. */
  | { readonly type: 'own-mute'; readonly seq: number; readonly until: number | null; readonly reason: string }
  | Divider

/** Divider before missed entries. `missed` is set after they have arrived. */
export interface Divider {
  readonly type: 'divider'
  readonly seq: number
  readonly isLost: boolean
  missed: number
}

/** What the entries of a batch change besides the rows. */
interface Changes {
  welcome: FeedRowOf<'welcome'> | null
  changes: RoomChange[]
  ownMute: FeedBatch['ownMute']
  divider: FeedBatch['divider']
}

export function isMention(entry: EntryOf<MessageKind>, owner: string | null): boolean {
  return owner !== null && 'mentions' in entry.data && (entry.data.mentions?.includes(owner) ?? false)
}

function toRow<Kind extends MessageKind>(
  { kind, entry }: { readonly kind: Kind; readonly entry: EntryOf<Kind> },
  seq: number,
  owner: string | null,
): RowOf<Kind> {
  return {
    id: entry.id,
    seq,
    kind,
    at: entry.at,
    author: authorOf(entry),
    isMine: owner !== null && entry.userId === owner,
    isMention: isMention(entry, owner),
    ...(entry.cid === undefined ? {} : { cid: entry.cid }),
    data: entry.data,
  }
}

/** The row of an entry in the list. A reverted order keeps its position and id and loses its content (settled 13). */
export function listRow(checked: CheckedEntry, seq: number, owner: string | null, isReverted: boolean): FeedRow {
  const row = toRow(checked, seq, owner)
  if (isReverted) return { ...row, kind: 'revert', data: { orderId: row.id } }
  // `kind` and `data` come from one checked entry. TypeScript does not relate the parameters of a union.
  return row as FeedRow
}

/** Changes of a new batch. */
export function noChanges(): Changes {
  return { welcome: null, changes: [], ownMute: null, divider: null }
}

/** Builds one batch from queued items, in log order. */
export function buildBatch(
  items: readonly Item[],
  owner: string | null,
  frame: Pick<FeedBatch, 'epoch' | 'lastSeq' | 'dropped' | 'postedAt'>,
): FeedBatch {
  const rows: FeedRow[] = []
  const patches: FeedBatch['patches'][number][] = []
  const batch = noChanges()
  for (const item of items) {
    if (item.type === 'patch') patches.push(item.patch)
    else if (item.type === 'divider') batch.divider = { missed: item.missed, isLost: item.isLost }
    else if (item.type === 'own-mute') batch.ownMute = { until: item.until, reason: item.reason }
    else {
      if (!isStateOnly(item.checked)) rows.push(listRow(item.checked, item.seq, owner, item.isReverted))
      if (!item.isPast) addChange(batch, item.checked, item.seq, owner)
    }
  }
  return { type: 'batch', ...frame, rows, patches, ...batch }
}

function addChange(batch: Changes, checked: CheckedEntry, seq: number, owner: string | null): void {
  switch (checked.kind) {
    case 'welcome':
      batch.welcome = toRow(checked, seq, owner)
      break
    case 'mute': {
      const { userId, until, reason } = checked.entry.data
      if (userId === owner) batch.ownMute = { until, reason }
      break
    }
    case 'system':
      if (checked.entry.data.event) batch.changes.push(changeOf(checked))
      break
    case 'status':
    case 'marquee':
    case 'pin':
    case 'setup':
    case 'market':
    case 'table':
      batch.changes.push(changeOf(checked))
      break
    default:
  }
}

function changeOf(checked: Extract<CheckedEntry, { kind: ChangeKind }>): RoomChange {
  const { kind, entry } = checked
  return { kind, at: entry.at, data: entry.data } as RoomChange
}
