import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { fromBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { CONTENT_KINDS } from '#protocol/endpoints/live.ts'
import type { DataOf, EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { openFrame, parseFrame } from '#protocol/room/frame.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import type { RunningServer } from '#server/main.ts'
import { StartError } from '#server/config/start-error.ts'
import type { SealedClient } from '../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn, type TestInstallation } from './app-support.ts'

let installation: TestInstallation
let server: RunningServer

beforeAll(async () => {
  installation = createTestInstallation()
  server = await installation.start()
}, 120_000)
afterAll(async () => {
  await server.close()
  installation.remove()
})

async function liveMatch(client: SealedClient): Promise<DataOf<'live.popularList'>['list'][number]> {
  const { data } = await client.call('live.popularList', { size: 200, page: 1, kind: 'football' })
  const match = (data as DataOf<'live.popularList'>).list.find(({ anchor_status }) => anchor_status === 1)
  if (!match) throw new Error('no football match is live')
  return match
}

describe('the server', () => {
  it('reports health, readiness and metrics', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' })
    await connectTo(server)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('grandstand_calls_total{call="gateway.vvm",code="0"}')
    expect(metrics).toMatch(/grandstand_key_sessions [1-9]/)
  })

  it('serves the OpenAPI document of all endpoints', async () => {
    const response = await fetch(`${server.url}/openapi.json`)
    const { paths } = (await response.json()) as { paths: object }
    expect(Object.keys(paths)).toHaveLength(Object.keys(ENDPOINTS).length)
  })

  it('restricts its secrets to the owner', () => {
    for (const name of ['secret', 'load-token']) {
      expect(statSync(path.join(installation.dataDir, name)).mode & 0o777).toBe(0o600)
    }
  })

  it('has a working handler for every endpoint', async () => {
    const client = await connectTo(server)
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
      'passkey.signInOptions',
      'gift.list',
      'demo.outbox',
    ])
  })

  it('S7.106-7.109 S3.14 S3.16 S3.19 S9.1 lists live matches and returns one with odds and stream sources', async () => {
    const client = await connectTo(server)
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
    const client = await connectTo(server)
    const { member, token } = await signIn(client, ' FAN001 ')
    expect(member).toMatchObject({ nickname: '南看台小白', vipLevel: 2, currency: 'CNY' })
    expect((await client.call('auth.session', {})).data).toMatchObject({ member: { userId: member.userId } })

    const thief = await connectTo(server)
    thief.token = token
    thief.uuid = 'another-device-0001'
    expect(await thief.call('auth.session', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })

    await client.call('auth.logout', {})
    expect(await client.call('auth.session', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })
  })

  it('get the same refusal for a wrong password and an unknown name', async () => {
    const client = await connectTo(server)
    await expect(signIn(client, 'vip0009', 'Wrong2026')).rejects.toThrow('10102')
    await expect(signIn(client, 'nobody1', 'Wrong2026')).rejects.toThrow('10102')
  })

  it('settled 7 Annex A 10009: are charged once for a gift sent three times, which is reported', async () => {
    const client = await connectTo(server)
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
    const client = await connectTo(server)
    await signIn(client, 'rich001')
    const buy = () =>
      client.call('coin.buy', { coins: 100 }, { headers: { 'idempotency-key': 'key-of-these-coins-1' } })
    const [first, again] = [await buy(), await buy()]
    expect([first.code, again.code]).toEqual([CODES.SUCCESS, CODES.DUPLICATE_REQUEST])
    expect(again.data).toEqual(first.data)
  })
})

