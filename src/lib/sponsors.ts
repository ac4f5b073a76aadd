/** An invented sponsor. Its number is a value of Service_sponsor_Discoveryv2 (S3.28). */
export interface Sponsor {
  readonly n: 0 | 1 | 2
  readonly art: 'soda' | 'lamp' | 'tea'
  readonly name: string
  readonly slogan: string
  /** One sentence for the list. */
  readonly summary: string
  readonly story: readonly string[]
  /** Activities of the sponsor: heading and one sentence each. */
  readonly together: readonly { readonly title: string; readonly text: string }[]
}

export const SPONSORS: readonly Sponsor[] = [
  {
    n: 0,
    art: 'soda',
    name: '潮生汽水',
    slogan: '喊累了，来一口',
    summary: '海边小厂的盐汽水，玻璃瓶，瓶盖背面印着一句看台上的话。',
    story: [
      '潮生在故事里是一家开在北港码头边的汽水厂。厂长爱看球，看一场哑一次，就琢磨出一种放了海盐的汽水，说是润嗓子。',
      '瓶盖背面的话都是从看台上听来的：“这球我奶奶都能进”“稳住，还有补时”。攒够十一个，可以拼成一支首发。',
    ],
    together: [
      { title: '加油棒', text: '礼物栏里最便宜的那一样，是照着潮生的瓶子画的。' },
      { title: '补时一口', text: '比赛到最紧的时候，来一口，是看台上约好的。' },
    ],
  },
  {
    n: 1,
    art: 'lamp',
    name: '远灯照明',
    slogan: '灯亮着，比赛就没完',
    summary: '给球场装灯的人。灯下这套皮肤的颜色，就是照着他们的光调的。',
    story: [
      '远灯的师傅在故事里走遍了海岸联赛的球场。他们的规矩是：灯要照得见球，也要照得见看台，因为看球的人也是比赛的一半。',
      '雨夜里他们会多留一盏，等最后一个人走出通道再关。那盏灯叫“末班灯”。',
    ],
    together: [
      { title: '灯下', text: '看台的深色皮肤，近黑带一点草绿，只在边上亮一道光。' },
      { title: '末班灯', text: '散场以后房间不会马上关，聊天留着，等你说完最后一句。' },
    ],
  },
  {
    n: 2,
    art: 'tea',
    name: '老码头茶铺',
    slogan: '下半场，再沏一壶',
    summary: '看球看到后半夜的人，桌上多半有一壶他们家的茶。',
    story: [
      '老码头茶铺在故事里开了三代，铺子里只有一台旧电视，平时不开，有比赛才开。茶钱看输赢：主队赢了，第二壶算铺子的。',
      '掌柜的话不多，常说的一句是“急什么，水还没开”。',
    ],
    together: [
      { title: '续水', text: '踢到加时的夜里，第二壶茶照样续水。' },
      { title: '中场', text: '中场休息的十五分钟，聊天慢一点，也好。' },
    ],
  },
]

/** The sponsors of the site in the configured order (S1.22). */
export function sponsorsOf(numbers: readonly number[]): readonly Sponsor[] {
  return numbers.flatMap((number) => SPONSORS.find(({ n }) => n === number) ?? [])
}

export const SPONSORS_PATH = '/app/sponsor'

export function sponsorPath({ n }: Pick<Sponsor, 'n'>): string {
  return `${SPONSORS_PATH}/${n}`
}

/**
 * S1.22: the content of `/app/sponsor/:n`: a sponsor of the site, the list for an unknown number, or the home page if
 * the site has no sponsors.
 */
export function sponsorAt(given: string, numbers: readonly number[]): Sponsor | typeof SPONSORS_PATH | '/app/home' {
  if (numbers.length === 0) return '/app/home'
  return sponsorsOf(numbers).find(({ n }) => String(n) === given) ?? SPONSORS_PATH
}
