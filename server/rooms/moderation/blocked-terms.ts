/**
 * Built-in blocked terms: contact offers, agents and loans, cheating, abuse. Compared with the output of {@link
 * foldText}, so blanks, marks and full-width letters do not hide a term.
 */
export const DEFAULT_TERMS: readonly string[] = [
  '加微信',
  '加我微信',
  '加v信',
  '加薇信',
  '加qq群',
  '加扣扣',
  '私聊我带你',
  '代充值',
  '低价充值',
  '金币回收',
  '回收金币',
  '刷流水',
  '刷单兼职',
  '日赚千元',
  '稳赚不赔',
  '包赢计划',
  '内幕单',
  '跟单计划群',
  '套现秒到',
  '无抵押贷款',
  '裸贷',
  '开外挂',
  '卖外挂',
  '枪支弹药',
  '代开发票',
  '办假证',
  '去死吧',
  '你妈死',
  '死全家',
  '操你妈',
  '草泥马的',
  '傻逼',
  '煞笔东西',
  '贱人',
  '婊子',
]

/** Normalizes case and width, and removes blanks, punctuation and symbols. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
}

/** Returns a function that is true for texts with a blocked term. */
export function createTermFilter(words: readonly string[]): (text: string) => boolean {
  const folded = words.map(normalizeText).filter((word) => word !== '')
  return (text) => {
    const plain = normalizeText(text)
    return folded.some((word) => plain.includes(word))
  }
}

/** Maximum number of terms of a room, and maximum length of a term. */
const MAX_TERMS = 200
const MAX_TERM_LENGTH = 32

/** Normalizes a room's terms: trims, removes empty and duplicate ones, and those that fold to nothing. */
export function normalizeTerms(words: readonly string[]): string[] {
  const terms = new Map<string, string>()
  for (const word of words) {
    const clean = word.normalize('NFC').trim().slice(0, MAX_TERM_LENGTH)
    const folded = normalizeText(clean)
    if (folded !== '' && !terms.has(folded)) terms.set(folded, clean)
  }
  return [...terms.values()].slice(0, MAX_TERMS)
}
