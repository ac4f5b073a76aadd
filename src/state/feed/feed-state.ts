import type { Failure } from '#protocol/result.ts'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import type { Gone } from './feed-gone.ts'
import { NOTHING_GONE } from './feed-gone.ts'
import type { FeedItem, OwnItem, Sight } from './feed-items.ts'
import type { RoomFacts } from '../room/room-facts.ts'

/** The list while the viewer reads back: frozen, so that the row under the eye stays where it is. */
export interface Reading {
  /** What is shown. Grows only by what the reader asks for: older rows before it, the next rows after it. */
  readonly view: readonly FeedItem[]
  /** What has come since, in order, at most BEHIND_CAP. */
  readonly later: readonly FeedItem[]
  /** Messages that passed between `view` and `later`, the folded ones too. */
  readonly skipped: number
  /** New messages since the freeze that pass the filter, the folded ones too: exact. */
  readonly unread: number
  /** Of those, the ones that name this member. */
  readonly mentions: number
  readonly hasOlder: boolean
  /** Older rows were asked for and are on their way. */
  readonly isAsking: boolean
  /** Why the older rows that were asked for last did not come. */
  readonly failure: Failure | null
  /** Began where nothing is to be seen further up, for the sake of older rows: without any it ends again. */
  readonly isSeeking: boolean
}

/** One room's feed as the page holds it. Every change is a pure function of this state. */
export interface FeedState extends Sight {
  readonly chatRoomNo: string | null
  /** Null until the room has been entered. */
  readonly facts: RoomFacts | null
  /** Position of the last batch that was applied. */
  readonly epoch: number
  readonly lastSeq: number
  /** The live list, in server order: at most FEED_LIST_CAP. */
  readonly items: readonly FeedItem[]
  /** Own lines on their way; shown after the list. */
  readonly own: readonly OwnItem[]
  /** Set while the viewer reads back. */
  readonly reading: Reading | null
  /** Key of the row that the room's history begins with; null as long as nobody has come that far. */
  readonly beginsWith: string | null
  readonly gone: Gone
  /** The newest welcome, for the strip. */
  readonly welcome: FeedRowOf<'welcome'> | null
}

export const EMPTY_FEED: FeedState = {
  chatRoomNo: null,
  facts: null,
  epoch: 0,
  lastSeq: 0,
  items: [],
  own: [],
  reading: null,
  filter: 'all',
  blocked: new Set(),
  beginsWith: null,
  gone: NOTHING_GONE,
  welcome: null,
}
