import * as z from 'zod/mini'
import { CHAT_TEXT_MAX_CHARACTERS, DELETE_MAX_IDS, GIFT_COUNT_MAX } from '../constants.ts'
import type { MessageKind } from './kinds.ts'
import { MSG_TYPES } from './kinds.ts'

const shortText = (length: number) => z.string().check(z.maxLength(length))
const count = z.int().check(z.nonnegative())

/** S3.24. Category 1 shows only inside its window; times are epoch milliseconds. */
export const MarqueeItem = z.object({
  id: shortText(64),
  category: z.int(),
  pmdTimerStart: z.nullable(z.int()),
  pmdTimerEnd: z.nullable(z.int()),
  content: shortText(200),
})
export type MarqueeItem = z.infer<typeof MarqueeItem>

export const MatchPhase = z.enum(['before', 'first-half', 'half-time', 'second-half', 'ended'])
export type MatchPhase = z.infer<typeof MatchPhase>

/** A clock that runs without messages: the minute follows from the phase and when it began, on the synchronised clock. */
export const MatchClock = z.object({ phase: MatchPhase, phaseStartedAt: z.int() })
export type MatchClock = z.infer<typeof MatchClock>

/** One mark on the match line (look.md). */
export const MatchEvent = z.object({
  id: shortText(64),
  type: z.enum(['goal', 'yellow-card', 'red-card', 'substitution', 'corner', 'whistle']),
  side: z.enum(['home', 'away', 'none']),
  minute: count,
  text: shortText(80),
  homeScore: count,
  awayScore: count,
})
export type MatchEvent = z.infer<typeof MatchEvent>

export const OddsLine = z.object({ value: z.int(), move: z.enum(['up', 'down', 'same']) })
/** Full-time result odds, in thousandths (1620 = 1.62). `delaySeconds`: how far the picture is behind. */
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

/** The rules of speaking after a change, and which of its fields that was. */
const SetupChange = z.object({
  ...RoomSetup.shape,
  /** Fields of the setup; absent in entries that were written before there was this list. A page skips unknown ones. */
  changed: z.optional(z.array(shortText(32)).check(z.maxLength(16))),
})

/** What is true of a room now; a status entry carries the fields that changed. */
export const RoomStatus = z.object({
  viewers: count,
  anchorStatus: AnchorStatus,
  homeScore: count,
  guestScore: count,
  clock: MatchClock,
  event: MatchEvent,
  odds: MatchOdds,
})
export type RoomStatus = z.infer<typeof RoomStatus>

const Reply = z.object({ id: shortText(64), memberName: shortText(32), text: shortText(CHAT_TEXT_MAX_CHARACTERS) })

/** What a notice of the pseudo-room `site` tells of (飘屏): a dear gift in one of the rooms, given by the notice's author. */
export const SiteGift = z.object({
  /** The room to go to: its match and its title. */
  eid: shortText(64),
  chatRoomNo: shortText(64),
  title: shortText(80),
  giftName: shortText(32),
  giftIcon: shortText(128),
  /** Running total of the combo. */
  count: count,
  /** Notices of one combo share it. */
  comboId: shortText(64),
})
export type SiteGift = z.infer<typeof SiteGift>

/** S3.22 and S3.23: `data` by kind. The discriminator on the wire is `content.msgType`. */
export const ENTRY_DATA = {
  text: z.object({
    text: shortText(CHAT_TEXT_MAX_CHARACTERS * 2),
    reply: z.optional(Reply),
    /** Public ids of the members who are addressed. */
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
  }),
  /** The order entry's id; wins even when it arrives first (S4.32). */
  revert: z.object({ orderId: shortText(64) }),
  welcome: z.object({ text: shortText(64) }),
  system: z.object({ text: shortText(200), event: z.optional(MatchEvent) }),
  notice: z.object({ text: shortText(200), gift: z.optional(SiteGift) }),
  mute: z.object({
    userId: shortText(64),
    memberName: shortText(32),
    /** Epoch milliseconds; null = the mute is lifted. */
    until: z.nullable(z.int()),
    reason: shortText(100),
  }),
  /** Either single entries, or everything a member said up to this entry; then `ids` are those that others quote. */
  delete: z.object({
    ids: z.optional(z.array(shortText(64)).check(z.maxLength(DELETE_MAX_IDS))),
    userId: z.optional(shortText(64)),
  }),
  marquee: z.object({ item: MarqueeItem, removed: z.optional(z.boolean()) }),
  status: z.partial(RoomStatus),
  pin: z.object({ text: z.nullable(shortText(200)) }),
  setup: SetupChange,
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
 * One entry of a room's log as it travels in a frame. Its `seq` is `firstSeq` + its position in the frame. Author
 * fields are absent where nobody speaks (status, marquee, system).
 */
export type Entry = {
  [Kind in MessageKind]: {
    id: string
    /** Server clock, epoch milliseconds. */
    at: number
    content: { msgType: (typeof MSG_TYPES)[Kind] }
    data: EntryData[Kind]
    /** The sender's own id for what it said (settled 14). */
    cid?: string
  } & Partial<EntryAuthor>
}[MessageKind]

/** The whole entry of a kind as a schema: for the server's own writes, tests and the schema hash. */
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
