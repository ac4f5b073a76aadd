import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'

type Campaign = DataOf<'activity.carnivalCheck'>
type Planned = Omit<Campaign, 'start' | 'end'> & { readonly fromDay: number; readonly toDay: number }

const RULE = [
  '人人都能参加，不用报名，不登录也能看。',
  '没有奖品，没有名次，也不收集参与记录：看完就是看完了。',
  '时间以看台的时钟为准，结束以后内容还在，随时可以回来读。',
  '聊球不聊人。直播间里的发言约定，在这里一样管用。',
]

/**
 * Campaigns of the demo site (S2.8), current one first. Their windows are days relative to today, so that one is always
 * running, one upcoming and one over.
 */
const CAMPAIGNS: readonly Planned[] = [
  {
    activityId: 'derby-week',
    title: '德比周：把那半场补上',
    summary: '九十年前的友谊赛只踢了半场。这一周，我们把两座灯塔之间的故事读完、看完、聊完。',
    img: '/art/banner-derby.svg',
    fromDay: -3,
    toDay: 4,
    rule: RULE,
    stops: [
      {
        title: '读一读来历',
        text: '从涨潮那天说起，足球资讯里有德比的专题和赛前分析。',
        path: '/app/news?category=football',
      },
      {
        title: '看一看积分榜',
        text: '两队排在哪儿，还差几分，数据页一眼就能看到。',
        path: '/app/data?league=football',
      },
      { title: '进场看一场', text: '海岸联赛的直播间里，楚楚讲球会陪你看完全场。', path: '/app/live?kind=football' },
    ],
  },
  {
    activityId: 'winter-nights',
    title: '冬夜三盏灯',
    summary: '三个晚上，三座老球馆。每晚一篇专题，一场篮球，一壶热茶。',
    img: '/art/banner-courts.svg',
    fromDay: 9,
    toDay: 12,
    rule: RULE,
    stops: [
      {
        title: '先认认球馆',
        text: '木地板会响的文化宫，零下二十度排队的冰城馆，专题里都有。',
        path: '/app/news?category=basketball',
      },
      { title: '挑好要看的那一场', text: '到了日子，赛程会写清楚每晚几点开球。', path: '/app/data' },
    ],
  },
  {
    activityId: 'early-lights',
    title: '早灯读报会',
    summary: '连着五天，早上十点出一篇专题，读完正好开始一天。',
    img: '/art/banner-rest.svg',
    fromDay: -14,
    toDay: -9,
    rule: RULE,
    stops: [{ title: '补读那五篇', text: '专题都还在资讯里，什么时候读都不晚。', path: '/app/news' }],
  },
]

/** The campaign of an id, or the first one without an id; null if there is none. */
export function campaignOf(activityId: string | undefined, now: number): Campaign | null {
  const planned = activityId === undefined ? CAMPAIGNS[0] : CAMPAIGNS.find((one) => one.activityId === activityId)
  if (!planned) return null
  const today = startOfSiteDay(now)
  const { fromDay, toDay, ...campaign } = planned
  return { ...campaign, start: today + fromDay * DAY_MS, end: today + toDay * DAY_MS }
}
