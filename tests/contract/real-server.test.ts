import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import type { Page } from './support/page.ts'
import { RealServerSuite } from './support/real-server.ts'

describe('transport on the real server', () => {
  const suite = new RealServerSuite()
  const open = () => suite.open()

  async function liveMatch(page: Page): Promise<MatchView> {
    const list = await page.client.calls.call('live.popularList', { size: 200, page: 1, kind: 'football' })
    if (!list.ok) throw new Error(`no list: ${JSON.stringify(list)}`)
    return list.data.list.find((match) => match.anchor_status === 1)!
  }

  it('S9.1 reads the live list and a match', async () => {
    const page = await open()
    const match = await liveMatch(page)
    expect(match.chatRoomNo).not.toBe('')
    expect(await page.client.calls.call('live.detail', { eid: match.eid })).toMatchObject({ ok: true })
    expect(await page.client.calls.call('gateway.timeServer', {})).toMatchObject({ ok: true })
    expect(await page.client.calls.call('live.detail', { eid: 'unknown' })).toMatchObject({
      ok: false,
      code: CODES.NOT_FOUND,
    })
  })

  it('settled 14 delivers the messages of two members once and in order', async () => {
    const [left, right] = [await open(), await open()]
    const { chatRoomNo } = await liveMatch(left)
    expect(await left.client.signIn({ name: 'fan001', password: 'Play2026x' })).toMatchObject({ ok: true })
    const rooms = [left.join(chatRoomNo), right.join(chatRoomNo)] as const
    await Promise.all(rooms.map((room) => room.conditions.until(() => room.entered !== null)))
    expect(rooms[0].entered?.role).toBe('member')
    const sent = await rooms[0].say({ cid: 'cid-real-0001', text: '看台上的第一句' })
    expect(sent).toMatchObject({ ok: true })
    if (!sent.ok) return
    await Promise.all(rooms.map((room) => room.reached(sent.data.seq)))
    for (const room of rooms) {
      const rows = room.rows.filter((row) => row.id === sent.data.id)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ kind: 'text', seq: sent.data.seq, data: { text: '看台上的第一句' } })
    }
    expect(rooms[0].rows.find((row) => row.id === sent.data.id)).toMatchObject({ isMine: true, cid: 'cid-real-0001' })
    expect(await rooms[0].say({ cid: 'cid-real-0001', text: '看台上的第一句' })).toEqual(sent)
  })

  it('settled 7 charges and shows a gift sent three times with one key once', async () => {
    const page = await open()
    const match = await liveMatch(page)
    await page.client.signIn({ name: 'rich001', password: 'Play2026x' })
    const room = page.join(match.chatRoomNo)
    await room.conditions.until(() => room.entered !== null)
    const gifts = await page.client.calls.call('gift.list', {})
    const before = await page.client.calls.call('coin.balance', {})
    const gift = gifts.ok ? gifts.data.list.find((one) => one.status === '1') : undefined
    if (!gift || !before.ok) throw new Error('no gift or no balance')
    const params = { giftId: gift.giftId, count: 2, anchorRoomId: match.anchorRoomId, comboId: 'combo-real-1' }
    const key = { idempotencyKey: 'real-key-0123456789' }
    for (let times = 0; times < 3; times += 1) {
      expect(await page.client.calls.call('gift.reward', params, key)).toMatchObject({ ok: true })
    }
    const after = await page.client.calls.call('coin.balance', {})
    expect(after).toMatchObject({ ok: true, data: { balance: before.data.balance - 2 * gift.giftPrice } })
    const shown = () => room.rows.filter((row) => row.kind === 'gift' && row.data.comboId === 'combo-real-1')
    await room.conditions.until(() => shown().length > 0)
    expect(shown()).toHaveLength(1)
    const other = await page.client.calls.call('gift.reward', { ...params, count: 3 }, key)
    expect(other).toMatchObject({ ok: false, code: CODES.IDEMPOTENCY_CONFLICT })
  })

  it('settled 6 settled 12 survives a server restart: new keys, same session, no entry lost or duplicated', async () => {
    const page = await open()
    const { chatRoomNo } = await liveMatch(page)
    await page.client.signIn({ name: 'vip0009', password: 'Play2026x' })
    const room = page.join(chatRoomNo)
    await room.conditions.until(() => room.entered !== null)
    const first = await room.say({ cid: 'cid-restart-1', text: '重启之前' })
    expect(first).toMatchObject({ ok: true })
    await suite.server.restart()
    const second = await room.say({ cid: 'cid-restart-2', text: '重启之后' })
    expect(second).toMatchObject({ ok: true })
    if (!first.ok || !second.ok) return
    await room.reached(second.data.seq)
    const seqs = room.receivedRows.map((row) => row.seq)
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
    const texts = room.texts()
    expect(texts.filter((text) => text.startsWith('重启'))).toEqual(['重启之前', '重启之后'])
    expect(room.messages.some((message) => message.type === 'reset')).toBe(false)
    expect(page.seen('session').at(-1)?.session?.member.userId).toBeDefined()
  })

  const CLOSED = [
    [CODES.SYSTEM_MAINTENANCE, { MAINTENANCE_UNTIL: '2099-01-01T00:00:00Z' }, { maintainStatus: 0 }],
    [CODES.ACCESS_CAVEAT_CODE, { CAVEAT_ADDRESSES: '127.0.0.0/8' }, { maintainStatus: 1, isGo: 0 }],
  ] as const
  it.each(CLOSED)(
    'S4.22 S4.26 reports a closed server (%i) in an open room and continues when it is open again',
    async (code, environment, details) => {
      const page = await open()
      const { chatRoomNo } = await liveMatch(page)
      const room = page.join(chatRoomNo)
      await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
      await suite.server.restart(environment)
      const reported = await page.notice('outcome')
      expect(reported).toMatchObject({ code, details, path: ENDPOINTS['chatroom.anonJoin'].path })
      expect(page.seen('connection').at(-1)?.state).not.toBe('online')
      await suite.server.restart()
      await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
      expect(room.failed).toBeNull()
      expect(page.seen('outcome')).toHaveLength(1)
    },
  )
})
