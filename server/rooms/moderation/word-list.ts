/**
 * Words that are not said in a room: offers of contact outside, of agents and loans, of cheating, and plain abuse.
 * Compared with the text as {@link foldText} leaves it, so blanks, marks and full-width letters do not hide a word.
 */
export const DEFAULT_WORDS: readonly string[] = [
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

/** Case, width, blanks, punctuation and symbols taken away. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
}

/** Whether a text contains one of the words. */
export function createWordFilter(words: readonly string[]): (text: string) => boolean {
  const folded = words.map(foldText).filter((word) => word !== '')
  return (text) => {
    const plain = foldText(text)
    return folded.some((word) => plain.includes(word))
  }
}

/** How many words of its own a room has at most, and how long one is. */
const WORDS_MAX = 200
const WORD_MAX_LENGTH = 32

/** A room's own words as they are kept: without blanks around, empty ones, repetitions and what folds to nothing. */
export function cleanWords(words: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const word of words) {
    const clean = word.normalize('NFC').trim().slice(0, WORD_MAX_LENGTH)
    const folded = foldText(clean)
    if (folded !== '' && !kept.has(folded)) kept.set(folded, clean)
  }
  return [...kept.values()].slice(0, WORDS_MAX)
}
