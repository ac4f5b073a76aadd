import { createTranslator } from './catalogue.ts'

/** Messages of /app/sports; loaded with it. */
export const sportsMessages = {
  page: '体育',
  venues: '体育场馆',
  venuesFailed: '场馆加载失败，赛程不受影响',
  open: '开放中',
  maintenance: '维护中',
  chosen: '当前场馆',
  closed: '场馆暂未开放',
  all: '全部场馆',
  board: '赛程',
  boardOf: '{venue}的赛程',
  kinds: '比赛类别',
  'kind.all': '全部',
  'kind.football': '足球',
  'kind.basketball': '篮球',
  'kind.esports': '电竞',
  dates: '日期',
  today: '今天',
  tomorrow: '明天',
  live: '正在直播',
  before: '即将开始',
  ended: '已结束',
  enter: '进入',
  enterMatch: '进入直播间：{home} 对 {away}',
  look: '查看',
  lookMatch: '查看：{home} 对 {away}',
  failed: '赛程加载失败，正在直播的比赛不受影响',
  emptyTitle: '当天没有比赛',
  emptyText: '请切换分类或日期',
  emptyNext: '下一个比赛日是 {day}',
  goNext: '查看 {day}',
  note: '仅使用演示资金，观看免费',
} as const

export const spt = createTranslator('sports', sportsMessages)
