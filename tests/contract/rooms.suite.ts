import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { FAN, ROOM, numbers, texts } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

const OTHER_ROOM = 'room-2'

/** Entering rooms, live entries, chat messages, older rows. */
export function roomsSuite(suite: Suite): void {
  describe('rooms', () => {
    it('S1.11 settled 9 send snapshot and history, then live entries', async () => {
      await suite.control.append(ROOM, texts(1, 3))
      const page = await suite.open()
      const room = page.join(ROOM)
      await room.conditions.until(() => room.entered !== null)
      expect(room.entered).toMatchObject({ chatRoomNo: ROOM, role: 'anon', snapshot: { title: '测试房间' } })
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(4, 2))
      await suite.control.append(ROOM, texts(6, 1))
      await room.reached(6)
      expect(room.texts()).toEqual(numbers(1, 6))
      expect(room.rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6])
      expect(room.dividers).toEqual([])
      expect(page.seen('connection').map((notice) => notice.state)).toEqual(['connecting', 'online'])
    })

    it('report why they cannot be entered', async () => {
      const page = await suite.open()
      const room = page.join('no-such-room')
      await room.conditions.until(() => room.failed !== null)
      expect(room.failed).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
    })

    it('send nothing after leaving and can be entered again', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      room.leave()
      const again = page.join(ROOM)
      await again.conditions.until(() => again.entered !== null)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(1, 1))
      await again.reached(1)
      expect(room.rows).toEqual([])
      expect(again.texts()).toEqual(numbers(1, 1))
    })

    it('leave a room that is left before the server has answered the join', async () => {
      const page = await suite.open()
      const stays = page.join(OTHER_ROOM)
      await stays.conditions.until(() => stays.entered !== null)
      await suite.control.whenInRoom(OTHER_ROOM, 1)
      await suite.control.holdJoins()
      const left = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      left.leave()
      await suite.control.releaseJoins()
      await suite.control.whenEmpty(ROOM)
      expect(page.seen('connection').at(-1)?.state).toBe('online')
    })

    it('enter a room again that was left before the server has answered the join', async () => {
      const page = await suite.open()
      await suite.control.holdJoins()
      const left = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      left.leave()
      const again = page.join(ROOM)
      await again.conditions.until(() => again.entered !== null)
      await suite.control.releaseJoins()
      await suite.control.append(ROOM, texts(1, 1))
      await again.reached(1)
      await suite.control.append(ROOM, texts(2, 1))
      await again.reached(2)
    })

    it('S6.3 settled 14 accept messages of members, marked as own, and none of visitors', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      expect(await room.say({ cid: 'cid-00001', text: '好球' })).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
      await suite.control.append(ROOM, texts(1, 3))
      expect(await page.client.signIn(FAN)).toMatchObject({ ok: true })
      const sent = await room.say({ cid: 'cid-00001', text: '好球' })
      expect(sent).toMatchObject({ ok: true, data: { seq: 4 } })
      await suite.control.append(ROOM, texts(5, 1))
      await room.reached(5)
      expect(room.rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5])
      expect(room.rows[3]).toMatchObject({ isMine: true, cid: 'cid-00001' })
      expect(room.dividers).toEqual([])
      expect(await room.say({ cid: 'cid-00002', text: '禁' })).toMatchObject({
        ok: false,
        code: CODES.CHAT_MUTED,
        details: { until: 99 },
      })
    })

    it('settled 10 accept messages if the site room is not available', async () => {
      const page = await suite.open()
      expect(await page.client.signIn(FAN)).toMatchObject({ ok: true })
      const news = page.join(SITE_ROOM)
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      expect(await room.say({ cid: 'cid-00003', text: '开球了' })).toMatchObject({ ok: true })
      expect(news.entered).toBeNull()
      expect(page.seen('connection').at(-1)?.state).toBe('online')
    })

    it('S7.110 return older rows without superseded ones', async () => {
      await suite.control.append(ROOM, texts(1, 120, {}))
      await suite.control.append(ROOM, [{ kind: 'delete', data: { ids: ['1-60'] } }])
      const page = await suite.open()
      const room = page.join(ROOM)
      await room.conditions.until(() => room.rows.length > 0)
      const first = room.rows[0]?.seq ?? 0
      const older = await room.older(first)
      expect(older).toMatchObject({ ok: true, data: { hasMore: true, fromSeq: first - 50 } })
      if (older.ok) {
        const seqs = older.data.rows.map((row) => row.seq)
        expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
        expect(seqs.at(-1)).toBe(first - 1)
        expect(seqs).not.toContain(60)
        expect(seqs).toHaveLength(49)
      }
    })
  })
}
