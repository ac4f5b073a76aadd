import type { MarketKind } from '#protocol/sports/market-keys.ts'
import { legKey } from './bets.ts'

const CATEGORIES: Readonly<Record<MarketKind, string>> = {
  winner: '全场独赢',
  handicap: '让球',
  total: '大小',
  parity: '单双',
  'both-score': '双方进球',
  'correct-score': '波胆',
  'period-winner': '单节独赢',
  'next-goal': '下一球',
}
const OUTCOMES: Readonly<Record<string, string>> = {
  draw: '平局',
  over: '大',
  under: '小',
  odd: '单',
  even: '双',
  yes: '是',
  no: '否',
  none: '无进球',
  other: '其他比分',
}

const TEXT_LENGTH = 48

/** Names of the market and the selection in order entries of rooms, such as 全场独赢 and 灯塔 胜. */
export function orderText(
  selection: string,
  { home, away }: { readonly home: string; readonly away: string },
): { readonly categoryName: string; readonly itemName: string } {
  const { kind, line, outcome } = legKey(selection)
  const side = outcome === 'home' ? home : outcome === 'away' ? away : null
  const quarters = kind === 'handicap' && outcome === 'away' ? -line : line
  const value =
    kind === 'handicap' || kind === 'total' ? ` ${kind === 'handicap' && quarters > 0 ? '+' : ''}${quarters / 4}` : ''
  const name = side === null ? (OUTCOMES[outcome] ?? outcome.replace('-', ':')) : `${side}${value === '' ? ' 胜' : ''}`
  return { categoryName: CATEGORIES[kind], itemName: `${name}${value}`.slice(0, TEXT_LENGTH) }
}
