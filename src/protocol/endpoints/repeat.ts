import type { EndpointName } from './table.ts'

/**
 * What happens to a call whose worker died before it answered. Money calls carry a key, so the repetition is the same
 * posting; reads change nothing; everything else is reported as failed and may be tried again by the person.
 * `tests/workers/repeat.test.ts` holds both lists against the table of calls.
 */
export const MONEY_CALLS: readonly EndpointName[] = ['gift.reward', 'coin.buy']

export const READ_CALLS: readonly EndpointName[] = [
  'gateway.getSysTime',
  'gateway.timeServer',
  'captcha.get',
  'captcha.image',
  'captcha.audio',
  'afs.config',
  'geetest.register',
  'site.perInfo',
  'site.perInfoBefore',
  'site.domains',
  'site.configInfo',
  'site.configs',
  'site.baseConfig',
  'site.bannerList',
  'site.queryBanners',
  'site.queryBannersNew',
  'site.announcements',
  'site.sportConfigs',
  'site.floatWindows',
  'site.navigation',
  'site.customerService',
  'site.customerServiceUrl',
  'site.countries',
  'site.languageCode',
  'news.list',
  'news.detail',
  'soccer.leagues',
  'soccer.standings',
  'soccer.schedule',
  'tips.list',
  'tips.detail',
  'tips.expert',
  'device.list',
  'upload.image',
  'operation.result',
  'video.grant',
  'video.play',
  'auth.session',
  'account.sleepCheck',
  'account.checkChangePassword',
  'live.popularList',
  'live.detail',
  'live.odds',
  'live.playingVideo',
  'chatroom.anonHistory',
  'chatroom.webHistory',
  'chatroom.appHistory',
  'chatroom.status',
  'chatroom.muteList',
  'chatroom.words',
  'chatroom.audit',
  'chatroom.reports',
  'gift.list',
  'gift.ranking',
  'gift.history',
  'coin.balance',
  'coin.checkPermission',
]

export function isMoneyCall(name: EndpointName): boolean {
  return MONEY_CALLS.includes(name)
}

export function isRepeatable(name: EndpointName): boolean {
  return MONEY_CALLS.includes(name) || READ_CALLS.includes(name)
}
