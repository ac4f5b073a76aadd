import type { EndpointName } from '#protocol/endpoints/table.ts'

/**
 * What happens to a call whose worker died before it answered. Money calls carry a key, so the repetition is the same
 * posting; reads change nothing; everything else is reported as failed and may be tried again by the person.
 * `tests/workers/repeat.test.ts` holds both lists against the table of calls.
 */
export const MONEY_CALLS: readonly EndpointName[] = ['gift.reward', 'coin.buy']

export const READ_CALLS: readonly EndpointName[] = [
  'gateway.getSysTime',
  'gateway.timeServer',
  'site.perInfo',
  'auth.session',
  'live.popularList',
  'live.detail',
  'live.playingVideo',
  'chatroom.anonHistory',
  'chatroom.webHistory',
  'chatroom.appHistory',
  'chatroom.status',
  'chatroom.muteList',
  'gift.list',
  'gift.ranking',
  'coin.balance',
  'coin.checkPermission',
]

export function isMoneyCall(name: EndpointName): boolean {
  return MONEY_CALLS.includes(name)
}

export function isRepeatable(name: EndpointName): boolean {
  return MONEY_CALLS.includes(name) || READ_CALLS.includes(name)
}
