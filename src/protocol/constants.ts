import { DAY_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/* Constants of specification section 9 and limits of the wire, for client and server. */

export const LIVE_LIST_SIZE = 200 // S9.1
export const LIVE_LIST_PAGE = 1 // S9.1
export const CLOCK_SYNC_INTERVAL_MS = MINUTE_MS // S9.2
export const CLOCK_FIRST_RESYNC_MS = 6_666 // S9.3
export const REQUEST_TIMEOUT_MS = 30 * SECOND_MS // S9.5
export const REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS = 5_000 // S9.6, of the clock S9.4
export const SERVER_CACHE_MS = MINUTE_MS // S9.7
export const LOCAL_CACHE_MAX_ENTRIES = 200 // S7.18
export const DEBOUNCE_MS = 300 // S9.8
export const BLOCKADE_ALERT_THROTTLE_MS = 700 // S9.9
export const SAFETY_DIALOG_DELAY_MS = 500 // S9.10
export const SAFETY_MAX_ROUNDS = 3 // S4.21
export const RISK_TOKEN_LIFETIME_MS = 10 * MINUTE_MS // S7.14
export const RISK_TOKEN_HEADER = 'x-risk-token' // Annex C.1, sealed
export const ORIGIN_LIMIT_DEFAULT = 3 // S8.16, until the list of domains is loaded
export const SESSION_WARNING_MS = 5 * MINUTE_MS // S9.20
export const MAINTENANCE_POLL_MS = 30_000 // S2.9
export const DEFAULT_SITE_ID = 5009 // settled 29
export const SKIN_COOKIE = 'skin' // demo mode: the skin that the user has chosen
export const SESSION_EXPIRY_HOUR = 21 // S9.20, in the site time zone

/** Envelope LT1 (settled 3-5). */
export const REPLAY_WINDOW_MS = 120_000
export const COMPRESS_FROM_BYTES = 512
export const COMPRESS_MIN_SAVING = 0.1
export const MAX_REQUEST_BYTES = 64 * 1024
export const MAX_INFLATED_REQUEST_BYTES = 1024 * 1024
export const MAX_INFLATED_RESPONSE_BYTES = 8 * 1024 * 1024
export const MAX_UPLOAD_BYTES = 16 * 1024 * 1024
export const FILLER_LENGTH = 8
export const ENVELOPE_HEADER = 'x-lt1'

/** Room frames and history (settled 9-12). */
export const FRAME_MAX_ENTRIES = 2_000
export const FRAME_MAX_INFLATED_BYTES = 1024 * 1024
/** Replaces quotes of deleted messages, in the log and on pages. */
export const DELETED_QUOTE = '（原消息已删除）'
/**
 * Maximum number of match events that a room and its pages retain, newest first. It is the same for both, so that new and
 * old viewers see the same animation (S3.31). A match has a few dozen events.
 */
export const MATCH_EVENTS_MAX = 300
/** Maximum number of blocked terms of a room, and of characters of a term. */
export const ROOM_TERMS_MAX = 200
export const ROOM_TERM_MAX_LENGTH = 32
/** Maximum number of ids in a delete entry. */
export const DELETE_MAX_IDS = 200
export const HISTORY_MAX_ENTRIES = 10_000
export const HISTORY_MAX_AGE_MS = 10 * MINUTE_MS
/** Entries of a pseudo-room of markets that can be recovered. Its snapshot replaces earlier ones. */
export const MARKET_HISTORY_ENTRIES = 2_000
export const HISTORY_PAGE_SIZE = 50
export const TICKET_LIFETIME_MS = 30_000
export const SOCKET_MAX_MESSAGE_BYTES = 64 * 1024
export const SOCKET_PING_INTERVAL_MS = 8_000
export const SOCKET_PING_TIMEOUT_MS = 4_000
export const SOCKET_CONNECT_TIMEOUT_MS = 5_000
export const RECONNECT_MIN_MS = 500 // settled 36
export const RECONNECT_MAX_VISIBLE_MS = 2_000
export const RECONNECT_MAX_HIDDEN_MS = 10_000
export const RECONNECT_JITTER = 0.5

/** Share of a core that writing the frames of rooms may take, by default (decision 207). Long intervals stretch it. */
export const FRAME_BUDGET = 0.3

/** Feed between worker and page. */
export const FEED_CREDITS = 16
export const FEED_MIN_GAP_MS = 1
/** About two screens of the list. */
export const FEED_MAX_TEXT_ROWS_PER_BATCH = 40
export const FEED_LIST_CAP = 500
export const FEED_LOSSLESS_QUEUE_LIMIT = 2_000 // settled 18
export const WORKER_PING_TIMEOUT_MS = 3_000 // settled 19

/** Chat messages and gifts. */
export const CHAT_TEXT_MAX_CHARACTERS = 100
export const CHAT_BURST = 3
export const CHAT_BURST_WINDOW_MS = 2_000
export const CHAT_DUPLICATE_WINDOW_MS = 10_000
export const GIFT_COUNT_MAX = 9_999 // Annex H
export const GIFT_COMBO_WINDOW_MS = 3_000
export const GIFT_COALESCE_MS = 300 // settled 21
export const PENDING_MONEY_CALL_LIFETIME_MS = DAY_MS // settled 7

/** Follows and visited rooms of a member (settled 32). */
export const FOLLOWS_MAX = 50 // per kind
export const VISITS_MAX = 20
