import { createTranslator } from '../catalogue.ts'

/** Messages of follows and recent rooms. */
export const followMessages = {
  'follow.add': '关注',
  'follow.on': '已关注',
  'follow.addName': '关注 {name}',
  'follow.onName': '已关注 {name}，点击取消关注',
  'follow.done': '已关注 {name}，开播提醒你',
  'follow.gone': '已取消关注 {name}',
  'follow.undo': '撤销',

  'followed.title': '我的关注',
  'followed.manage': '管理关注',
  'followed.pick': '添加关注',
  'followed.empty': '关注的主播和球队会显示在这里',
  'followed.failed': '关注加载失败',
  'followed.talking': '正在直播 {title}',
  'followed.hosting': '直播中：{title}',
  'followed.playing': '{home} {score} {away} · {clock}',
  'followed.coming': '{when} {title}',
  'followed.none': '暂无比赛',

  'manage.title': '管理关注',
  'manage.mine': '已关注',
  'manage.anchors': '主播',
  'manage.teams': '球队',
  'manage.none': '还没有关注，从下面选择',

  'visit.title': '最近观看',
  'visit.failed': '最近观看加载失败',
  'visit.remove': '从最近观看中移除：{title}',
} as const

export const followText = createTranslator('follow', followMessages)
