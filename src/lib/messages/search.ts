import { createTranslator } from './catalogue.ts'

/** Messages of the search; loaded with it. */
export const searchMessages = {
  results: '搜索结果',
  match: '比赛',
  anchor: '主播',
  team: '球队',
  game: '游戏',
  help: '帮助',
  recent: '刚搜过',
  forget: '清空',
  now: '这会儿在看',
  more: '全部 {count} 场',
  all: '看“{query}”的全部比赛',
  found: '找到 {count} 条',
  idle: '搜队名、主播、联赛或帮助，拼音和首字母也认',
  idleNote: '比如 北港联、beigang、bgl',
  none: '没找到“{query}”',
  noneText: '换个叫法试试，拼音和首字母也认',
  failed: '搜索没加载出来，检查一下网络再试',
  partFailed: '有一部分比赛没拿到，结果可能不全',
  matchesFailed: '比赛没拿到，先搜帮助',
  gameClosed: '还没开放，先在首页看看',
  sheet: '搜索',
} as const

export const st = createTranslator('search', searchMessages)
