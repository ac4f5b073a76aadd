import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CONTENT_KINDS } from '#protocol/endpoints/live.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { connectTo, createTestInstallation, liveMatch } from './app-support.ts'
import { runTestServer } from './run-test-server.ts'

const installation = createTestInstallation()
const server = runTestServer(installation)

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
    const client = await connectTo(server())
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
    const client = await connectTo(server())
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
    const client = await connectTo(server())
    const { matchId, channel, venueName } = await liveMatch(client)
    expect([venueName, channel]).toEqual(['YB', 'OBTY'])
    const codeOn = async (name: string) => (await client.call('live.playingVideo', { matchId, channel: name })).code
    expect(await Promise.all(['OBTY', 'YB', 'YBTY'].map(codeOn))).toEqual([CODES.SUCCESS, CODES.SUCCESS, CODES.SUCCESS])
    expect(await Promise.all(['IMTY', 'IM', '', 'web'].map(codeOn))).toEqual(Array(4).fill(CODES.NOT_FOUND))
  })
})
