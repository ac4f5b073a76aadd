import { createTranslator } from '../catalogue.ts'

/** Messages of the help centre except its articles; loaded with it. */
export const helpMessages = {
  title: '帮助',
  lead: '搜索常见问题',
  search: '搜索帮助',
  placeholder: '输入问题，例如 没声音、金币',
  clear: '清空',
  categories: '帮助分类',
  'category.account': '账号与登录',
  'category.watch': '看直播',
  'category.chat': '聊天与礼物',
  'category.coins': '金币与演示资金',
  'category.calm': '理性娱乐',
  'category.privacy': '隐私与安全',
  count: '{count} 篇',
  found: '找到 {count} 篇',
  foundLabel: '搜索结果',
  noHitTitle: '没有找到“{query}”',
  noHitText: '请尝试其他关键词，或联系客服',
  service: '联系客服',
  serviceTitle: '没解决？',
  serviceText: '服务时间见客服页，无需登录。',
  back: '返回帮助中心',
  useful: '这篇文章有帮助吗？',
  yes: '有帮助',
  no: '没帮助',
  thanksYes: '感谢反馈。',
  thanksNo: '感谢反馈。如果没有解决，请联系客服。',
  more: '相关问题',
  failed: '文章加载失败',
  goneTitle: '文章不存在',
  goneText: '文章可能已下线或合并',
} as const

export const helpText = createTranslator('help', helpMessages)
