import * as z from 'zod/mini'
import { CHAT_TEXT_MAX_CHARACTERS, DELETE_MAX_IDS, GIFT_COUNT_MAX } from '../constants.ts'
import { TableState } from '../games/tables/table-state.ts'
import { MAX_LEGS } from '../sports/bet-terms.ts'
import { Market, SelectionId } from '../sports/markets.ts'
import { timeOfSiteDateTime } from '../time.ts'
import { type MessageKind, MSG_TYPES } from './kinds.ts'

const shortText = (length: number) => z.string().check(z.maxLength(length))
const count = z.int().check(z.nonnegative())

/** Epoch milliseconds or `YYYY-MM-DD HH:mm:ss` in the site time zone, null for no bound. */
const marqueeTime = z.nullable(
  z.union([z.int(), z.string().check(z.refine((text) => timeOfSiteDateTime(text) !== null))]),
)
export type MarqueeTime = z.infer<typeof marqueeTime>

/** S3.24. Items of category 1 are shown in their time window only. */
export const MarqueeItem = z.object({
  id: shortText(64),
  category: z.int(),
  pmdTimerStart: marqueeTime,
  pmdTimerEnd: marqueeTime,
  content: shortText(200),
})
export type MarqueeItem = z.infer<typeof MarqueeItem>

export const MatchPhase = z.enum(['before', 'first-half', 'half-time', 'second-half', 'ended'])
export type MatchPhase = z.infer<typeof MatchPhase>

/** Match clock. The minute is computed from the phase and its start on the server clock. */
export const MatchClock = z.object({ phase: MatchPhase, phaseStartedAt: z.int() })
export type MatchClock = z.infer<typeof MatchClock>

export const MatchEvent = z.object({
  id: shortText(64),
  type: z.enum(['goal', 'yellow-card', 'red-card', 'substitution', 'corner', 'whistle']),
  side: z.enum(['home', 'away', 'none']),
  minute: count,
  /** Minutes of added time after the end of a half: 45+2 is minute 45 with 2 added. */
  added: z.optional(count),
  /** Without the minute, which is shown beside it. */
  text: shortText(80),
  homeScore: count,
  awayScore: count,
  /** Names of the players: who acts; for a substitution who comes on, then who leaves. */
  players: z.optional(z.array(shortText(32)).check(z.maxLength(2))),
})
export type MatchEvent = z.infer<typeof MatchEvent>

export const OddsLine = z.object({ value: z.int(), move: z.enum(['up', 'down', 'same']) })
/** Full-time result odds, in thousandths (1620 = 1.62). `delaySeconds` is the delay of the video. */
export const MatchOdds = z.object({
  home: OddsLine,
  draw: z.nullable(OddsLine),
  away: OddsLine,
  suspended: z.boolean(),
  delaySeconds: count,
})
export type MatchOdds = z.infer<typeof MatchOdds>

/** S4.1: On0 = 0 not started, On1 = 1 live, On2 = 2 interrupted, 3 off. */
export const AnchorStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type AnchorStatus = z.infer<typeof AnchorStatus>

export const RoomSetup = z.object({
  slowModeSeconds: count,
  minVipLevel: count,
  muteAll: z.boolean(),
  welcomeText: shortText(100),
})
export type RoomSetup = z.infer<typeof RoomSetup>

/** The room setup after a change, and the changed fields. */
const SetupChange = z.object({
  ...RoomSetup.shape,
  /** Changed fields. Missing in old entries. The page ignores unknown ones. */
  changed: z.optional(z.array(shortText(32)).check(z.maxLength(16))),
})

/** State of a room. A status entry contains the changed fields. */
export const RoomStatus = z.object({
  viewers: count,
  anchorStatus: AnchorStatus,
  homeScore: count,
  guestScore: count,
  clock: MatchClock,
  event: MatchEvent,
  odds: MatchOdds,
  /** Points of each period that has begun, and sides of the goals of football, as in `MatchFacts`. Absent if unknown. */
  periods: z.optional(z.readonly(z.array(z.readonly(z.tuple([count, count]))).check(z.maxLength(16)))),
  goals: z.optional(z.readonly(z.array(z.enum(['home', 'away'])).check(z.maxLength(64)))),
})
export type RoomStatus = z.infer<typeof RoomStatus>

const Reply = z.object({ id: shortText(64), memberName: shortText(32), text: shortText(CHAT_TEXT_MAX_CHARACTERS) })

/** Expensive gift of the notice's author in a room. Sent in the pseudo-room `site` (飘屏). */
const SiteGift = z.object({
  /** Match of the room. */
  eid: shortText(64),
  chatRoomNo: shortText(64),
  title: shortText(80),
  giftName: shortText(32),
  giftIcon: shortText(128),
  /** Running total of the combo. */
  count: count,
  /** Same for all notices of a combo. */
  comboId: shortText(64),
})
type SiteGift = z.infer<typeof SiteGift>

