import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import type { Entry, EntryAuthor, EntryData, MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import { ENTRY_DATA } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { kindOf } from '#protocol/room/kinds.ts'
import { isAnnounced, setupOf } from '#protocol/rules/speaking.ts'
import type { FeedBatch, FeedPatch, FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'

/*
 * The forms of a log entry in the worker: the unchecked value of a frame, a checked entry, an item that waits for the
 * page, a row of a batch.
 */

/**
 * An entry that has passed the shape check. Envelope, author and text are checked by hand for speed: 95 of 100 entries are
 * text, and up to 20,000 are checked per second. `data` of other kinds is checked by its schema.
 * `tests/workers/feed/shape.test.ts` compares the manual checks with the schemas.
 */
export interface CheckedEntry {
  readonly kind: MessageKind
  readonly entry: Entry
}

const STATE_ONLY: ReadonlySet<MessageKind> = new Set<MessageKind>(['welcome', 'marquee', 'status', 'delete'])

/** True for entries that are not rows of the list: they change the room's state or other rows. */
export function isStateOnly({ kind, entry }: CheckedEntry): boolean {
  if (kind === 'setup') return !isAnnounced(entry.data as EntryData['setup'])
  return STATE_ONLY.has(kind)
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
  // Each branch has checked the shape that the cast asserts.
  if (kind === 'text') return isTextData(data) ? { kind, entry: value as unknown as Entry } : null
  const parsed = ENTRY_DATA[kind].safeParse(data)
  return parsed.success ? { kind, entry: { ...value, data: parsed.data } as unknown as Entry } : null
}

/** The author, or null if fields are missing. Entries of the system have no author. */
export function authorOf(entry: Entry): EntryAuthor | null {
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
      readonly checked: CheckedEntry
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

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** Changes of the room's state by the entries of a batch. */
type State = Writable<
  Pick<FeedBatch, 'welcome' | 'status' | 'startsMatch' | 'pinned' | 'setup' | 'ownMute' | 'divider'>
> & {
  marquee: FeedBatch['marquee'][number][]
  matchEvents: MatchEvent[]
}

export function isMention(entry: Entry, owner: string | null): boolean {
  return owner !== null && 'mentions' in entry.data && (entry.data.mentions?.includes(owner) ?? false)
}

/** The row of an entry. A reverted order keeps its position and id and loses its content (settled 13). */
export function toRow({ kind, entry }: CheckedEntry, seq: number, owner: string | null, isReverted: boolean): FeedRow {
  const isMine = owner !== null && entry.userId === owner
  const row = {
    id: entry.id,
    seq,
    kind: isReverted ? 'revert' : kind,
    at: entry.at,
    author: authorOf(entry),
    isMine,
    isMention: isMention(entry, owner),
    ...(entry.cid === undefined ? {} : { cid: entry.cid }),
    data: isReverted ? { orderId: entry.id } : entry.data,
  }
  // `kind` and `data` come from one checked entry, which the type system cannot express.
  return row as FeedRow
}

/** State changes of a new batch. */
export function noChanges(): State {
  return {
    welcome: null,
    status: null,
    startsMatch: false,
    matchEvents: [],
    marquee: [],
    pinned: null,
    setup: null,
    ownMute: null,
    divider: null,
  }
}

/** Builds one batch from queued items, in log order. */
export function buildBatch(
  items: readonly Item[],
  owner: string | null,
  frame: Pick<FeedBatch, 'epoch' | 'lastSeq' | 'dropped' | 'postedAt'>,
): FeedBatch {
  const rows: FeedRow[] = []
  const patches: FeedBatch['patches'][number][] = []
  const state = noChanges()
  for (const item of items) {
    if (item.type === 'patch') patches.push(item.patch)
    else if (item.type === 'divider') state.divider = { missed: item.missed, isLost: item.isLost }
    else if (item.type === 'own-mute') state.ownMute = { until: item.until, reason: item.reason }
    else {
      if (!isStateOnly(item.checked)) rows.push(toRow(item.checked, item.seq, owner, item.isReverted))
      if (!item.isPast) applyState(state, item.checked, item.seq, owner)
    }
  }
  return { type: 'batch', ...frame, rows, patches, ...state }
}

/** Applies an entry to the state. The newest value wins. Statuses are merged field by field. */
function applyState(state: State, checked: CheckedEntry, seq: number, owner: string | null): void {
  const { kind, entry } = checked
  // `kind` was read from the entry's owner msgType, so `data` is of that kind.
  switch (kind) {
    case 'welcome':
      state.welcome = toRow(checked, seq, owner, false) as FeedRowOf<'welcome'>
      break
    case 'status':
      applyStatus(state, entry.data as Partial<RoomStatus>)
      break
    case 'system':
      addMatchEvent(state, (entry.data as EntryData['system']).event)
      break
    case 'marquee': {
      const { item, removed } = entry.data as EntryData['marquee']
      state.marquee.push({ item, removed: removed ?? false })
      break
    }
    case 'pin':
      state.pinned = { text: (entry.data as EntryData['pin']).text }
      break
    case 'setup':
      state.setup = setupOf(entry.data as EntryData['setup'])
      break
    case 'mute': {
      const { userId, until, reason } = entry.data as EntryData['mute']
      if (userId === owner) state.ownMute = { until, reason }
      break
    }
    default:
  }
}

function applyStatus(state: State, { event, ...change }: Partial<RoomStatus>): void {
  // As on the server, a clock in phase `before` starts a new match.
  if (change.clock?.phase === 'before') {
    state.startsMatch = true
    state.matchEvents = []
  }
  state.status = { ...state.status, ...change }
  addMatchEvent(state, event)
}

/** The last version of an event replaces earlier ones, because events may be corrected. */
function addMatchEvent(state: State, event: MatchEvent | undefined): void {
  if (event !== undefined) state.matchEvents = [...state.matchEvents.filter(({ id }) => id !== event.id), event]
}
