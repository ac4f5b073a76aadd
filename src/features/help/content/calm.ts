import type { HelpArticle } from './help-article.ts'

/** 理性娱乐 */
export const CALM_ARTICLES: readonly HelpArticle[] = [
  {
    id: 'eighteen',
    category: 'calm',
    title: '未满 18 岁可以用吗',
    summary: '不可以。看台只面向年满 18 周岁的人。',
    keywords: ['未成年', '年龄', '家长', '孩子'],
    body: [
      '不可以。看台只面向年满 18 周岁的人，哪怕这里只有演示资金。',
      '家里有孩子在用，请联系客服。也可以在设备的家长控制里限制这个网站。',
    ],
    link: { to: '/cs', label: '联系客服' },
  },
  {
    id: 'gift-pause',
    category: 'calm',
    title: '送礼物时为什么问我“还要接着送吗”',
    summary: '一场里送出超过 1,000 金币，会停下来问一次。',
    keywords: ['弹窗', '先歇会儿', '上限', '冲动'],
    body: [
      '一次进场里送出的礼物加起来超过 1,000 金币，会停下来问你一次：写着已经送了多少，“先歇会儿”排在前面。这一场里只问一次。',
      '选“先歇会儿”，这一下就不送，金币不动。',
    ],
    link: { to: '/app/responsible', label: '看看理性娱乐' },
  },
  {
    id: 'take-a-break',
    category: 'calm',
    title: '觉得停不下来',
    summary: '先离开一会儿，和信得过的人说说，可以打 12356。',
    keywords: ['沉迷', '求助', '热线', '心理', '控制不住'],
    body: [
      '退出登录，离开屏幕一会儿。比赛有战报，错过一场，第二天也能看明白。',
      '和信得过的人说说。心里过不去的时候，可以打全国统一心理援助热线 12356。',
      '自己定的限额、休息期和自我排除，看台现在还没有。做好了会先写在“理性娱乐”里。',
    ],
    link: { to: '/app/responsible', label: '看看理性娱乐' },
  },
  {
    id: 'odds-and-views',
    category: 'calm',
    title: '赔率和专家观点该怎么看',
    summary: '赔率是演示数据，观点只是看法，都不是建议。',
    keywords: ['专家', '命中率', '推荐', '预测', '准不准'],
    body: [
      '赔率由演示世界算出来，会随比赛变动，封盘时会写明。它不代表真实的比赛，也不用来劝你做什么。',
      '专家写的是对比赛的看法。命中、没中都写明；近 30 天满 20 条有了结果，才显示命中率，太少的只写“样本不足”，因为那多半是运气。',
    ],
    link: { to: '/app/tips', label: '看看专家怎么说' },
  },
]
