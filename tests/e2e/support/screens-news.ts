import type { Screen } from './screen.ts'
import { follow } from './screen.ts'

const ACTIVITY = '/app/activity/:kind'
const CAMPAIGN = '/app/carnivalactivity/:activityId?'

/** News, tips, standings, help and campaigns. */
export const NEWS_SCREENS: readonly Screen[] = [
  { name: 'news', route: '/app/news', shows: 'main a[href^="/app/news/"]' },
  { name: 'news-cut-off', route: '/app/news', shows: 'main [role="alert"]', isCutOff: true },
  {
    name: 'news-article',
    route: '/app/news/:id',
    arrive: follow('/app/news', 'a[href^="/app/news/"]'),
    shows: 'article h1, main h1',
  },
  { name: 'news-article-gone', route: '/app/news/:id', address: '/app/news/nothing', shows: 'h1' },
  { name: 'tips', route: '/app/tips', shows: 'main a[href^="/app/tips/"]' },
  { name: 'tip', route: '/app/tips/:id', arrive: follow('/app/tips', 'a[href^="/app/tips/"]'), shows: 'main h1' },
  {
    name: 'expert',
    route: '/app/expert/:id',
    arrive: follow('/app/tips', 'a[href^="/app/expert/"]'),
    shows: 'main h1',
  },
  { name: 'expert-gone', route: '/app/expert/:id', address: '/app/expert/nobody', shows: 'h1' },
  { name: 'data', route: '/app/data', shows: 'main table' },
  { name: 'team', route: '/app/team/:id', address: '/app/team/beigang', shows: 'main h1' },
  { name: 'team-gone', route: '/app/team/:id', address: '/app/team/nobody', shows: 'h1' },
  { name: 'league', route: '/app/league/:id', address: '/app/league/basketball', shows: 'main table' },
  { name: 'league-gone', route: '/app/league/:id', address: '/app/league/nothing', shows: 'h1' },
  { name: 'anchor', route: '/app/anchor/:id', address: '/app/anchor/chuchu', shows: 'main h1' },
  { name: 'anchor-gone', route: '/app/anchor/:id', address: '/app/anchor/nobody', shows: 'h1' },
  { name: 'help', route: '/app/help', shows: 'main a[href^="/app/help/"]' },
  {
    name: 'help-article',
    route: '/app/help/:id',
    arrive: follow('/app/help', 'a[href^="/app/help/"]'),
    shows: 'main h1',
  },
  { name: 'help-article-gone', route: '/app/help/:id', address: '/app/help/nothing', shows: 'h1' },
  {
    name: 'activity-sign-in',
    route: ACTIVITY,
    address: '/app/activity/sign-in',
    shows: 'h2:has-text("本轮奖励")',
    isMember: true,
  },
  {
    name: 'activity-novice',
    route: ACTIVITY,
    address: '/app/activity/novice',
    shows: 'h2:has-text("任务")',
    isMember: true,
  },
  {
    name: 'activity-wheel',
    route: ACTIVITY,
    address: '/app/activity/wheel',
    shows: 'h2:has-text("概率与库存")',
    isMember: true,
  },
  {
    name: 'activity-red-rain',
    route: ACTIVITY,
    address: '/app/activity/red-rain',
    shows: 'h2:has-text("红包雨")',
    isMember: true,
  },
  {
    name: 'activity-lottery',
    route: ACTIVITY,
    address: '/app/activity/lottery',
    shows: 'h2:has-text("奖池")',
    isMember: true,
  },
  {
    name: 'activity-guess',
    route: ACTIVITY,
    address: '/app/activity/guess',
    shows: 'h2:has-text("可竞猜的比赛")',
    isMember: true,
  },
  { name: 'activity-quiz', route: ACTIVITY, address: '/app/activity/quiz', shows: 'main h3', isMember: true },
  {
    name: 'activity-breakout',
    route: ACTIVITY,
    address: '/app/activity/breakout',
    shows: 'h2:has-text("闯关地图")',
    isMember: true,
  },
  {
    name: 'activity-sponsor',
    route: ACTIVITY,
    address: '/app/activity/sponsor',
    shows: 'h2:has-text("赞助商礼物")',
    isMember: true,
  },
  { name: 'activity-unknown', route: ACTIVITY, address: '/app/activity/nothing', shows: 'main h1', isMember: true },
  { name: 'campaign', route: CAMPAIGN, address: '/app/carnivalactivity', shows: 'main h1' },
  { name: 'campaign-unknown', route: CAMPAIGN, address: '/app/carnivalactivity/nothing', shows: 'main h1' },
]
