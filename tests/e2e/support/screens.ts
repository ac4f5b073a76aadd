import { scrambleUrl } from '../../../src/protocol/rules/xhlkx.ts'
import type { Screen } from './screen.ts'
import { press, rehearse } from './screen.ts'
import { MEMBER_SCREENS } from './screens-member.ts'
import { GALLERY_SCREENS } from './screens-gallery.ts'
import { NEWS_SCREENS } from './screens-news.ts'
import { WALLET_DEPOSIT_SCREENS } from './screens-wallet-deposit.ts'
import { WALLET_WITHDRAW_SCREENS } from './screens-wallet-withdraw.ts'
import { WALLET_FUNDS_SCREENS } from './screens-wallet-funds.ts'
import { WALLET_RECORDS_SCREENS } from './screens-wallet-records.ts'

const NOTHING_FOUND = '%E6%B2%A1%E6%9C%89%E8%BF%99%E9%98%9F'
const ROOM = '/app/live/2001'

/** All routed screens with their states; tests/ui/app/screens.browser.test.tsx compares them with the router. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', route: '/app/home', shows: 'main ul li a[href^="/app/live/"]' },
  { name: 'home-member', route: '/app/home', shows: 'main ul li a[href^="/app/live/"]', isMember: true },
  { name: 'home-cut-off', route: '/app/home', shows: 'main [role="alert"]', isCutOff: true },
  {
    name: 'home-notices',
    route: '/app/home',
    shows: 'main ul li a[href^="/app/live/"]',
    act: press('button', /^消息/),
    layer: '[role="dialog"]',
  },
  { name: 'live', route: '/app/live', shows: 'a[href^="/app/live/"]' },
  { name: 'live-basketball', route: '/app/live', address: '/app/live?kind=basketball', shows: '[role="tabpanel"]' },
  { name: 'live-anchors', route: '/app/live', address: '/app/live?kind=anchor', shows: '[role="tabpanel"]' },
  {
    name: 'live-search-nothing',
    route: '/app/live',
    address: `/app/live?q=${NOTHING_FOUND}`,
    shows: 'h1:has-text("没")',
  },
  { name: 'live-cut-off', route: '/app/live', shows: 'main [role="alert"]', isCutOff: true },
  { name: 'room', route: '/app/live/:eid', address: ROOM, shows: '[role="log"] [data-seq]' },
  {
    name: 'room-member',
    route: '/app/live/:eid',
    address: ROOM,
    shows: '[role="log"] [data-seq]',
    act: press('button', '礼物'),
    isMember: true,
  },
  { name: 'room-unknown', route: '/app/live/:eid', address: '/app/live/nowhere', shows: 'h1, h2' },
  { name: 'sports', route: '/app/sports', shows: 'h2:has-text("正在直播"), h2:has-text("即将开始")' },
  { name: 'sports-venue', route: '/app/sports', address: '/app/sports?venue=YBDJ', shows: 'h2:has-text("看台电竞")' },
  { name: 'sports-live', route: '/app/sports', address: '/app/sports?date=live', shows: 'h2:has-text("赛程")' },
  {
    name: 'sport-match',
    route: '/app/sports/match/:matchId',
    address: '/app/sports/match/m2001',
    shows: 'h2:has-text("独赢")',
  },
  {
    name: 'game-demo',
    route: '/app/game/:venue/:gameId?',
    address: '/app/game/YBDZ/slot',
    shows: '[data-game="ready"]',
  },
  {
    name: 'game-unknown',
    route: '/app/game/:venue/:gameId?',
    address: '/app/game/YBDZ/nothing',
    shows: 'h1:has-text("没有这个游戏")',
  },
  { name: 'tables', route: '/app/live-casino', shows: 'h3:has-text("百家乐 1 号桌")' },
  { name: 'tables-member', route: '/app/live-casino', shows: 'button:has-text("入座")', isMember: true },
  {
    name: 'table',
    route: '/app/game/YBZR/:tableId',
    address: '/app/game/YBZR/bac1',
    shows: 'figcaption:has-text("大眼仔")',
  },
  {
    name: 'table-member',
    route: '/app/game/YBZR/:tableId',
    address: '/app/game/YBZR/dt1',
    shows: '[data-side="dragon"]',
    isMember: true,
  },
  {
    name: 'table-unknown',
    route: '/app/game/YBZR/:tableId',
    address: '/app/game/YBZR/none',
    shows: 'h1, h2',
  },
  { name: 'egame-hall', route: '/app/egame/:venue?', address: '/app/egame/dz', shows: '[role="tabpanel"] li h3' },
  {
    name: 'egame-hall-member',
    route: '/app/egame/:venue?',
    address: '/app/egame/ybegdz?tab=favourites',
    shows: '[role="tabpanel"] h3',
    isMember: true,
  },
  {
    name: 'egame-hall-nothing',
    route: '/app/egame/:venue?',
    address: `/app/egame/dz?name=${NOTHING_FOUND}`,
    shows: '[role="tabpanel"] h3',
  },
  { name: 'venue-unknown', route: '/app/game/:venue', address: '/app/game/nowhere', shows: 'h1' },
  { name: 'verify', route: '/app/verify/:roundId?', address: '/app/verify', shows: 'h1' },
  {
    name: 'verify-unknown',
    route: '/app/verify/:roundId?',
    address: '/app/verify/0193c5a2-7b1e-7c44-9f3d-2a6b8c1d4e5f',
    shows: 'main h2:has-text("没有这一局")',
  },
  { name: 'promos', route: '/app/promos', shows: 'h2:has-text("站内公告")' },
  { name: 'sponsors', route: '/app/sponsor', shows: 'h2' },
  { name: 'sponsor', route: '/app/sponsor/:n', address: '/app/sponsor/1', shows: 'h1' },
  { name: 'mine', route: '/app/mine', shows: 'button:has-text("退出登录")', isMember: true },
  { name: 'messages', route: '/app/messages', shows: '[role="tabpanel"]', isMember: true },
  {
    name: 'message-missing',
    route: '/app/messages/:kind/:id',
    address: '/app/messages/notice/0192aaaa-0000-7000-8000-000000000000',
    shows: 'h1',
    isMember: true,
  },
  { name: 'perf', route: '/app/perf', shows: 'h1' },
  { name: 'perf-bad-link', route: '/app/perf', address: '/app/perf#lab1.nonsense', shows: '[data-link]' },
  { name: 'invite', route: '/app/activity/invite', shows: 'svg[role="img"]', isMember: true },
  { name: 'login', route: '/login', shows: 'input[type="password"]' },
  { name: 'login-refused', route: '/login', shows: 'input[type="password"]', act: press('button', '登录') },
  { name: 'login-code', route: '/login', shows: 'input[type="password"]', act: press('tab', '验证码登录') },
  { name: 'entry-login', route: '/entry/login', shows: 'input[type="password"]' },
  { name: 'register', route: '/register', shows: 'input[type="password"]' },
  {
    name: 'register-refused',
    route: '/register',
    shows: 'input[type="password"]',
    act: press('button', /^(注册|下一步)$/),
  },
  { name: 'forgot', route: '/forgot', shows: 'input[name="username"]' },
  { name: 'forgot-refused', route: '/forgot', shows: 'input[name="username"]', act: press('button', '发送验证码') },
  { name: 'outbox', route: '/dev/outbox', shows: 'h1' },
  { name: 'maintenance', route: '/maintenance', arrive: rehearse('10503-1', '/maintenance'), shows: 'h1' },
  { name: 'access-alert', route: '/access-alert', arrive: rehearse('10420', '/access-alert'), shows: 'h1' },
  {
    name: 'access-restriction',
    route: '/access-restriction',
    arrive: rehearse('10421', '/access-restriction'),
    shows: 'h1',
  },
  { name: 'robot-check', route: '/robot-check', shows: 'h1' },
  { name: 'customer-service', route: '/cs', shows: 'h2' },
  { name: 'responsible', route: '/app/responsible', shows: 'h2' },
  { name: 'not-found', route: '*', address: '/app/nowhere', shows: 'h1' },
  ...MEMBER_SCREENS,
  ...WALLET_DEPOSIT_SCREENS,
  ...WALLET_WITHDRAW_SCREENS,
  ...WALLET_FUNDS_SCREENS,
  ...WALLET_RECORDS_SCREENS,
  ...NEWS_SCREENS,
  ...GALLERY_SCREENS,
  { name: 'play-bad-link', route: 'play.html', address: '/play.html', shows: 'h1' },
  {
    name: 'play',
    route: 'play.html',
    address: `/play.html?xhlkx=${scrambleUrl('/media/a2001.flv')}&title=%E5%8C%97%E6%B8%AF%E8%81%94`,
    shows: '[data-video]',
  },
]

/** Paths that redirect. */
export const REDIRECTS: readonly string[] = ['/', '/app']
