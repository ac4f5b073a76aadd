import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { liveMatch, RealServerSuite } from './support/real-server.ts'

describe('transport on the real server', () => {
  const suite = new RealServerSuite()
  const open = () => suite.open()

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
})
