import type { Entry, EntryData, MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import { setupOf } from '#protocol/rules/speaking.ts'
import type { FeedBatch, FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'
import type { Item } from './queues.ts'
import type { CheckedEntry } from './shape.ts'
import { authorOf, isStateOnly } from './shape.ts'

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
