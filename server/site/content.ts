import type { Banner } from '#protocol/endpoints/site.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'

/**
 * Content of the demo site for visitors. Windows are days relative to today, so that the demo always has current
 * content.
 */
type Window = { readonly fromDay: number; readonly toDay: number }
type Planned<Item extends { start: number; end: number }> = Omit<Item, 'start' | 'end'> & Window

export const BANNER_POSITIONS = ['home', 'live', 'news'] as const
export type BannerPosition = (typeof BANNER_POSITIONS)[number]

const to = (path: string) => ({ jumpType: 1, jumpUrl: path })
const nowhere = { jumpType: 0, jumpUrl: '' }
const art = (name: string) => ({ img: `/art/banner-${name}.svg`, imgH5: `/art/banner-${name}-h5.svg` })

const derby = { id: 'b-derby', title: '海岸德比，看台见', ...art('derby'), ...to('/app/live/2001') }
const courts = { id: 'b-courts', title: '城市篮球夜：四支球队同夜亮灯', ...art('courts'), ...to('/app/live') }
const gifts = { id: 'b-gifts', title: '金币送着玩，不能兑换', ...art('gifts'), ...to('/app/live') }
const rest = { id: 'b-rest', title: '看累了就歇会儿，球赛不会跑', ...art('rest'), ...nowhere }

export const BANNERS: Readonly<Record<BannerPosition, readonly Planned<Banner>[]>> = {
  home: [
    { ...derby, fromDay: 0, toDay: 1 },
    { ...courts, fromDay: -3, toDay: 4 },
    { ...gifts, fromDay: -7, toDay: 7 },
    { ...rest, fromDay: -30, toDay: 30 },
    // In the list but not shown: its window is over.
    { ...derby, id: 'b-derby-last', title: '海岸德比上一回合', fromDay: -9, toDay: -2 },
  ],
  live: [
    { ...derby, id: 'b-live-derby', fromDay: 0, toDay: 1 },
    { ...gifts, id: 'b-live-gifts', fromDay: -7, toDay: 7 },
  ],
  news: [{ ...courts, id: 'b-news-courts', fromDay: -3, toDay: 4 }],
}

type Announcement = DataOf<'site.announcements'>['list'][number]

/** `marquee` is shown in the marquee, `popup` opens once; both belong to `all`. */
export const ANNOUNCEMENTS: readonly Planned<Announcement>[] = [
  {
    id: 'n-play-money',
    title: '演示说明',
    content: '本站是演示环境：比赛、主播和观众都由程序生成，金币是演示资金，不能充值、提现或兑换。',
    popup: 1,
    fromDay: -30,
    toDay: 365,
  },
  {
    id: 'n-derby',
    title: '海岸德比的座位留好了',
    content: '北港联对南屿，楚楚讲球在直播间陪你看完全场。聊球不聊人，房管在线。',
    popup: 0,
    fromDay: 0,
    toDay: 1,
  },
  {
    id: 'n-night-out',
    title: '每晚九点统一下线',
    content: '为了账号安全，所有登录在每天 21:00 到期。到期前五分钟会提醒你，没说完的话会替你留着。',
    popup: 0,
    fromDay: -21,
    toDay: 365,
  },
  {
    id: 'n-speak',
    title: '发言约定',
    content: '不发广告、不带节奏、不留联系方式。违规会被禁言，理由写在提示里；觉得判错了，可以找客服复核。',
    popup: 0,
    fromDay: -14,
    toDay: 365,
  },
]

type SportConfig = DataOf<'site.sportConfigs'>['list'][number]
const OPEN = 0
const UNDER_MAINTENANCE = 1

const venue = (enName: string, chName: string, channelCode: string, more: Partial<SportConfig> = {}): SportConfig => ({
  enName,
  chName,
  channelCode,
  status: OPEN,
  isDisplay: 1,
  isDisplayMaintainVenue: 1,
  ...more,
})

export const SPORT_VENUES: readonly SportConfig[] = [
  venue('YBTY', '看台体育', 'OBTY'),
  venue('IMTY', '海湾体育', 'IMTY', { status: UNDER_MAINTENANCE }),
  venue('FBTY', '风帆体育', 'FBTY'),
  venue('YBDJ', '看台电竞', 'OBDJ'),
  venue('AGTY', '晨曦体育', 'AGTY', { isDisplay: 0, isDisplayMaintainVenue: 0 }),
]

export const FLOAT_WINDOWS: DataOf<'site.floatWindows'>['list'] = [
  { id: 'f-service', img: '/art/float-service.svg', position: 'right', ...to('/cs') },
  { id: 'f-gift', img: '/art/gift-firework.svg', position: 'left', ...to('/app/live/2001') },
]

type NavigationEntry = DataOf<'site.navigation'>['list'][number]
const leaf = (id: string, name: string, icon: string, path: string) => ({ id, name, icon, path })

/** Icon names of src/app/shell/nav/nav-icons.ts. */
export const NAVIGATION: readonly NavigationEntry[] = [
  {
    ...leaf('stand', '看台', 'tv', '/app/home'),
    children: [
      leaf('live-football', '足球', 'football', '/app/live?kind=football'),
      leaf('live-basketball', '篮球', 'basketball', '/app/live?kind=basketball'),
      leaf('live-esports', '电竞', 'gamepad', '/app/live?kind=esports'),
      leaf('live-anchor', '主播', 'mic', '/app/live?kind=anchor'),
    ],
  },
  { ...leaf('egame', '电子', 'reels', '/app/home#games'), children: [] },
  { ...leaf('data', '数据', 'chart', '/app/data'), children: [] },
  { ...leaf('follows', '关注', 'star', '/app/mine'), children: [] },
  { ...leaf('service', '客服', 'headset', '/cs'), children: [] },
]

export const COUNTRIES: DataOf<'site.countries'>['list'] = [
  { areaCode: '86', name: '中国大陆', min: 11, max: 11 },
  ...(
    [
      ['852', '中国香港'],
      ['853', '中国澳门'],
      ['886', '中国台湾'],
      ['60', '马来西亚'],
      ['65', '新加坡'],
      ['66', '泰国'],
      ['81', '日本'],
      ['82', '韩国'],
      ['84', '越南'],
      ['61', '澳大利亚'],
      ['1', '美国、加拿大'],
      ['44', '英国'],
      ['49', '德国'],
      ['33', '法国'],
      ['971', '阿联酋'],
    ] as const
  ).map(([areaCode, name]) => ({ areaCode, name, min: 4, max: 13 })),
]
