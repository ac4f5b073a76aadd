/**
 * Every word of the interface, in Chinese. Keys are `area.what`; `{name}` marks a value that `t()` puts in.
 * Protocol codes carry their own texts (src/protocol/codes.ts).
 */
export const zhCN = {
  'brand.name': '看台',
  'brand.full': '看台 Grandstand',
  'brand.line': '坐近点，看清楚',

  'action.retry': '重试',
  'action.close': '关闭',
  'action.cancel': '取消',
  'action.confirm': '确定',
  'action.back': '返回',
  'action.more': '更多',
  'action.search': '搜索',
  'action.clear': '清空',
  'action.signIn': '登录',
  'action.signOut': '退出登录',

  'state.loading': '正在加载',
  'state.errorCode': '错误 {code}',
  'state.trace': '追踪号 {traceId}',
  'state.errorTitle': '信号断了一下',
  'state.offline': '网断了，先看已有的，恢复后自动接上',
  'state.connecting': '正在接上比赛信号',
  'state.recovering': '接上了，正在补上错过的',
  'state.online': '已连接',

  'badge.live': '直播',
  'badge.anchor': '主播',
  'badge.admin': '房管',
  'badge.vip': 'VIP {level} 级',
  'badge.unread': '{count} 条未读',

  'field.showPassword': '显示密码',
  'field.hidePassword': '隐藏密码',

  'coin.unit': '金币',
  'coin.amount': '{amount} 金币',
  'coin.balance': '金币余额',
  'coin.demo': '演示资金',

  'score.text': '{home} 比 {away}',

  'number.tenThousand': '{value} 万',
  'number.hundredMillion': '{value} 亿',
  'weekday.0': '周日',
  'weekday.1': '周一',
  'weekday.2': '周二',
  'weekday.3': '周三',
  'weekday.4': '周四',
  'weekday.5': '周五',
  'weekday.6': '周六',

  'time.now': '刚刚',
  'time.minutes': '{count} 分钟前',
  'time.hours': '{count} 小时前',
  'time.yesterday': '昨天 {clock}',
  'time.today': '今天 {clock}',
  'time.tonight': '今晚 {clock}',
  'time.tomorrow': '明天 {clock}',
  'time.dayAfter': '后天 {clock}',
  'time.date': '{month} 月 {day} 日',
  'time.dateClock': '{month} 月 {day} 日 {clock}',
  'time.dateYear': '{year} 年 {month} 月 {day} 日',

  'match.versus': '{home} 对 {away}',
  'match.before': '未开始',
  'match.firstHalf': '上半场',
  'match.secondHalf': '下半场',
  'match.halfTime': '中场休息',
  'match.halfTimeShort': '中场',
  'match.ended': '散场',
  'match.minute': '{phase} {minute}′',
  'match.minuteOnly': '{minute}′',
  'match.minuteSecond': '{phase} {minute}′{second}″',

  'skin.label': '换皮肤',
  'skin.fresh': '清晨',
  'skin.elegant': '雅集',
  'skin.triadTheme': '三原色',
  'skin.classy': '包厢',
  'skin.glow': '灯下',
  'skin.simple': '记录纸',
  'skin.colorful': '德比',
} as const satisfies Readonly<Record<string, string>>

export type TextKey = keyof typeof zhCN
