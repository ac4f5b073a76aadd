import type { Entry, EntryData, MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import { setupOf } from '#protocol/rules/speaking.ts'
import type { FeedBatch, FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'
import type { Item } from './queues.ts'
import type { CheckedEntry } from './shape.ts'
import { authorOf, isStateOnly } from './shape.ts'

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** What entries of a batch change besides rows. */
type State = Writable<
  Pick<FeedBatch, 'welcome' | 'status' | 'startsMatch' | 'pinned' | 'setup' | 'ownMute' | 'divider'>
> & {
  marquee: FeedBatch['marquee'][number][]
  matchEvents: MatchEvent[]
}

export function isMention(entry: Entry, own: string | null): boolean {
  return own !== null && 'mentions' in entry.data && (entry.data.mentions?.includes(own) ?? false)
}

/** The row of an entry as the page shows it; a reverted order keeps its place and id and loses its content (settled 13). */
export function toRow({ kind, entry }: CheckedEntry, seq: number, own: string | null, isReverted: boolean): FeedRow {
  const isMine = own !== null && entry.userId === own
  const row = {
    id: entry.id,
    seq,
    kind: isReverted ? 'revert' : kind,
    at: entry.at,
    author: authorOf(entry),
    isMine,
    isMention: isMention(entry, own),
    ...(entry.cid === undefined ? {} : { cid: entry.cid }),
    data: isReverted ? { orderId: entry.id } : entry.data,
  }
  // Kind and data come from one checked entry, which the type cannot follow.
  return row as FeedRow
}

/** Makes one batch of what the lanes gave, in the order of the log. */
export function buildBatch(
  items: readonly Item[],
  own: string | null,
  frame: Pick<FeedBatch, 'epoch' | 'lastSeq' | 'dropped' | 'postedAt'>,
): FeedBatch {
  const rows: FeedRow[] = []
  const patches: FeedBatch['patches'][number][] = []
  const state: State = {
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
  for (const item of items) {
    if (item.type === 'patch') patches.push(item.patch)
    else if (item.type === 'divider') state.divider = { missed: item.missed, isLost: item.isLost }
    else if (item.type === 'own-mute') state.ownMute = { until: item.until, reason: item.reason }
    else {
      if (!isStateOnly(item.checked)) rows.push(toRow(item.checked, item.seq, own, item.isReverted))
      if (!item.isPast) applyState(state, item.checked, item.seq, own)
    }
  }
  return { type: 'batch', ...frame, rows, patches, ...state }
}

/** Newest wins; statuses are merged field by field. */
function applyState(state: State, checked: CheckedEntry, seq: number, own: string | null): void {
  const { kind, entry } = checked
  // `kind` was read from the entry's own msgType, so `data` is of that kind.
  switch (kind) {
    case 'welcome':
      state.welcome = toRow(checked, seq, own, false) as FeedRowOf<'welcome'>
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
      if (userId === own) state.ownMute = { until, reason }
      break
    }
    default:
  }
}

function applyStatus(state: State, { event, ...change }: Partial<RoomStatus>): void {
  // As in the server's own state: a clock that stands before the match begins a new one.
  if (change.clock?.phase === 'before') {
    state.startsMatch = true
    state.matchEvents = []
  }
  state.status = { ...state.status, ...change }
  addMatchEvent(state, event)
}

/** What came last of a mark holds: it may have been corrected. */
function addMatchEvent(state: State, event: MatchEvent | undefined): void {
  if (event !== undefined) state.matchEvents = [...state.matchEvents.filter(({ id }) => id !== event.id), event]
}
