import { createTranslator } from '../catalogue.ts'

/** Messages of red packet rains, on their page and in rooms. */
export const rainMessages = {
  title: '红包雨',
  failed: '红包雨加载失败',
  grab: '抢红包',
  busy: '领取中',
  rest: '剩余',
  'phase.none': '暂无下一轮',
  'phase.over': '本轮已结束',
  'phase.waiting': '距下一轮开始',
  'phase.empty': '本轮红包已抢完',
  'phase.caught': '本轮已抢到，已到账',
  hint: '点红包或按“抢红包”，结果相同',
  left: '剩余 {left}/{packets} 个',
  visitor: '登录后可抢红包',
  'entry.soon': '红包雨 {time}',
  'entry.now': '红包雨进行中',
  'entry.caught': '红包雨 已抢到',
  more: '规则与记录',
  'proof.title': '公平验证',
  'proof.text':
    '每轮红包的金额由随机种子决定，按抢到的先后依次发放。开始前公布种子的哈希，结束后公布种子，本页用同一算法重新计算。',
  'proof.next': '本轮的哈希',
  'proof.round': '上一轮 {time}，发出 {taken} 个',
  'proof.commitment': '上一轮的哈希',
  'proof.seed': '上一轮的种子',
  'proof.own': '你抢到第 {n} 个：{amount}',
  'proof.right': '验证通过：种子与哈希一致，金额一致',
  'proof.wrong': '验证未通过，请联系客服',
  record: '{date} {time} 红包雨',
  'rule.times': '每天 {times}（北京时间）各一轮，每轮 60 秒。',
  'rule.many': '每天 {count} 轮，每轮 60 秒，开始时间见上方倒计时。',
  'rule.amount': '每轮 {packets} 个红包，共 {amount}，单个最少 {min}，最多 {max}。',
  'rule.once': '每人每轮限抢一个，抢到即时到账；先到先得，抢完为止。',
  'rule.order': '金额按抢到的先后由本轮种子决定，与点哪个红包、等级和账户无关。',
  'rule.held': '剩余奖励不够一整轮时，不再开始新一轮。',
} as const

export const rainText = createTranslator('rain', rainMessages)
