/** Messages of the shell: navigation, notices, floating windows, failed regions. Same rules as zh-CN.ts. */
export const shellText = {
  'rail.label': '看台分区',
  'rail.stand': '看台',
  'rail.football': '足球',
  'rail.basketball': '篮球',
  'rail.esports': '电竞',
  'rail.anchor': '主播',

  'notice.open': '消息',
  'notice.openCount': '消息，{count} 条没看',
  'notice.mineCount': '我的，{count} 条消息没看',
  'notice.title': '看台消息',
  'notice.unread': '未读',
  'notice.readAll': '全部已读',
  'notice.allRead': '都看过了',
  'notice.emptyTitle': '暂时没有消息',
  'notice.emptyText': '有维护和活动，会先在这里说',
  'notice.errorText': '消息没拿到，比赛和聊天照常',
  'notice.done': '知道了',

  'float.label': '快捷入口',
  'float.service': '客服',
  'float.room': '进直播间',
  'float.entry': '去看看',
  'float.close': '收起{name}',

  'jump.title': '要离开看台了',
  'jump.text': '接下来是 {host}，那里不归看台管，别在那边填看台的密码',
  'jump.go': '接着去',
  'jump.stay': '留在看台',

  'region.title': '{name}没显示出来',
  'region.text': '别处照常用，重试一下通常就好',
  'region.head': '导航',
  'region.rail': '分区',
  'region.page': '这一页',
  'region.floats': '快捷入口',
  'region.stage': '画面',
  'region.chat': '聊天',

  'route.loading': '正在打开',
} as const satisfies Readonly<Record<string, string>>
