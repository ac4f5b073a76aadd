import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { isTokenBlanked, LogicalHeaders } from '#protocol/headers.ts'
import { SITE_CONFIG_DEFAULTS } from '#protocol/site-config.ts'

const ROWS: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(ENDPOINTS)

/** Calls with other paths in the specification, or of third parties. */
const OUTSIDE = ['/timeServer', '/member/v1/', '/open/video/']

/** Annex D.1: ends of the paths, with `GET` if the method is not POST. */
const SITE_CALLS = [
  'POST /configInfo/v1/get',
  'POST /configInfo/v2/gets',
  'POST /perInfo/v5/get',
  'POST /perInfo/v1/get',
  'POST /baseConfig/v1/get',
  'POST /banner/v1/queryBannerList',
  'POST /banner/v2/queryBannerList',
  'GET /banner-list',
  'POST /announcement/v1/list',
  'POST /sportConfig/v1/list',
  'POST /floatWindow/v1/list',
  'POST /navigation/v1/list',
  'POST /customerService/v1/getUrl',
  'POST /customerService/v1/getConfig',
  'POST /country/v1/list',
  'POST /languageCode/v1/get',
  'POST /shortUrl/v1/get',
  'POST /domain/v1/list',
].map((line) => line.replace(' ', ' /api/site/group/site'))
/** Annex D.7, below the base path of live matches. */
const NEWS_CALLS = [
  '/news/v1/list',
  '/news/v1/detail',
  '/soccer/v1/league/list',
  '/soccer/v1/standings',
  '/soccer/v1/schedule',
  '/info/v1/tips/list',
  '/info/v1/tips/detail',
  '/info/v1/expert/detail',
]
/** Annex D.9, below the base path of live matches. */
const LIVE_CALLS = [
  ...['popularList', 'detail', 'odds', 'playingVideo'].map((name) => `/live/v1/${name}`),
  '/chatroom/v1/status',
  ...['anon', 'web', 'app'].map((role) => `/chatroom/${role}/v1/history`),
  ...['setup', 'muteList', 'mute', 'unblock', 'operation'].map((name) => `/chatroom/admin/v1/${name}`),
  ...['list', 'reward', 'ranking'].map((name) => `/gift/v1/${name}`),
  ...['balance', 'checkPermission', 'buy'].map((name) => `/coin/v1/${name}`),
]
const OTHER_CALLS = [
  'GET /api/site/group/member/captcha/v1/image',
  'POST /api/site/group/account/memberSleep/v1/check',
  'POST /api/site/group/account/memberSleep/v1/activate',
  'POST /api/site/group/account/member/v1/checkChangePassword',
  'POST /api/base/sysBasic/v1/getSysTime',
  'GET /timeServer',
  'POST /api/gw/ic/v2/vvm',
]

describe('endpoints', () => {
  it('S7.17 use the base paths of the specification', () => {
    const odd = ROWS.filter(([, { path }]) => !path.startsWith('/api/') && !OUTSIDE.some((one) => path.startsWith(one)))
    expect(odd).toEqual([])
    expect(ROWS.some(([, { path }]) => path.startsWith('/api/site/game/newsoccer/'))).toBe(true)
  })

  it('S7.11 are public if their token is blank', () => {
    expect(ROWS.filter(([, endpoint]) => endpoint.access !== 'public' && isTokenBlanked(endpoint.path))).toEqual([])
  })

  it('have unique methods and paths', () => {
    const addresses = ROWS.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('Annex D.1 contain those of site, configuration, captcha, clock and handshake', () => {
    const addresses = new Set(ROWS.map(([, { method, path }]) => `${method} ${path}`))
    expect([...SITE_CALLS, ...OTHER_CALLS].filter((call) => !addresses.has(call))).toEqual([])
  })

  it('Annex D.7 contain those of news and tips', () => {
    const addresses = new Set(ROWS.map(([, { method, path }]) => `${method} ${path}`))
    const wanted = NEWS_CALLS.map((path) => `GET /api/site/game/newsoccer${path}`)
    expect(wanted.filter((call) => !addresses.has(call))).toEqual([])
  })

  it('Annex D.9 contain those of live matches, rooms, gifts and coins', () => {
    const paths = new Set(ROWS.map(([, { path }]) => path.replace('/api/site/game/newsoccer', '')))
    expect(LIVE_CALLS.filter((path) => !paths.has(path))).toEqual([])
  })

  it('settled 27 are cached only if their response does not depend on the token', () => {
    const stored = ROWS.filter(([, { localCache, serverCache }]) => localCache !== null || serverCache !== null)
    expect(stored.length).toBeGreaterThan(10)
    expect(
      stored.filter(([, endpoint]) => endpoint.access !== 'public' || endpoint.secret || endpoint.idempotent),
    ).toEqual([])
    const local = stored.filter(([, { localCache }]) => localCache !== null).map(([, endpoint]) => endpoint)
    expect(local.filter(({ method, path }) => method !== 'GET' || !/newsoccer|banner-list/.test(path))).toEqual([])
  })
})

it('Annex C.1 S7.6 the logical headers are the twelve headers, the risk token and the idempotency key', () => {
  const names =
    'client-type site-id token agent-token uuid version app-key nonce sign timestamp platform accept-language'.split(
      ' ',
    )
  const shape = Object.entries(LogicalHeaders.shape)
  const needed = shape.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
  expect(needed.toSorted()).toEqual(names.toSorted())
  expect(shape.map(([name]) => name).toSorted()).toEqual([...names, 'risk-token', 'idempotency-key'].toSorted())
})

it('Annex C.4 S9.14 the 35 configuration keys exist', () => {
  expect(Object.keys(SITE_CONFIG_DEFAULTS)).toHaveLength(35)
})