/** S3.22 and S3.23: `data` by kind. The discriminator on the wire is `content.msgType`. */
export const ENTRY_DATA = {
  text: z.object({
    text: shortText(CHAT_TEXT_MAX_CHARACTERS * 2),
    reply: z.optional(Reply),
    /** Public ids of the mentioned members. */
    mentions: z.optional(z.array(shortText(64)).check(z.maxLength(8))),
  }),
  image: z.object({ sticker: shortText(32), alt: shortText(32) }),
  gift: z.object({
    giftOrderNo: shortText(64),
    giftId: z.int(),
    giftName: shortText(32),
    giftIcon: shortText(128),
    count: count.check(z.maximum(GIFT_COUNT_MAX)),
    comboId: shortText(64),
    /** Running total of this combo, this posting included. */
    comboCount: count,
    /** Coins, charged by the server. */
    total: count,
  }),
  order: z.object({
    message: z.object({
      categoryName: shortText(48),
      itemName: shortText(48),
      score: shortText(16),
      teamLogo: shortText(128),
    }),
    /** Thousandths. */
    odds: z.int(),
    /** What the order is on, so that others can follow it; missing in old entries and for a 串关. */
    selection: z.optional(SelectionId),
    /** The selections of a 串关 with their prices in thousandths and names. */
    legs: z.optional(
      z
        .array(
          z.object({
            selection: SelectionId,
            price: z.int(),
            match: shortText(120),
            market: shortText(48),
            pick: shortText(48),
          }),
        )
        .check(z.minLength(2), z.maxLength(MAX_LEGS)),
    ),
  }),
  /** Id of the order entry. It also applies if it arrives before the order (S4.32). */
  revert: z.object({ orderId: shortText(64) }),
  welcome: z.object({ text: shortText(64) }),
  system: z.object({ text: shortText(200), event: z.optional(MatchEvent) }),
  /**
   * `reads`: names of the endpoints, or their beginnings, whose data operators have changed; sent in the pseudo-room
   * `site`.
   */
  notice: z.object({
    text: shortText(200),
    gift: z.optional(SiteGift),
    reads: z.optional(z.array(shortText(32)).check(z.maxLength(8))),
  }),
  mute: z.object({
    userId: shortText(64),
    memberName: shortText(32),
    /** Epoch milliseconds. Null = the mute is lifted. */
    until: z.nullable(z.int()),
    reason: shortText(100),
  }),
  /** Deletes single entries, or all texts of a member up to this entry. In the second case `ids` are the quoted ones. */
  delete: z.object({
    ids: z.optional(z.array(shortText(64)).check(z.maxLength(DELETE_MAX_IDS))),
    userId: z.optional(shortText(64)),
  }),
  marquee: z.object({ item: MarqueeItem, removed: z.optional(z.boolean()) }),
  status: z.partial(RoomStatus),
  pin: z.object({ text: z.nullable(shortText(200)) }),
  setup: SetupChange,
  /**
   * New state of a market. It supersedes earlier versions. `removed`: the market is not one of this room any more, but may
   * be offered elsewhere.
   */
  market: z.object({ market: Market, removed: z.optional(z.boolean()) }),
  /** New state of a live table. It supersedes earlier versions. */
  table: z.object({ table: TableState }),
} as const satisfies Record<MessageKind, z.ZodMiniType>

export type EntryData = { [Kind in MessageKind]: z.infer<(typeof ENTRY_DATA)[Kind]> }

/** S3.22 author fields. `userId` and `memberId` are an opaque public id, `memberName` a nickname (settled 15). */
export const EntryAuthor = z.object({
  venueName: shortText(32),
  siteId: z.int(),
  siteSeries: z.int(),
  memberId: shortText(64),
  memberName: shortText(32),
  vipLevel: count,
  userId: shortText(64),
  level: count,
  role: z.optional(z.enum(['anchor', 'admin'])),
})
export type EntryAuthor = z.infer<typeof EntryAuthor>

/**
 * One entry of a room's log in a frame. Its `seq` is `firstSeq` + its index in the frame. Entries of the system (status,
 * marquee, system) have no author fields.
 */
export type EntryOf<Kind extends MessageKind> = {
  id: string
  /** Server clock, epoch milliseconds. */
  at: number
  content: { msgType: (typeof MSG_TYPES)[Kind] }
  data: EntryData[Kind]
  /** The author's id of the message (settled 14). */
  cid?: string
} & Partial<EntryAuthor>

export type Entry = { [Kind in MessageKind]: EntryOf<Kind> }[MessageKind]

/** Schema of a complete entry. Used by the server, tests and the schema hash. */
export function entrySchema<Kind extends MessageKind>(kind: Kind) {
  return z.object({
    id: shortText(64),
    at: z.int(),
    content: z.object({ msgType: z.literal(MSG_TYPES[kind]) }),
    data: ENTRY_DATA[kind],
    cid: z.optional(shortText(64)),
    ...z.partial(EntryAuthor).shape,
  })
}
