import { createTranslator } from './catalogue.ts'

/** Messages of the home screen; loaded with it. */
export const homeMessages = {
  'home.title': '首页',
  'home.heading': '看台首页',

  'banner.region': '看台推荐',
  'banner.enter': '进场看球',
  'banner.go': '去看看',
  'banner.failed': '推荐没拿到',
  'banner.score': '{home} {score} {away}',

  'marquee.label': '公告',
  'marquee.pause': '停住公告',
  'marquee.play': '继续滚动',
  'marquee.failed': '公告没拿到',

  'strip.region': '比分条',
  'strip.failed': '比分没拿到',

  'venue.region': '场馆',
  'venue.failed': '场馆没拿到',
  'venue.sport': '看台体育',
  'venue.casino': '真人视讯',
  'venue.egame': '电子游艺',
  'venue.esports': '电竞',
  'venue.fishing': '捕鱼',
  'venue.chess': '棋牌',
  'venue.anchorGames': '主播游戏',
  'venue.playing': '{count} 场在播',
  'venue.quiet': '看赛程',
  'venue.until': '维护至 {clock}',
  'venue.untilDay': '维护至 {day}',
  'venue.maintenance': '维护中',
  'venue.preparing': '筹备中',
  'venue.closed': '场馆暂未开放',

  'now.region': '正在开球',

  'game.title': '热门游戏',
  'game.note': '筹备中，开了就从这里进',
  'game.failed': '热门游戏没拿到',

  'news.title': '场边消息',
  'news.more': '更多',
  'news.failed': '资讯没拿到',

  'schedule.title': '今晚赛程',
  'schedule.region': '赛程',

  'invite.title': '叫上朋友一起看',
  'invite.text': '扫一下海报，就坐到你旁边',
  'invite.action': '生成海报',

  'fine.limits': '看球图个乐，',
  'fine.action': '累了就歇会儿',
} as const

export const ht = createTranslator('home', homeMessages)
