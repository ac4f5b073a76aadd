import { createTranslator } from './catalogue.ts'

/** Messages of the search; loaded with it. */
export const searchMessages = {
  results: '搜索结果',
  match: '比赛',
  anchor: '主播',
  team: '球队',
  game: '游戏',
  help: '帮助',
  recent: '搜索历史',
  forget: '清空',
  now: '正在直播',
  more: '全部 {count} 场',
  all: '查看“{query}”的全部比赛',
  found: '找到 {count} 条',
  idle: '搜索球队、主播、联赛或帮助，支持拼音和首字母',
  idleNote: '比如 北港联、beigang、bgl',
  none: '没有找到“{query}”',
  noneText: '请尝试其他关键词，支持拼音和首字母',
  failed: '搜索加载失败，请检查网络后重试',
  partFailed: '部分比赛加载失败，结果可能不完整',
  matchesFailed: '比赛加载失败，仅搜索帮助',
  sheet: '搜索',
} as const

export const st = createTranslator('search', searchMessages)
