import { createTranslator } from '../catalogue.ts'

/** Names of markets and outcomes, for board, match page, room, slip and records. */
export const marketsMessages = {
  'market.winner': '独赢',
  'market.winner.esports': '获胜',
  'market.handicap': '让球',
  'market.handicap.basketball': '让分',
  'market.handicap.esports': '让局',
  'market.total': '大小',
  'market.total.basketball': '大小分',
  'market.parity': '单双',
  'market.both-score': '双方进球',
  'market.correct-score': '波胆',
  'market.period-winner': '上半场独赢',
  'market.period-winner.basketball': '单节独赢',
  'market.period-winner.esports': '单局获胜',
  'market.next-goal': '下一球',
  'period.basketball': '第 {number} 节独赢',
  'period.esports': '第 {number} 局获胜',
  nextGoal: '下一球：第 {number} 球',
  'outcome.home': '主',
  'outcome.draw': '平',
  'outcome.away': '客',
  'outcome.over': '大',
  'outcome.under': '小',
  'outcome.odd': '单',
  'outcome.even': '双',
  'outcome.yes': '是',
  'outcome.no': '否',
  'outcome.none': '无进球',
  'outcome.other': '其他比分',
  withLine: '{outcome} {line}',
  drawResult: '平局',
  suspended: '暂停投注',
  closed: '已关闭',
} as const

export const marketsText = createTranslator('markets', marketsMessages)
