import { type Failure, failure } from './result.ts'

/** Response codes (requirements Annex A). */
export const CODES = {
  SUCCESS: 0,
  PARAM_ERROR: 10001,
  NOT_FOUND: 10004,
  DUPLICATE_REQUEST: 10009,
  IDEMPOTENCY_CONFLICT: 10010,
  NAME_TAKEN: 10101,
  NAME_OR_PASSWORD_WRONG: 10102,
  OLD_PASSWORD_WRONG: 10103,
  SMS_TOO_OFTEN: 10104,
  INVITE_CODE_INVALID: 10105,
  UNDER_AGE: 10106,
  /** Ours: the ticket of a process in several steps is unknown, used or expired. */
  TICKET_EXPIRED: 10107,
  AUTH_ERROR: 10401,
  IGNORED_A: 10402,
  IGNORED_B: 10403,
  LOGIN_ELSEWHERE_ERROR: 10404,
  ACCOUNT_BLOCKADE: 10405,
  PASSWORD_CHANGED: 10406,
  IP_BLOCKADE: 10407,
  DEVICE_BLOCKADE: 10408,
  VERIFY_CODE_ERROR: 10409,
  NEED_SAFE: 10410,
  NEED_ROBOT_CHECK: 10411,
  /** Ours: the password is right, and the account also requires a passkey. Details: `{ticket, options}`. */
  NEED_PASSKEY: 10412,
  ACCESS_CAVEAT_CODE: 10420,
  ACCESS_RESTRICTION_CODE: 10421,
  CURRENT_LIMITING_A: 10429,
  CURRENT_LIMITING_B: 10430,
  CURRENT_LIMITING_C: 10431,
  SYSTEM_MAINTENANCE: 10503,
  INTERFACE_DEGRADE: 10504,
  BALANCE_NOT_ENOUGH: 20001,
  LIMIT_EXCEEDED: 20002,
  ORDER_STATE_CHANGED: 20003,
  WITHDRAW_PWD_WRONG: 20004,
  TURNOVER_NOT_MET: 20005,
  CARD_LIMIT: 20006,
  VENUE_MAINTAIN: 20007,
  PENDING_ORDER_EXISTS: 20008,
  /** Ours: a venue that has not opened yet or is not displayed takes no money. */
  VENUE_CLOSED: 20009,
  NEED_LOGIN: 30001,
  ACTIVITY_BLACKLIST: 30002,
  ACTIVITY_STATE: 30003,
  /** Ours: the stock of this day is used. */
  SOLD_OUT: 30004,
  /** Ours: the member has used the exchanges or draws of this day. */
  DAY_LIMIT: 30005,
  /** Ours: fewer points than the price. */
  POINTS_NOT_ENOUGH: 30006,
  CHAT_MUTED: 40001,
  CHAT_TOO_FAST: 40002,
  CHAT_WORD_BLOCKED: 40003,
  ROOM_CLOSED: 40004,
  CHAT_TOO_LONG: 40005,
  CHAT_DUPLICATE: 40006,
  CHAT_LEVEL_TOO_LOW: 40007,
  NOT_ROOM_ADMIN: 40008,
  GIFT_OFF: 40010,
  ODDS_CHANGED: 50001,
  MARKET_SUSPENDED: 50002,
  BET_LIMIT: 50003,
  BET_TOO_LATE: 50004,
  /** Ours: a round of a game has not ended. Details: `{roundId}`. */
  ROUND_OPEN: 50010,
  /** Ours: the commitment is not that of the next round. */
  ROUND_SEED: 50011,
  /** Ours: the step of a move is not the next one. Details: `{steps}`, the number of moves. */
  ROUND_STEP: 50012,
  /** Ours: the next round starts later. Details: `{notBefore}`, epoch milliseconds. */
  ROUND_TOO_SOON: 50013,
  RG_DEPOSIT_LIMIT: 60001,
  RG_LOSS_LIMIT: 60002,
  RG_TIME_OUT: 60003,
  RG_SELF_EXCLUDED: 60004,
  RG_SESSION_LIMIT: 60005,
  /** Ours: a reality check waits for its answer. */
  RG_CHECK_DUE: 60006,
  /** Refusals that are not sealed (settled 5). The client repeats the handshake or synchronizes the clock, once. */
  REKEY: 90001,
  STALE: 90002,
  /** Common refusal of all envelopes that cannot be opened. */
  SEAL_REFUSED: 90003,
  VERSION_MISMATCH: 90004,
  /** Ours: the server serves no pages of this origin. */
  ORIGIN_REFUSED: 90005,
  /** Unexpected server error. Details are in the server's log only. */
  INTERNAL_ERROR: 90500,
  LINE_SWITCHING: 1000022,
  NETWORK_ABNORMAL: 1000023,
  /** Codes of the client. */
  TIMEOUT: -1,
  VERIFICATION_CLOSED: -2,
  ABORTED: -3,
  NETWORK_FAILURE: -4,
  BAD_RESPONSE: -5,
  OFFLINE: -6,
  MISSING_URL: -7,
} as const

