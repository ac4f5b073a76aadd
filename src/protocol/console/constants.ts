/* Constants of the console without schemas, for the page. */

/** `operator` may do everything, `auditor` reads only. */
export const OPERATOR_ROLES = ['operator', 'editor', 'moderator', 'anchor', 'auditor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Response codes of the console in addition to `CODES`. */
export const CONSOLE_CODES = {
  /** The role of the operator does not allow the action. */
  ROLE_REFUSED: 71001,
  /** Another operator changed the item after it was read. `details.current` is the item as it is now. */
  EDIT_CONFLICT: 71002,
  /** The second factor of this sign-in is missing. */
  SECOND_FACTOR_NEEDED: 71003,
  /** A set-up link or an invitation was used before. */
  LINK_USED: 71004,
  /** A set-up link or an invitation has expired. */
  LINK_EXPIRED: 71005,
} as const

/** Code of an authenticator (TOTP). Its library throws on other digits than ASCII. */
export const TOTP_CODE = /^\d{6}$/
/** Code of an authenticator, or a recovery code. */
export const FACTOR_CODE = /^(?:\d{6}|[0-9a-z]{4}(?:-[0-9a-z]{4}){3})$/

export const OPERATOR_PASSWORD_MIN = 12
export const OPERATOR_PASSWORD_MAX = 64

/** Maximum length of the name of a passkey. */
export const PASSKEY_LABEL_MAX = 24

/** Time zones in which the console can show times. */
export const CONSOLE_TIME_ZONES = [
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Taipei',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Europe/London',
  'America/New_York',
  'UTC',
] as const

/** Rows per page of a list. */
export const PAGE_ROWS = 50

/** Maximum coins of one adjustment. */
export const ADJUSTMENT_MAX = 1_000_000
/** Coins that one operator may move alone per site day. Beyond this sum a second operator must approve. */
export const ADJUSTMENT_ALONE_PER_DAY = 10_000
export const ADJUSTMENT_STATES = ['waiting', 'posted', 'refused'] as const

/** Content that operators edit. */
export const CONTENT_KINDS = [
  'announcement',
  'banner',
  'floatWindow',
  'marquee',
  'news',
  'expert',
  'tip',
  'help',
  'question',
  'contact',
  'navigation',
] as const
/** Pages that show banners. */
export const PAGE_POSITIONS = ['home', 'live', 'news'] as const
/** Sides of the page for floating windows. */
export const FLOAT_POSITIONS = ['left', 'right'] as const
/** The drawn avatars of experts. */
export const AVATAR_COUNT = 24
export const avatarPath = (number: number): string => `/art/av-${number}.svg`
/** `open` until the match has ended. */
export const TIP_RESULTS = ['open', 'right', 'wrong'] as const
/** Icons of navigation entries; see src/app/shell/nav/nav-icons.ts. */
export const NAVIGATION_ICONS = [
  'house',
  'tv',
  'football',
  'basketball',
  'gamepad',
  'mic',
  'reels',
  'star',
  'headset',
  'newspaper',
  'tag',
  'trophy',
  'chart',
  'book',
  'gift',
  'user',
] as const
/** Maximum of the position in a list. */
export const ORDER_MAX = 9_999
/** Drawings of gifts: `/art/gift-<icon>.svg`. */
export const GIFT_ICONS = ['clap', 'scarf', 'horn', 'drum', 'firework', 'cup'] as const
/** Coins of one gift. */
export const GIFT_PRICE_MAX = 1_000_000
/** Bit rates that an anchor may send, in kbit/s. */
export const ANCHOR_KBPS_MIN = 200
export const ANCHOR_KBPS_MAX = 20_000
export const ANCHOR_KBPS_DEFAULT = 6_000
/** Members who administrate one room. */
export const ROOM_ADMINS_MAX = 20
/** Size of a cover in pixels, and its maximum length in base64. */
export const COVER_SIZE = { width: 480, height: 270 } as const
export const COVER_MAX_CHARACTERS = 60_000
/** Sizes in pixels to which the console cuts uploaded pictures. */
export const PICTURE_SIZES = {
  banner: { width: 1440, height: 360 },
  bannerPhone: { width: 750, height: 300 },
  floatWindow: { width: 192, height: 192 },
  news: { width: 1200, height: 600 },
} as const
/** Maximum length of an uploaded picture in base64. */
export const PICTURE_MAX_CHARACTERS = 400_000
/** Maximum number of uploaded pictures of a site. */
export const PICTURES_MAX = 2_000
export const MATCH_STAGES = ['live', 'before', 'ended'] as const
export const CORRECTED_SCORE_MAX = 999
export const CORRECTED_MINUTES_MAX = 600

/** What an operator does about a reported message. */
export const REPORT_OUTCOMES = ['dismiss', 'delete', 'mute', 'ban'] as const
/** What an operator does about a wallet order: events of `order-states.ts`. */
export const REVIEW_DECISIONS = ['approve', 'paid', 'confirm', 'return', 'reject', 'fail'] as const
export const BLOCK_KINDS = ['address', 'device'] as const
export const BLOCKED_TERMS_PER_CHANGE = 200
export const BLOCKED_TERMS_MAX = 5_000

/** Results of a check of the doctor. */
export const DOCTOR_OUTCOMES = ['problem', 'warning', 'ok', 'skipped'] as const
