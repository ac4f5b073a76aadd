import { createTranslator } from './catalogue.ts'

/** Messages of follows and recent rooms. */
export const followMessages = {
  'follow.add': '关注',
  'follow.on': '已关注',
  'follow.addName': '关注 {name}',
  'follow.onName': '已关注 {name}，再按取消',
  'follow.done': '关注了 {name}，一开场就出现在首页的“老座位”里',
  'follow.gone': '不再关注 {name}',
  'follow.undo': '撤销',

  'seats.title': '老座位',
  'seats.manage': '管理关注',
  'seats.pick': '挑几个关注',
  'seats.empty': '关注的主播和球队会坐在这里，开场一眼就能看到',
  'seats.failed': '关注没拿到',
  'seats.talking': '正在讲 {title}',
  'seats.hosting': '开讲中：{title}',
  'seats.playing': '{home} {score} {away} · {clock}',
  'seats.coming': '{when} {title}',
  'seats.none': '暂时没有比赛',

  'manage.title': '管理关注',
  'manage.mine': '已关注',
  'manage.anchors': '主播',
  'manage.teams': '球队',
  'manage.none': '还没关注谁，从下面挑几个',

  'visit.title': '最近坐过',
  'visit.failed': '最近坐过的没拿到',
  'visit.remove': '从最近坐过里去掉：{title}',
} as const

export const ft = createTranslator('follow', followMessages)