/** Fields of the specification: a pattern for texts, a condition for numbers. A show of an anchor has no teams. */
const NAME = /^\S.*$/u
const ID = /^[A-Za-z0-9-]+$/
const count = (value: number) => Number.isSafeInteger(value) && value >= 0
const within = (low: number, high: number) => (value: number) => count(value) && value >= low && value <= high
const PICTURE = /^\/art\/[a-z0-9-]+\.svg$/
const LIST_FIELDS = { matchId: ID, anchorRoomId: ID, venueName: /^[A-Z]+$/, eventId: ID, channel: /^(?:OBTY|OBDJ)$/ }
const TEAM_FIELDS = { team1: NAME, team2: NAME, team1_logo: PICTURE, team2_logo: PICTURE }
const MATCH_FIELDS = {
  eid: ID,
  egid: ID,
  homeScore: count,
  guestScore: count,
  start_datetime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  start_time: count,
  animation_url: /^\/app\/live\/\d+\?tab=animation$/,
  league: NAME,
  sport_type: NAME,
  ve_name: /^[A-Z]+$/,
  'anchor.anchor_nick': NAME,
  'anchor.logo_square': PICTURE,
  anchor_status: within(0, 3),
  anchor_type: within(1, 2),
  'room_info.theme_id': ID,
  'room_info.desc': NAME,
  'room_info.title': NAME,
  tid: ID,
  dpid: ID,
  coverUrl: /^(?:\/art\/cover-[a-z]+-\d\.webp)?$/,
  'live.web_flv_url': /^\/media\/a\d+\.flv$/,
  'anchor_list.0.screen_mode': within(1, 1),
}
const ENTRY_FIELDS = {
  id: /^[a-z0-9]+-[a-z0-9]+$/,
  'content.msgType': within(1, 1),
  'data.text': NAME,
  venueName: /^[A-Z]+$/,
  siteId: within(5001, 5028),
  siteSeries: within(5000, 5005),
  memberId: ID,
  memberName: NAME,
  vipLevel: count,
  userId: ID,
  level: count,
}

type Check = RegExp | ((value: number) => boolean)

/** The fields whose value has the wrong type or does not match, with the value. */
function wrongFields(given: unknown, fields: Readonly<Record<string, Check>>): readonly string[] {
  const valueAt = (field: string) =>
    field.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], given)
  return Object.entries(fields).flatMap(([field, check]) => {
    const value = valueAt(field)
    const isRight =
      check instanceof RegExp
        ? typeof value === 'string' && check.test(value)
        : typeof value === 'number' && check(value)
    return isRight ? [] : [`${field}: ${JSON.stringify(value)}`]
  })
}