/** Rate limits. They end within seconds. */
export const RATE_LIMIT_CODES = [CODES.CURRENT_LIMITING_A, CODES.CURRENT_LIMITING_B, CODES.CURRENT_LIMITING_C] as const

/** Codes that end a session; with HTTP 401 if the call had a token (S4.15, S4.16). */
export const SESSION_END_CODES = [
  CODES.AUTH_ERROR,
  CODES.LOGIN_ELSEWHERE_ERROR,
  CODES.ACCOUNT_BLOCKADE,
  CODES.PASSWORD_CHANGED,
  CODES.IP_BLOCKADE,
  CODES.DEVICE_BLOCKADE,
] as const

export type CodeName = keyof typeof CODES

const TEXTS: Partial<Record<CodeName, string>> = {
  PARAM_ERROR: '参数错误',
  NOT_FOUND: '内容不存在',
  DUPLICATE_REQUEST: '请求已处理',
  IDEMPOTENCY_CONFLICT: '请求冲突，请刷新后重试',
  NAME_TAKEN: '账号已被注册',
  NAME_OR_PASSWORD_WRONG: '账号或密码错误',
  OLD_PASSWORD_WRONG: '原密码错误',
  SMS_TOO_OFTEN: '验证码发送过于频繁，请稍后再试',
  INVITE_CODE_INVALID: '邀请码无效',
  UNDER_AGE: '未满 18 周岁，不能注册',
  TICKET_EXPIRED: '操作已过期，请重新开始',
  NEED_PASSKEY: '请用通行密钥完成登录',
  AUTH_ERROR: '登录已失效，请重新登录',
  IGNORED_A: '已被新的请求取代',
  IGNORED_B: '没有需要处理的内容',
  LOGIN_ELSEWHERE_ERROR: '您的账号已在其他设备登录',
  ACCOUNT_BLOCKADE: '账号已被冻结，请联系客服',
  PASSWORD_CHANGED: '密码已修改，请重新登录',
  IP_BLOCKADE: '当前IP已被限制访问',
  DEVICE_BLOCKADE: '当前设备已被限制访问',
  VERIFY_CODE_ERROR: '验证码错误',
  NEED_SAFE: '请完成安全验证',
  NEED_ROBOT_CHECK: '当前访问人数过多或操作过于频繁，请稍后刷新重试',
  ACCESS_CAVEAT_CODE: '看台暂时不开放',
  ACCESS_RESTRICTION_CODE: '当前地区或账号无法访问',
  CURRENT_LIMITING_A: '当前访问人数过多或操作过于频繁，请稍后刷新重试',
  CURRENT_LIMITING_B: '当前访问人数过多或操作过于频繁，请稍后刷新重试',
  CURRENT_LIMITING_C: '当前访问人数过多或操作过于频繁，请稍后刷新重试',
  SYSTEM_MAINTENANCE: '系统维护中',
  INTERFACE_DEGRADE: '服务繁忙，请稍后再试',
  BALANCE_NOT_ENOUGH: '余额不足',
  LIMIT_EXCEEDED: '超出限额',
  ORDER_STATE_CHANGED: '订单状态已变化，请刷新',
  WITHDRAW_PWD_WRONG: '提款密码错误',
  TURNOVER_NOT_MET: '流水未达到要求',
  CARD_LIMIT: '银行卡数量已达上限',
  VENUE_MAINTAIN: '场馆维护中',
  PENDING_ORDER_EXISTS: '存在未完成的订单',
  VENUE_CLOSED: '场馆筹备中，开放后才能转入',
  NEED_LOGIN: '该操作需要登录',
  ACTIVITY_BLACKLIST: '您暂不符合活动参与条件，如有疑问请联系客服',
  ACTIVITY_STATE: '活动状态已变化，请刷新',
  SOLD_OUT: '今日已兑完',
  DAY_LIMIT: '今日次数已用完',
  POINTS_NOT_ENOUGH: '积分不足',
  CHAT_MUTED: '你已被禁言',
  CHAT_TOO_FAST: '发送过于频繁，请稍后再试',
  CHAT_WORD_BLOCKED: '消息包含屏蔽词，请修改后发送',
  ROOM_CLOSED: '聊天室已关闭',
  CHAT_TOO_LONG: '消息最多 100 个字',
  CHAT_DUPLICATE: '请勿重复发送相同内容',
  CHAT_LEVEL_TOO_LOW: '会员等级不足，无法发言',
  NOT_ROOM_ADMIN: '仅房管可以操作',
  GIFT_OFF: '暂时不能送礼物',
  ODDS_CHANGED: '赔率已变化，请确认',
  MARKET_SUSPENDED: '盘口已暂停',
  BET_LIMIT: '超出单注限额',
  BET_TOO_LATE: '已停止投注',
  ROUND_OPEN: '本局尚未结束',
  ROUND_SEED: '本局的种子已更新，请重新开始',
  ROUND_STEP: '这一步已经处理，请按最新局面继续',
  ROUND_TOO_SOON: '两局之间至少间隔 2.5 秒',
  RG_DEPOSIT_LIMIT: '超过你设定的存款限额',
  RG_LOSS_LIMIT: '超过你设定的亏损或投入限额',
  RG_TIME_OUT: '你正在休息期，期间不能进行这项操作',
  RG_SELF_EXCLUDED: '你已自我排除，期间不能进行这项操作',
  RG_SESSION_LIMIT: '已用完你设定的在线时长',
  RG_CHECK_DUE: '请先回应时长提醒',
  REKEY: '正在重新建立安全连接',
  STALE: '正在校准时间',
  SEAL_REFUSED: '请求无效，请刷新页面',
  VERSION_MISMATCH: '页面有新版本，正在更新',
  ORIGIN_REFUSED: '服务器不接受来自这个网址的请求',
  INTERNAL_ERROR: '服务异常，请稍后再试',
  LINE_SWITCHING: '线路异常，正在为您切换',
  NETWORK_ABNORMAL: '网络异常，请检查网络',
  TIMEOUT: '请求超时',
  VERIFICATION_CLOSED: '请求已关闭',
  ABORTED: '请求已取消',
  NETWORK_FAILURE: '网络异常',
  BAD_RESPONSE: '网络异常',
  OFFLINE: '网络已断开',
  MISSING_URL: '请求地址不能为空',
}

/** Codes of an exclusion, a limit or an unanswered reality check: what stops play (I9, I10). */
export const PLAY_STOP_CODES: readonly number[] = [
  CODES.RG_DEPOSIT_LIMIT,
  CODES.RG_LOSS_LIMIT,
  CODES.RG_TIME_OUT,
  CODES.RG_SELF_EXCLUDED,
  CODES.RG_SESSION_LIMIT,
  CODES.RG_CHECK_DUE,
]

const NAMES = new Map<number, CodeName>(
  (Object.keys(CODES) as CodeName[]).map((name): [number, CodeName] => [CODES[name], name]),
)

/** The name of a code, or undefined if it is unknown. */
export function codeName(code: number): CodeName | undefined {
  return NAMES.get(code)
}

/** The Chinese text of a code. Unknown codes have a generic text. */
export function codeText(code: number): string {
  const name = NAMES.get(code)
  return (name && TEXTS[name]) ?? '网络异常'
}

/** A failure with the standard text of its code. */
export function failureOf(code: number, extra?: Partial<Omit<Failure, 'ok' | 'code' | 'message'>>): Failure {
  return failure(code, codeText(code), extra)
}
