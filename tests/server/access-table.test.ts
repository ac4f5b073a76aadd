import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { RunningServer } from '#server/main.ts'
import type { SealedClient } from '../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn } from './app-support.ts'

/**
 * The intended access of every endpoint, maintained by hand, because a forgotten `access` makes an endpoint public. A
 * new endpoint does not compile until it is added here.
 */
const ACCESS: Readonly<Record<EndpointName, Endpoint['access']>> = {
  'gateway.vvm': 'public',
  'gateway.getSysTime': 'public',
  'gateway.timeServer': 'public',
  'verification.verify': 'public',
  'captcha.get': 'public',
  'captcha.check': 'public',
  'captcha.image': 'public',
  'captcha.audio': 'public',
  'afs.config': 'public',
  'afs.analyze': 'public',
  'geetest.register': 'public',
  'geetest.validate': 'public',
  'site.perInfo': 'public',
  'site.perInfoBefore': 'public',
  'site.domains': 'public',
  'site.configInfo': 'public',
  'site.configs': 'public',
  'site.baseConfig': 'public',
  'site.bannerList': 'public',
  'site.queryBanners': 'public',
  'site.queryBannersNew': 'public',
  'site.announcements': 'public',
  'site.sportConfigs': 'public',
  'site.floatWindows': 'public',
  'site.navigation': 'public',
  'site.customerService': 'public',
  'site.customerServiceUrl': 'public',
  'site.countries': 'public',
  'site.languageCode': 'public',
  'site.shortUrl': 'public',
  'news.list': 'public',
  'news.detail': 'public',
  'soccer.leagues': 'public',
  'soccer.standings': 'public',
  'soccer.schedule': 'public',
  'tips.list': 'public',
  'tips.detail': 'public',
  'tips.expert': 'public',
  'activity.carnivalCheck': 'public',
  'registration.checkNameV2': 'public',
  'registration.checkName': 'public',
  'registration.register': 'public',
  'registration.webRegister': 'public',
  'registration.sendCode': 'public',
  'recovery.phoneStepOne': 'public',
  'recovery.phoneStepTwo': 'public',
  'recovery.phoneStepThree': 'public',
  'recovery.emailStepOne': 'public',
  'recovery.emailStepTwo': 'public',
  'recovery.emailStepThree': 'public',
  'security.overview': 'member',
  'security.history': 'member',
  'password.update': 'member',
  'bind.phone': 'member',
  'bind.email': 'member',
  'bind.realName': 'member',
  'bind.steps': 'member',
  'bind.selectHolder': 'member',
  'bind.selectUsdt': 'member',
  'withdrawPassword.set': 'member',
  'withdrawPassword.reset': 'member',
  'withdrawPassword.update': 'member',
  'security.logoutSetup': 'member',
  'security.notice': 'member',
  'security.acknowledge': 'member',
  'passkey.list': 'member',
  'passkey.registerOptions': 'member',
  'passkey.register': 'member',
  'passkey.remove': 'member',
  'passkey.setRequired': 'member',
  'passkey.signInOptions': 'public',
  'passkey.signIn': 'public',
  'avatar.list': 'member',
  'avatar.set': 'member',
  'nickname.check': 'member',
  'nickname.update': 'member',
  'material.get': 'member',
  'material.update': 'member',
  'address.list': 'member',
  'address.save': 'member',
  'address.remove': 'member',
  'auth.loginV3': 'public',
  'auth.loginVe4': 'public',
  'demo.outbox': 'public',
  'device.list': 'member',
  'device.remove': 'member',
  'upload.images': 'member',
  'upload.image': 'member',
  'upload.remove': 'member',
  'operation.result': 'member',
  'auth.login': 'public',
  'auth.webLogin': 'public',
  'auth.logout': 'member',
  'auth.session': 'member',
  'account.sleepCheck': 'member',
  'account.sleepActivate': 'member',
  'account.checkChangePassword': 'member',
  'live.popularList': 'public',
  'live.detail': 'public',
  'live.odds': 'public',
  'live.playingVideo': 'public',
  'match.lineUps': 'public',
  'match.statistics': 'public',
  'match.preview': 'public',
  'team.detail': 'public',
  'league.detail': 'public',
  'anchor.detail': 'public',
  'video.grant': 'public',
  'video.play': 'public',
  'chatroom.anonJoin': 'public',
  'chatroom.webJoin': 'member',
  'chatroom.appJoin': 'member',
  'chatroom.anonHistory': 'public',
  'chatroom.webHistory': 'member',
  'chatroom.appHistory': 'member',
  'chatroom.status': 'public',
  'chatroom.report': 'member',
  'chatroom.setup': 'room-admin',
  'chatroom.muteList': 'room-admin',
  'chatroom.mute': 'room-admin',
  'chatroom.unblock': 'room-admin',
  'chatroom.operation': 'room-admin',
  'chatroom.words': 'room-admin',
  'chatroom.setWords': 'room-admin',
  'chatroom.audit': 'room-admin',
  'chatroom.reports': 'room-admin',
  'gift.list': 'public',
  'gift.reward': 'member',
  'gift.ranking': 'public',
  'gift.history': 'member',
  'coin.balance': 'member',
  'coin.checkPermission': 'member',
  'coin.buy': 'member',
  'invite.link': 'member',
  'venue.list': 'public',
  'egame.hotList': 'public',
  'follow.list': 'member',
  'follow.add': 'member',
  'follow.remove': 'member',
  'visit.list': 'member',
  'visit.remove': 'member',
  // Both require the load token or affect the own device only.
  'demo.say': 'public',
  'demo.provoke': 'public',
}
const NAMES = Object.keys(ACCESS) as EndpointName[]
const namesOf = (...wanted: readonly Endpoint['access'][]) => NAMES.filter((name) => wanted.includes(ACCESS[name]))