describe('fields of the specification', () => {
  it('S3.14 S3.19 S3.22 S3.23 a live list, a detail, a chat entry and an order have all of them with a value', async () => {
    const client = await connectTo(server)
    for (const kind of CONTENT_KINDS) {
      const listed = (await client.call('live.popularList', { size: 200, page: 1, kind }))
        .data as DataOf<'live.popularList'>
      expect(listed.list.length).toBeGreaterThan(0)
      const fields = { ...LIST_FIELDS, ...MATCH_FIELDS, ...(kind === 'anchor' ? {} : TEAM_FIELDS) }
      for (const match of listed.list) {
        expect(wrongFields(match, fields), match.eid).toEqual([])
        const { data } = await client.call('live.detail', { eid: match.eid })
        expect(wrongFields((data as DataOf<'live.detail'>).match, fields), match.eid).toEqual([])
      }
    }
    // The league is the one of the tables.
    const { chatRoomNo, tid, venueName } = await liveMatch(client)
    const { list: leagues } = (await client.call('soccer.leagues', {})).data as DataOf<'soccer.leagues'>
    expect(leagues.map(({ id }) => id)).toContain(tid)
    const loadToken = readFileSync(path.join(installation.dataDir, 'load-token'), 'utf8').trim()
    const messages = [{ user: 'a', cid: 'cid-of-the-fields', text: '好球' }]
    const said = await client.call('demo.say', { loadToken, chatRoomNo, messages })
    expect(said.data).toMatchObject({ accepted: 1 })
    const orders = [{ user: 'a', cid: 'cid-of-the-order' }]
    await client.call('demo.order', { loadToken, chatRoomNo, orders, reverts: [] })
    const history = await client.call('chatroom.anonHistory', { chatRoomNo, beforeSeq: 1_000_000, size: 50 })
    const entries = (history.data as DataOf<'chatroom.anonHistory'>).list.map(({ entry }) => entry)
    const entry = entries.find((one) => (one as { cid?: string }).cid === 'cid-of-the-fields')
    expect(wrongFields(entry, ENTRY_FIELDS)).toEqual([])
    expect(entry).toMatchObject({ venueName })
    const order = entries.find((one) => (one as { cid?: string }).cid === 'cid-of-the-order')
    const text = expect.any(String) as unknown
    const message = { categoryName: text, itemName: text, score: '0:0', teamLogo: text }
    expect(order).toMatchObject({ id: text, venueName, data: { message } })
  })

  it('demo.gift and demo.order send gifts, orders and reverts with the load token only', async () => {
    const client = await connectTo(server)
    const { chatRoomNo } = await liveMatch(client)
    const loadToken = readFileSync(path.join(installation.dataDir, 'load-token'), 'utf8').trim()
    const gifts = [{ user: 'a', comboId: 'combo-of-the-load' }]
    const orders = [{ user: 'a', cid: 'order-of-the-load' }]
    for (const token of ['', loadToken.slice(1)]) {
      const gift = await client.call('demo.gift', { loadToken: token, chatRoomNo, gifts })
      const order = await client.call('demo.order', { loadToken: token, chatRoomNo, orders, reverts: [] })
      expect([gift.code, order.code]).toEqual([CODES.NOT_FOUND, CODES.NOT_FOUND])
    }
    expect((await client.call('demo.gift', { loadToken, chatRoomNo, gifts })).data).toEqual({ accepted: 1, refused: 0 })
    const { data } = await client.call('demo.order', { loadToken, chatRoomNo, orders, reverts: [] })
    const { ids } = data as DataOf<'demo.order'>
    expect(ids).toHaveLength(1)
    await client.call('demo.order', { loadToken, chatRoomNo, orders: [], reverts: ids })
    const history = await client.call('chatroom.anonHistory', { chatRoomNo, beforeSeq: 1_000_000, size: 50 })
    const entries = (history.data as DataOf<'chatroom.anonHistory'>).list.map(({ entry }) => entry)
    expect(entries).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ comboId: 'combo-of-the-load', count: 1 }) as unknown }),
    )
    expect(entries).toContainEqual(expect.objectContaining({ cid: 'order-of-the-load', id: ids[0] }))
    expect(entries).toContainEqual(expect.objectContaining({ data: { orderId: ids[0] } }))
  })

  it('S3.36 the stream sources of a match are those of its channel, or of the venue of that channel', async () => {
    const client = await connectTo(server)
    const { matchId, channel, venueName } = await liveMatch(client)
    expect([venueName, channel]).toEqual(['YB', 'OBTY'])
    const codeOn = async (name: string) => (await client.call('live.playingVideo', { matchId, channel: name })).code
    expect(await Promise.all(['OBTY', 'YB', 'YBTY'].map(codeOn))).toEqual([CODES.SUCCESS, CODES.SUCCESS, CODES.SUCCESS])
    expect(await Promise.all(['IMTY', 'IM', '', 'web'].map(codeOn))).toEqual(Array(4).fill(CODES.NOT_FOUND))
  })
})

