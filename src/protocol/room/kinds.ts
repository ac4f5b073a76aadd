/** Message kinds and their numbers on the wire (settled 13, Annex C.3). `data-kind` in the page has these values. */
export const MSG_TYPES = {
  text: 1,
  image: 2,
  gift: 3,
  order: 4,
  revert: 5,
  welcome: 6,
  system: 7,
  notice: 8,
  mute: 9,
  delete: 10,
  marquee: 11,
  status: 12,
  pin: 13,
  setup: 14,
  market: 15,
  table: 16,
} as const

export type MessageKind = keyof typeof MSG_TYPES

const KINDS = new Map<number, MessageKind>(
  (Object.keys(MSG_TYPES) as MessageKind[]).map((kind): [number, MessageKind] => [MSG_TYPES[kind], kind]),
)

export function kindOf(msgType: number): MessageKind | undefined {
  return KINDS.get(msgType)
}

/** True for kinds that members write: text and image (sticker). */
export function isMemberMessage(kind: MessageKind): boolean {
  return kind === 'text' || kind === 'image'
}

/** S6.11: a VIP level above 4 is high. A missing level counts as 0. */
export function isHighVip(vipLevel: number | undefined): boolean {
  return (vipLevel ?? 0) > 4
}

/** S9.24 and settled 20: what 只看礼物 (gift messages only) hides. Image counts as text; a revert follows its order. */
export function passesGiftFilter(kind: MessageKind): boolean {
  return !isMemberMessage(kind) && kind !== 'order' && kind !== 'revert'
}

/** Settled 20: 只看高等级 hides text (and images) of VIP 4 and below; nothing else. */
export function passesHighVipFilter(kind: MessageKind, vipLevel: number | undefined): boolean {
  return !isMemberMessage(kind) || isHighVip(vipLevel)
}

/** True for kinds that may be dropped under overload. All other kinds reach the page. */
export function isDroppable(kind: MessageKind): boolean {
  return isMemberMessage(kind)
}

/** Pseudo-room of the site notices (飘屏) that every page enters (settled 10). It has no chat. */
export const SITE_ROOM = 'site'

/** Pseudo-room with the main markets of all matches, for the board. */
export const SPORTS_ROOM = 'sports'
/** Beginning of the names of {@link marketRoomOf}. */
export const MATCH_MARKETS_PREFIX = `${SPORTS_ROOM}-`
const ROOM_NO_MAX_CHARACTERS = 64

/** Pseudo-room with all markets of a match. */
export function marketRoomOf(matchId: string): string {
  return `${MATCH_MARKETS_PREFIX}${matchId.toLowerCase()}`.slice(0, ROOM_NO_MAX_CHARACTERS)
}

/** True for pseudo-rooms whose entries are markets only. */
export function isMarketRoom(chatRoomNo: string): boolean {
  return chatRoomNo === SPORTS_ROOM || chatRoomNo.startsWith(MATCH_MARKETS_PREFIX)
}

/** Pseudo-room with the states of all live tables, for their hall. */
export const TABLES_ROOM = 'tables'
/** Beginning of the names of {@link tableRoomOf}. */
const TABLE_ROOM_PREFIX = 'table-'

/** The room of a live table: its state, and its chat. */
export function tableRoomOf(tableId: string): string {
  return `${TABLE_ROOM_PREFIX}${tableId}`
}

/** The table of a room; null for other rooms. */
export function tableOfRoom(chatRoomNo: string): string | null {
  return chatRoomNo.startsWith(TABLE_ROOM_PREFIX) ? chatRoomNo.slice(TABLE_ROOM_PREFIX.length) : null
}

/** True for pseudo-rooms whose entries are new states of things, such as markets and tables. Each replaces earlier ones. */
export function isStateRoom(chatRoomNo: string): boolean {
  return isMarketRoom(chatRoomNo) || chatRoomNo === TABLES_ROOM
}

/** False for pseudo-rooms: they have no chat, no viewers and no welcomes. */
export function isChatRoom(chatRoomNo: string): boolean {
  return chatRoomNo !== SITE_ROOM && !isStateRoom(chatRoomNo)
}

/** Kinds that change the state of their room: score, marquee, pinned text, chat rules, match events, markets, tables. */
export const CHANGE_KINDS = ['status', 'marquee', 'pin', 'setup', 'system', 'market', 'table'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Kinds that are never rows of the list. A setup is one if it changes a chat rule (S6.7). */
const HIDDEN_KINDS: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'welcome',
  'marquee',
  'status',
  'delete',
  'market',
  'table',
])

/** Kinds that may be rows of the list. */
export const ROW_KINDS: ReadonlySet<MessageKind> = new Set(
  (Object.keys(MSG_TYPES) as MessageKind[]).filter((kind) => !HIDDEN_KINDS.has(kind)),
)
