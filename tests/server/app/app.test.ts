import { statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, liveMatch, signIn } from './app-support.ts'
import { runTestServer } from './run-test-server.ts'

const installation = createTestInstallation()
const server = runTestServer(installation)

describe('the server', () => {
  it('reports health, readiness and metrics', async () => {
    expect(await (await fetch(`${server().url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${server().url}/readyz`)).json()).toEqual({ status: 'ready' })
    await connectTo(server())
    const metrics = await (await fetch(`${server().url}/metrics`)).text()
    expect(metrics).toContain('grandstand_calls_total{call="gateway.vvm",code="0"}')
    expect(metrics).toMatch(/grandstand_key_sessions [1-9]/)
  })

  it('serves the OpenAPI document of all endpoints', async () => {
    const response = await fetch(`${server().url}/openapi.json`)
    const { paths } = (await response.json()) as { paths: object }
    expect(Object.keys(paths)).toHaveLength(Object.keys(ENDPOINTS).length)
  })

  it('restricts its secrets to the owner', () => {
    for (const name of ['secret', 'load-token']) {
      expect(statSync(path.join(installation.dataDir, name)).mode & 0o777).toBe(0o600)
    }
  })

  it('has a working handler for every endpoint', async () => {
    const client = await connectTo(server())
    const codes = await Promise.all(
      (Object.keys(ENDPOINTS) as EndpointName[])
        .filter((name) => ENDPOINTS[name].response === 'sealed')
        .map(async (name) => [name, (await client.call(name, {})).code] as const),
    )
    expect(codes.filter(([, code]) => code === CODES.INTERNAL_ERROR)).toEqual([])
    expect(codes.filter(([, code]) => code === 0).map(([name]) => name)).toEqual([
      'gateway.getSysTime',
      'afs.config',
      'geetest.register',
      'site.perInfo',
      'site.perInfoBefore',
      'site.domains',
      'site.baseConfig',
      'site.sportConfigs',
      'site.floatWindows',
      'site.navigation',
      'site.customerService',
      'site.helpArticles',
      'site.customerServiceUrl',
      'site.countries',
      'site.languageCode',
      'soccer.leagues',
      'activity.carnivalCheck',
      'activity.list',
      'redRain.round',
      'passkey.signInOptions',
      'gift.list',
      'egame.list',
      'brand.list',
      'bonusPool.list',
      'table.list',
      'vip.grades',
      'demo.outbox',
    ])
  })

  it('S7.106-7.109 S3.14 S3.16 S3.19 S9.1 lists live matches and returns one with odds and stream sources', async () => {
    const client = await connectTo(server())
    const match = await liveMatch(client)
    const detail = (await client.call('live.detail', { eid: match.eid })).data as DataOf<'live.detail'>
    expect(detail.match.chatRoomNo).toBe(match.chatRoomNo)
    expect(detail.match.matchId).toBe(match.matchId)
    const { odds } = (await client.call('live.odds', { matchId: match.matchId })).data as DataOf<'live.odds'>
    expect(odds?.home.value).toBeGreaterThan(1_000)
    expect((await client.call('live.odds', { matchId: 'm-none' })).code).toBe(CODES.NOT_FOUND)
    const video = (await client.call('live.playingVideo', { matchId: match.matchId, channel: 'OBTY' }))
      .data as DataOf<'live.playingVideo'>
    expect(video.anchorStatus).toBe(match.anchor_status)
    expect(video.lines.map(({ kind }) => kind)).toEqual(['flv', 'hls'])
  })
})

