import { createTranslator } from './catalogue.ts'

/** Messages of the help centre except its articles; loaded with it. */
export const helpMessages = {
  title: '帮助',
  lead: '先搜一搜，多半已经有人问过',
  search: '搜帮助',
  placeholder: '说说遇到了什么，例如 没声音、金币',
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
  noHitTitle: '没找到“{query}”',
  noHitText: '换个说法试试，或者直接问客服',
  service: '问客服',
  serviceTitle: '还是没弄明白',
  serviceText: '服务时间写在客服页，没登录也能问。',
  back: '回帮助',
  useful: '这篇有用吗',
  yes: '有用',
  no: '没用',
  thanksYes: '谢谢，那就好。',
  thanksNo: '谢谢告诉我们。没说清楚的，客服可以接着帮你。',
  more: '同一类里的',
  goneTitle: '没有这篇帮助',
  goneText: '可能已经并到别的文章里了',
} as const satisfies Readonly<Record<string, string>>

export const ht = createTranslator('help', helpMessages)
