import { createTranslator } from './catalogue.ts'

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
  'venue.quiet': '查看赛程',
  'venue.until': '维护至 {clock}',
  'venue.untilDay': '维护至 {day}',
  'venue.maintenance': '维护中',
  'venue.anchorRooms': '主播直播间',
  'venue.closed': '场馆暂未开放',

  'now.region': '正在直播',

  'game.title': '热门游戏',
  'game.failed': '热门游戏加载失败，点此重试',

  'news.title': '最新资讯',
  'news.more': '更多',
  'news.failed': '资讯加载失败，点此重试',

  'schedule.title': '今晚赛程',
  'schedule.region': '赛程',

  'invite.title': '邀请好友',
  'invite.text': '分享海报，好友扫码即可观看',
  'invite.action': '生成海报',

  'fine.limits': '理性观赛，',
  'fine.action': '注意休息',
  'fine.promos': '优惠',
  'fine.help': '帮助中心',
  'fine.settings': '设置',
  'fine.service': '联系客服',
} as const

export const ht = createTranslator('home', homeMessages)
