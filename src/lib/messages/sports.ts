import { createTranslator } from './catalogue.ts'

/** Messages of /app/sports; loaded with it. */
export const sportsMessages = {
  page: '体育',
  venues: '体育场馆',
  venuesFailed: '场馆没拿到，赛程照看',
  open: '开放中',
  maintenance: '维护中',
  chosen: '正在看',
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
  live: '正在开球',
  before: '稍后开球',
  ended: '已散场',
  enter: '进场',
  enterMatch: '进场：{home} 对 {away}',
  look: '看看',
  lookMatch: '去看看：{home} 对 {away}',
  failed: '赛程没拿到，正在播的比赛不受影响',
  emptyTitle: '这一天没有比赛',
  emptyText: '换个类别或日期看看',
  emptyNext: '下一个比赛日是 {day}',
  goNext: '看{day}',
  note: '这里只有演示资金，看球不用花钱',
} as const

export const spt = createTranslator('sports', sportsMessages)