describe('S6.7 the block list of a room', () => {
  it('has the terms of both after two saves at the same time from two clients', async () => {
    const [first, second] = await Promise.all([connectTo(server), connectTo(server)])
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

describe('a room over its socket', () => {
  it('settled 9 settled 14: joins by ticket, sends a message, and receives it in a sealed frame', async () => {
    const client = await connectTo(server)
    await signIn(client, 'admin01')
    const { chatRoomNo } = await liveMatch(client)
    const joined = (await client.call('chatroom.webJoin', { chatRoomNo })).data as DataOf<'chatroom.webJoin'>
    const key = await nodeCrypto.importKey(fromBase64Url(joined.roomKey))
    const socket = io(server.url + NAMESPACES.web, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
    })
    try {
      const read: string[] = []
      const seen = new Promise<void>((resolve) => {
        socket.on('frame', async (text: string) => {
          const { entries } = await openFrame(nodeCrypto, key, nodeCompressor, parseFrame(text))
          read.push(JSON.stringify(entries))
          if (read.join('').includes('cid-of-this-line')) resolve()
        })
      })
      const position = { epoch: joined.epoch, seq: joined.seq }
      expect(await socket.emitWithAck('join', { ticket: joined.ticket, position })).toMatchObject({ ok: true })
      const ack: unknown = await socket.emitWithAck('say', { chatRoomNo, cid: 'cid-of-this-line', text: '好球' })
      expect(ack).toMatchObject({ ok: true })
      await seen
      expect(read.join('')).toContain('好球')
      // S3.22: the venue of the match of this room.
      expect(read.join('')).toContain('"venueName":"YB"')
      expect(read.join('')).not.toContain('admin01')
      // S7.49: signing out closes the socket within two seconds.
      const ended = new Promise((resolve) => socket.once('session-end', resolve))
      await client.call('auth.logout', {})
      expect(await ended).toMatchObject({ code: CODES.AUTH_ERROR })
    } finally {
      socket.disconnect()
    }
  })

  it.each(['https://evil.example', 'null', 'http://host:port.evil'])('refuses the origin %s', async (origin) => {
    const socket = io(server.url + NAMESPACES.anon, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { origin },
    })
    await new Promise((resolve) => socket.once('connect_error', resolve))
    socket.disconnect()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

describe('video', () => {
  it('is streamed as FLV over WebSocket and HTTP on the same port', async () => {
    const client = await connectTo(server)
    const { live } = await liveMatch(client)
    const socket = new WebSocket(server.url.replace('http', 'ws') + live.web_flv_url)
    const [first] = (await once(socket, 'message')) as [Buffer]
    expect(first.subarray(0, 3).toString()).toBe('FLV')
    socket.terminate()

    const response = await fetch(server.url + live.web_flv_url)
    const reader = response.body!.getReader()
    expect(Buffer.from((await reader.read()).value!.subarray(0, 3)).toString()).toBe('FLV')
    await reader.cancel()
    expect((await fetch(`${server.url}/media/nobody.flv`)).status).toBe(404)
  })

  it.each(['/media/nobody.flv', '/elsewhere', '/'])('upgrade requests for %s get 404', async (url) => {
    const socket = new WebSocket(server.url.replace('http', 'ws') + url)
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('404')
  })

  it('WebSockets are refused for other origins', async () => {
    const client = await connectTo(server)
    const { live } = await liveMatch(client)
    const socket = new WebSocket(server.url.replace('http', 'ws') + live.web_flv_url, {
      headers: { origin: 'https://evil.example' },
    })
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('404')
  })
})

describe('a failed start', () => {
  it('settled 30: reports a data folder in use in one line', async () => {
    const refusal = installation.start()
    await expect(refusal).rejects.toThrow(StartError)
    await expect(refusal).rejects.toThrow(/^The data folder .* is in use by .*[^\n]$/)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('reports a port in use in one line, and releases the data folder', async () => {
    const other = createTestInstallation()
    try {
      const onTakenPort = other.start({ PORT: String(server.port) })
      await expect(onTakenPort).rejects.toThrow(new RegExp(`^Port ${server.port} of 127.0.0.1 is in use; .*PORT`))
      const next = await other.start()
      await next.close()
    } finally {
      other.remove()
    }
  }, 120_000)

  it('names pages that were not built', async () => {
    const other = createTestInstallation()
    try {
      const { clientFolder } = other
      other.remove()
      await expect(other.start()).rejects.toThrow(
        `${path.join(clientFolder, 'index.html')} is missing; run: npm run build`,
      )
    } finally {
      other.remove()
    }
  }, 120_000)

  it('reports an unreachable database without its password', async () => {
    const url = 'postgres://somebody:geheim@127.0.0.1:1/nothing'
    const refusal = installation.start({ DATABASE_URL: url })
    await expect(refusal).rejects.toThrow(/^DATABASE_URL names a PostgreSQL that does not respond/)
    await expect(refusal).rejects.not.toThrow(/geheim/)
  })
})

/** Last, because it stops the server of the tests above. */
describe('a restart', () => {
  it('settled 6: keeps data and sessions, and requires a new handshake', async () => {
    const client = await connectTo(server)
    await signIn(client, 'fan001')
    const before = (await client.call('coin.balance', {})).data
    const idle = connect(server.port, '127.0.0.1')
    await once(idle, 'connect')

    await server.close()
    if (!idle.closed) await once(idle, 'close')
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()

    server = await installation.start({ PORT: String(server.port) })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

    expect((await client.call('coin.balance', {})).code).toBe(CODES.REKEY)
    const again = await connectTo(server)
    again.token = client.token
    again.uuid = client.uuid
    expect(await again.call('coin.balance', {})).toMatchObject({ code: 0, data: before })
    expect(readFileSync(path.join(installation.dataDir, 'secret'), 'utf8')).toMatch(/^[A-Za-z0-9_-]{43}\n$/)
    expect(existsSync(path.join(installation.dataDir, 'pglite'))).toBe(true)
  })
})
