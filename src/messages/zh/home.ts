import { createTranslator } from '../catalogue.ts'

/** Messages of the home screen; loaded with it. */
export const homeMessages = {
  'home.title': '首页',
  'home.heading': '看台首页',

  'banner.region': '看台推荐',
  'banner.enter': '进入直播间',
  'banner.go': '查看',
  'banner.failed': '推荐加载失败，点此重试',
  'banner.score': '{home} {score} {away}',

  'marquee.label': '公告',
  'marquee.pause': '暂停公告',
  'marquee.play': '继续滚动',
  'marquee.failed': '公告加载失败，点此重试',

  'strip.region': '比分条',
  'strip.failed': '比分加载失败，点此重试',

  'venue.region': '场馆',
  'venue.failed': '场馆加载失败，点此重试',
  'venue.sport': '看台体育',
  'venue.casino': '真人视讯',
  'venue.egame': '电子游艺',
  'venue.esports': '电竞',
  'venue.fishing': '捕鱼',
  'venue.chess': '棋牌',
  'venue.anchorGames': '主播游戏',
  'venue.playing': '{count} 场直播中',
  'venue.open': '开放中',
  'venue.quiet': '查看赛程',
  'venue.until': '维护至 {clock}',
  'venue.untilDay': '维护至 {day}',
  'venue.maintenance': '维护中',
  'venue.anchorLive': '真人主持',
  'venue.closed': '场馆暂未开放',

  'now.region': '正在直播',

  'game.title': '热门游戏',
  'game.all': '全部游戏',
  'game.failed': '热门游戏加载失败，点此重试',

  'news.title': '最新资讯',
  'news.more': '更多',
  'news.failed': '资讯加载失败，点此重试',

  'schedule.title': '今晚赛程',
  'schedule.region': '赛程',

  'points.title': '积分',
  'points.text': '兑换金币和红利，或试一次足球抽奖',
  'points.action': '去兑换',

  'invite.title': '邀请好友',
  'invite.text': '分享海报，好友扫码即可观看',
  'invite.action': '生成海报',

  'fine.limits': '理性观赛，',
  'fine.action': '注意休息',
  'fine.promos': '优惠',
  'fine.help': '帮助中心',
  'fine.settings': '设置',
  'fine.service': '联系客服',

  'search.results': '搜索结果',
  'search.match': '比赛',
  'search.anchor': '主播',
  'search.team': '球队',
  'search.league': '联赛',
  'search.game': '游戏',
  'search.help': '帮助',
  'search.recent': '搜索历史',
  'search.forget': '清空',
  'search.now': '正在直播',
  'search.more': '全部 {count} 场',
  'search.all': '查看“{query}”的全部比赛',
  'search.found': '找到 {count} 条',
  'search.idle': '搜索球队、主播、联赛或帮助，支持拼音和首字母',
  'search.idleNote': '比如 北港联、beigang、bgl',
  'search.none': '没有找到“{query}”',
  'search.noneText': '请尝试其他关键词，支持拼音和首字母',
  'search.failed': '搜索加载失败，请检查网络后重试',
  'search.partFailed': '部分比赛加载失败，结果可能不完整',
  'search.matchesFailed': '比赛加载失败，仅搜索帮助',
  'search.sheet': '搜索',
} as const

export const homeText = createTranslator('home', homeMessages)
