import { createTranslator } from '../catalogue.ts'

/** Messages around games: bar, frame, hall of e-games and the check of a round. */
export const gameMessages = {
  'bar.label': '场内账目',
  'bar.balance': '场馆余额 · 演示资金',
  'bar.demoBalance': '试玩分',
  'bar.elapsed': '已玩',
  'bar.net': '本场输赢',
  'bar.transfer': '转入',
  'bar.exit': '退出并取回',
  'bar.exitDemo': '退出试玩',
  'page.title': '游戏',
  'page.back': '返回电子游艺',
  'page.unknown': '没有这个游戏',
  'page.unknownNote': '游戏可能已经下架，或地址有误',
  'page.loading': '正在打开游戏',
  'page.failed': '游戏没有响应',
  'page.failedNote': '这一局保存在服务器上，重新打开后从原处继续',
  'page.misused': '游戏数据异常，已停止运行',
  'page.reopen': '重新打开',
  'page.signIn': '登录后用演示资金游玩',
  'page.short': '试玩分不足，重新进入试玩可再次领取',
  'page.leave': '不取回，直接离开',
  'page.seed': '我的种子',
  'page.seedNote': '从下一局起生效，可随时更改',
  'page.seedBad': '1 至 64 个可见字符',
  'page.verify': '核对上一局',
  'page.frame': '{game}，游戏画面',
  'game.slot': '看台转轴',
  'game.blackjack': '21点',
  'game.mines': '扫雷',
  'game.ladder': '爬梯',
  'game.drop': '落球',
} as const

export const gameText = createTranslator('game', gameMessages)
