import { GIFT } from '../workers/feed/feed-support.ts'
import { describe, expect, it } from 'vitest'
import type { Draft } from './support/control.ts'
import { ROOM, texts } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

/** Rows that the page gets from the entries of a room. */
export function roomFeedSuite(suite: Suite): void {
  describe('room feed', () => {
    it('D.6 S4.30 S4.31 shows each id and each welcome of a member once', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      const welcome: Draft = { kind: 'welcome', data: { text: '欢迎' }, userId: 'guest-1' }
      await suite.control.append(ROOM, [...texts(1, 1, { id: 'same' }), ...texts(2, 1, { id: 'same' }), welcome])
      await room.reached(3)
      await suite.control.append(ROOM, [...texts(3, 1, { id: 'same' }), welcome, ...texts(4, 1)])
      await room.reached(6)
      expect(room.texts()).toEqual(['第1句', '第4句'])
      expect(room.batches.filter((batch) => batch.welcome !== null)).toHaveLength(1)
      expect((await page.client.stats())?.duplicates).toBe(3)
    })

    it('D.6 S4.32 replaces a reverted order in place, in any order of arrival', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      const order = (id: string): Draft => ({
        kind: 'order',
        id,
        data: {
          message: { categoryName: '足球', itemName: '主胜', score: '1:0', teamLogo: '/art/a.svg' },
          odds: 1620,
        },
      })
      const revert = (orderId: string): Draft => ({ kind: 'revert', data: { orderId } })
      await suite.control.append(ROOM, [order('o-1'), ...texts(1, 1), revert('o-2')])
      await room.reached(3)
      await suite.control.append(ROOM, [revert('o-1'), order('o-2'), order('o-3'), revert('o-3')])
      await room.reached(7)
      expect(room.rows.map((row) => [row.id.slice(0, 3), row.kind])).toEqual([
        ['o-1', 'revert'],
        ['1-2', 'text'],
        ['o-2', 'revert'],
        ['o-3', 'revert'],
      ])
      expect(JSON.stringify(room.rows)).not.toContain('主胜')
    })

    it('removes messages of deletions, earlier and later copies', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, [
        ...texts(1, 2, { userId: 'bad' }),
        ...texts(3, 1, { id: 'gone' }),
        ...texts(4, 1),
      ])
      await room.reached(4)
      await suite.control.append(ROOM, [
        { kind: 'delete', data: { userId: 'bad' } },
        { kind: 'delete', data: { ids: ['gone', 'later'] } },
        ...texts(5, 1, { id: 'later' }),
        ...texts(6, 1, { userId: 'bad' }),
      ])
      await room.reached(8)
      expect(room.texts()).toEqual(['第4句', '第6句'])
    })

    it('settled 17 drops text only; shown + dropped = received', async () => {
      const page = await suite.open()
      const room = page.join(ROOM, { takesBatches: false })
      await suite.control.whenInRoom(ROOM, 1)
      const gift: Draft = {
        kind: 'gift',
        data: GIFT,
      }
      let sent = 0
      for (let round = 0; round < 40; round += 1) {
        await suite.control.append(ROOM, [...texts(sent, 200), gift])
        sent += 200
      }
      room.consume()
      await room.reached(40 * 201)
      const shown = room.receivedRows.filter((row) => row.kind === 'text').length
      expect(shown + room.dropped).toBe(sent)
      expect(room.dropped).toBeGreaterThan(0)
      expect(room.receivedRows.filter((row) => row.kind === 'gift')).toHaveLength(40)
      expect(room.texts().at(-1)).toBe(`第${sent - 1}句`)
      for (const batch of room.batches) {
        expect(batch.rows.filter((row) => row.kind === 'text').length).toBeLessThanOrEqual(60)
      }
      const stats = await page.client.stats()
      expect(stats).toMatchObject({ entriesReceived: 40 * 201, rowsShown: shown + 40, rowsDropped: room.dropped })
    })

    it('settled 18 releases rows that the page does not take and sends them again', async () => {
      const page = await suite.open()
      const room = page.join(ROOM, { takesBatches: false })
      await suite.control.whenInRoom(ROOM, 1)
      const notices = (from: number) =>
        Array.from({ length: 100 }, (_, index): Draft => ({ kind: 'system', data: { text: `通知${from + index}` } }))
      let head = 0
      while (((await page.client.stats())?.released ?? 0) === 0) head = await suite.control.append(ROOM, notices(head))
      room.consume()
      head = await suite.control.append(ROOM, notices(head))
      await room.reached(head)
      expect(room.receivedRows.map((row) => row.seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
      const stats = await page.client.stats()
      expect(stats?.released).toBeGreaterThanOrEqual(2_000)
      expect(room.dividers).toHaveLength(1)
      expect(room.dividers[0]).toMatchObject({ isLost: false })
    })
  })
}