it('S8.8 S6.7 every endpoint is open to its intended roles', () => {
  expect(Object.fromEntries(NAMES.map((name) => [name, ENDPOINTS[name].access]))).toEqual(ACCESS)
})

describe('roles on a running server', () => {
  const installation = createTestInstallation()
  let server: RunningServer
  let visitor: SealedClient
  let member: SealedClient
  let administrator: SealedClient
  let http: Record<string, string>
  let chatRoomNo: string

  beforeAll(async () => {
    server = await installation.start()
    http = { 'x-load-token': readFileSync(path.join(installation.dataDir, 'load-token'), 'utf8').trim() }
    visitor = await connectTo(server)
    member = await connectTo(server)
    administrator = await connectTo(server)
    await signIn(member, 'fan001')
    await signIn(administrator, 'admin01')
    const list = await visitor.call('live.popularList', { size: 1, page: 1, kind: 'football' })
    chatRoomNo = (list.data as DataOf<'live.popularList'>).list[0]?.chatRoomNo ?? ''
  }, 120_000)
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  /** The code of a call with the room only: access is checked before the parameters are validated. */
  async function codeOf(client: SealedClient, name: EndpointName): Promise<number> {
    const params = { chatRoomNo } as RequestOf<EndpointName>
    const { response, status } = await client.fetch(name, params, {
      http,
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(status).toBe(200)
    return response?.code ?? CODES.SUCCESS
  }

  it.each(namesOf('member', 'room-admin'))('S8.8 %s refuses a visitor', async (name) => {
    expect(await codeOf(visitor, name)).toBe(CODES.NEED_LOGIN)
  })

  it.each(namesOf('room-admin'))('S6.7 %s refuses a member but not an administrator', async (name) => {
    expect(await codeOf(member, name)).toBe(CODES.NOT_ROOM_ADMIN)
    expect([CODES.SUCCESS, CODES.PARAM_ERROR]).toContain(await codeOf(administrator, name))
  })

  it.each(namesOf('member').filter((name) => name !== 'auth.logout'))('%s accepts a member', async (name) => {
    expect([CODES.SUCCESS, CODES.PARAM_ERROR, CODES.NOT_FOUND]).toContain(await codeOf(member, name))
  })
})
