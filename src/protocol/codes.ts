/** Response codes (requirements Annex A). A code's text is what a person reads when a screen has nothing better. */
export const CODES = {
  SUCCESS: 0,
  PARAM_ERROR: 10001,
  NOT_FOUND: 10004,
  DUPLICATE_REQUEST: 10009,
  IDEMPOTENCY_CONFLICT: 10010,
  NAME_TAKEN: 10101,
  NAME_OR_PASSWORD_WRONG: 10102,
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
  ACCESS_CAVEAT_CODE: 10420,
  ACCESS_RESTRICTION_CODE: 10421,
  CURRENT_LIMITING_A: 10429,
  CURRENT_LIMITING_B: 10430,
  CURRENT_LIMITING_C: 10431,
  SYSTEM_MAINTENANCE: 10503,
  INTERFACE_DEGRADE: 10504,
  BALANCE_NOT_ENOUGH: 20001,
  LIMIT_EXCEEDED: 20002,
  NEED_LOGIN: 30001,
  CHAT_MUTED: 40001,
  CHAT_TOO_FAST: 40002,
  CHAT_WORD_BLOCKED: 40003,
  ROOM_CLOSED: 40004,
  CHAT_TOO_LONG: 40005,
  CHAT_DUPLICATE: 40006,
  CHAT_LEVEL_TOO_LOW: 40007,
  NOT_ROOM_ADMIN: 40008,
  GIFT_OFF: 40010,
  /** The clear refusals of the envelope (settled 5): shake hands again, or synchronise the clock, once. */
  REKEY: 90001,
  STALE: 90002,
  /** The one answer to everything that is wrong behind the clear part of the envelope. */
  SEAL_REFUSED: 90003,
  VERSION_MISMATCH: 90004,
  /** Nothing more can be said without telling an attacker something: details are in the server's log. */
  INTERNAL_ERROR: 90500,
  LINE_SWITCHING: 1000022,
  NETWORK_ABNORMAL: 1000023,
  /** Made by the client. */
  TIMEOUT: -1,
  VERIFICATION_CLOSED: -2,
  ABORTED: -3,
  NETWORK_FAILURE: -4,
  BAD_ANSWER: -5,
  OFFLINE: -6,
} as const

export type CodeName = keyof typeof CODES

const TEXTS: Partial<Record<CodeName, string>> = {
  PARAM_ERROR: '参数错误',
  NOT_FOUND: '内容不存在',
  IDEMPOTENCY_CONFLICT: '请求冲突，请刷新后重试',
  NAME_TAKEN: '账号已被注册',
  NAME_OR_PASSWORD_WRONG: '账号或密码不对',
  AUTH_ERROR: '登录已失效，请重新登录',
  LOGIN_ELSEWHERE_ERROR: '您的账号已在其他设备登录',
  ACCOUNT_BLOCKADE: '账号已被冻结，请联系客服',
  PASSWORD_CHANGED: '密码已修改，请重新登录',
  IP_BLOCKADE: '当前IP已被限制访问',
  DEVICE_BLOCKADE: '当前设备已被限制访问',
  VERIFY_CODE_ERROR: '验证码错误',
  NEED_SAFE: '请完成安全验证',
  CURRENT_LIMITING_A: '当前访问人数过多或操作过于频繁，请稍后刷新重试',
  CURRENT_LIMITING_B: '当前访问人数过多或操作过于频繁，请稍后刷新重试',
  CURRENT_LIMITING_C: '当前访问人数过多或操作过于频繁，请稍后刷新重试',
  SYSTEM_MAINTENANCE: '系统维护中',
  INTERFACE_DEGRADE: '服务繁忙，请稍后再试',
  BALANCE_NOT_ENOUGH: '金币不足',
  LIMIT_EXCEEDED: '超出限额',
  NEED_LOGIN: '该操作需要登录',
  CHAT_MUTED: '您已被禁言',
  CHAT_TOO_FAST: '说得太快了，歇一下再说',
  CHAT_WORD_BLOCKED: '这句话里有不能说的词，改一改再发',
  ROOM_CLOSED: '聊天室已关闭',
  CHAT_TOO_LONG: '一句最多 100 个字',
  CHAT_DUPLICATE: '这句刚刚说过了',
  CHAT_LEVEL_TOO_LOW: '会员等级不够，还不能在这里发言',
  NOT_ROOM_ADMIN: '只有房管可以这样做',
  GIFT_OFF: '这里暂时不能送礼物',
  REKEY: '正在重新建立安全连接',
  STALE: '正在校准时间',
  SEAL_REFUSED: '请求无效，请刷新页面',
  VERSION_MISMATCH: '页面有新版本，正在更新',
  INTERNAL_ERROR: '服务出了点问题，请稍后再试',
  LINE_SWITCHING: '线路异常，正在为您切换',
  NETWORK_ABNORMAL: '网络异常，请检查网络',
  TIMEOUT: '请求超时',
  VERIFICATION_CLOSED: '请求已关闭',
  ABORTED: '请求已取消',
  NETWORK_FAILURE: '网络异常',
  BAD_ANSWER: '网络异常',
  OFFLINE: '网络已断开',
}

const NAMES = new Map<number, CodeName>(
  (Object.keys(CODES) as CodeName[]).map((name): [number, CodeName] => [CODES[name], name]),
)

/** The name of a code, or undefined for one that this version does not know. */
export function codeName(code: number): CodeName | undefined {
  return NAMES.get(code)
}

/** The Chinese text of a code; unknown codes get the generic one. */
export function codeText(code: number): string {
  const name = NAMES.get(code)
  return (name && TEXTS[name]) ?? '网络异常'
}
