import { createTranslator } from './catalogue.ts'

/** Labels that depend on the currency of the site (S3.27). */
export const moneyMessages = {
  'CNY.account': '银行卡',
  'CNY.accountNumber': '卡号',
  'CNY.accountAdd': '添加银行卡',
  'CNY.accountLimit': '银行卡数量已达上限',
  'USDT.account': 'USDT 地址',
  'USDT.accountNumber': '地址',
  'USDT.accountAdd': '添加 USDT 地址',
  'USDT.accountLimit': 'USDT 地址数量已达上限',
} as const

export const mt = createTranslator('money', moneyMessages)