describe('members', () => {
  it('S3.1 sign in, are identified by token and device, and sign out', async () => {
    const client = await connectTo(server())
    const { member, token } = await signIn(client, ' FAN001 ')
    expect(member).toMatchObject({ nickname: '南看台小白', vipLevel: 2, currency: 'CNY' })
    expect((await client.call('auth.session', {})).data).toMatchObject({ member: { userId: member.userId } })

    const thief = await connectTo(server())
    thief.token = token
    thief.uuid = 'another-device-0001'
    expect(await thief.call('auth.session', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })

    await client.call('auth.logout', {})
    expect(await client.call('auth.session', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })
  })

  it('get the same refusal for a wrong password and an unknown name', async () => {
    const client = await connectTo(server())
    await expect(signIn(client, 'vip0009', 'Wrong2026')).rejects.toThrow('10102')
    await expect(signIn(client, 'nobody1', 'Wrong2026')).rejects.toThrow('10102')
  })

  it('settled 7 Annex A 10009: are charged once for a gift sent three times, which is reported', async () => {
    const client = await connectTo(server())
    await signIn(client, 'rich001')
    const balance = async () => ((await client.call('coin.balance', {})).data as { balance: number }).balance
    const before = await balance()
    const { anchorRoomId } = await liveMatch(client)
    const { list } = (await client.call('gift.list', {})).data as DataOf<'gift.list'>
    const gift = list.find(({ status }) => status === '1')!
    const params = { giftId: gift.giftId, count: 3, anchorRoomId, comboId: 'combo-of-this-test' }
    const headers = { 'idempotency-key': 'key-of-this-gift-0001' }
    const responses = await Promise.all([1, 2, 3].map(() => client.call('gift.reward', params, { headers })))
    expect(new Set(responses.map(({ data }) => (data as DataOf<'gift.reward'>).giftOrderNo)).size).toBe(1)
    // Annex A: a call with a repeated key must not show a second gift.
    expect(responses.map(({ code }) => code).sort((one, two) => one - two)).toEqual([
      CODES.SUCCESS,
      CODES.DUPLICATE_REQUEST,
      CODES.DUPLICATE_REQUEST,
    ])
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await balance()).toBe(before - 3 * gift.giftPrice)
    const other = await client.call('gift.reward', { ...params, count: 4 }, { headers })
    expect(other.code).toBe(CODES.IDEMPOTENCY_CONFLICT)
    expect(await balance()).toBe(before - 3 * gift.giftPrice)
  })

  it('settled 7 Annex A 10009: get coins once that are bought twice with one key, with two responses', async () => {
    const client = await connectTo(server())
    await signIn(client, 'rich001')
    const buy = () =>
      client.call('coin.buy', { coins: 100 }, { headers: { 'idempotency-key': 'key-of-these-coins-1' } })
    const [first, again] = [await buy(), await buy()]
    expect([first.code, again.code]).toEqual([CODES.SUCCESS, CODES.DUPLICATE_REQUEST])
    expect(again.data).toEqual(first.data)
  })
})

describe('S6.7 the block list of a room', () => {
  it('has the terms of both after two saves at the same time from two clients', async () => {
    const [first, second] = await Promise.all([connectTo(server()), connectTo(server())])
    // One session per kind of client.
    await signIn(first, 'admin01', undefined, { 'client-type': 1 })
    await signIn(second, 'admin01', undefined, { 'client-type': 2 })
    const { chatRoomNo } = await liveMatch(first)
    const save = (client: SealedClient, added: string[], removed: string[] = []) =>
      client.call('chatroom.setWords', { chatRoomNo, added, removed })
    expect((await save(first, ['比分网', '假球'])).code).toBe(CODES.SUCCESS)
    // Both clients show the list of two terms.
    const saved = await Promise.all([save(first, ['代打']), save(second, ['加群'], ['假球'])])
    expect(saved.map(({ code }) => code)).toEqual([CODES.SUCCESS, CODES.SUCCESS])
    const { words } = (await first.call('chatroom.words', { chatRoomNo })).data as DataOf<'chatroom.words'>
    expect(words.toSorted()).toEqual(['代打', '加群', '比分网'].toSorted())
    // A client of protocol version 2 sends the whole list.
    const replaced = await second.call('chatroom.setWords', { chatRoomNo, words: ['比分网'] })
    expect(replaced.data).toEqual({ words: ['比分网'] })
    for (const client of [first, second]) await client.call('auth.logout', {})
  })
})
