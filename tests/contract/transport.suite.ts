import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Draft, ServerControl } from './support/control.ts'
import type { SuitePlatform } from './support/page.ts'
import { Page, Profile } from './support/page.ts'

const ROOM = 'room-1'
const FAN = { name: 'fan001', password: 'Play2026x' }

function texts(from: number, count: number, more: Partial<Draft> = {}): Draft[] {
  return Array.from(
    { length: count },
    (_, index) => ({ kind: 'text', data: { text: `第${from + index}句` }, ...more }) as Draft,
  )
}

function numbers(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `第${from + index}句`)
}

/**
 * The transport's contract, from the page's side. The same cases run in process, over a MessageChannel and in a real
 * worker: what passes everywhere does not depend on where the transport lives.
 */
export function transportSuite(
  title: string,
  makePlatform: () => SuitePlatform,
  getControl: () => ServerControl,
): void {
  describe(`transport ${title}`, () => {
    let control: ServerControl
    const pages: Page[] = []

    beforeEach(async () => {
      control = getControl()
      await control.reset()
    })

    afterEach(() => {
      for (const page of pages.splice(0)) page.client.close()
    })

    async function open(profile = new Profile()): Promise<Page> {
      const page = await Page.open(makePlatform(), control, profile)
      pages.push(page)
      return page
    }

    async function openSignedIn(profile = new Profile()): Promise<Page> {
      const page = await open(profile)
      expect(await page.client.signIn(FAN)).toMatchObject({ ok: true })
      return page
    }

    describe('calls', () => {
      it('S7.6 S7.10 shakes hands once and seals calls after that', async () => {
        const page = await open()
        const answer = await page.client.call('gateway.getSysTime', {})
        expect(answer).toMatchObject({ ok: true, traceId: 'trace-1' })
        if (answer.ok) expect(Math.abs(answer.data.time - Date.now())).toBeLessThan(5_000)
        expect(await control.calls('/vvm')).toHaveLength(1)
      })

      it('settled 6 refuses a server whose share another identity signed', async () => {
        const page = Page.make(makePlatform())
        pages.push(page)
        const { origin } = await control.where()
        const where = () => Promise.resolve({ origin, identity: 'A'.repeat(43) })
        expect(await page.start({ ...control, where })).toMatchObject({ ok: false, code: CODES.BAD_ANSWER })
      })

      it('settled 5 shakes hands again after a REKEY, once, and the caller notices nothing', async () => {
        const page = await open()
        await control.restart()
        const answers = await Promise.all([1, 2, 3].map(() => page.client.call('gateway.getSysTime', {})))
        expect(answers.map((answer) => answer.ok)).toEqual([true, true, true])
        expect(await control.calls('/vvm')).toHaveLength(2)
      })

      it('settled 5 corrects its clock after a STALE and repeats once', async () => {
        const page = await open()
        await control.shiftClock(600_000)
        expect(await page.client.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
        await page.facts.until(() => Math.abs(page.client.clock.now() - Date.now() - 600_000) < 1_000)
      })

      it('settled 5 gives SEAL_REFUSED to the caller and does not repeat', async () => {
        const page = await open()
        await control.fail('getSysTime', ['seal-refused'])
        expect(await page.client.call('gateway.getSysTime', {})).toMatchObject({ ok: false, code: CODES.SEAL_REFUSED })
      })

      it('S8.13 turns lost, foreign and shapeless answers into failures, never into exceptions', async () => {
        const page = await open()
        await control.fail('getSysTime', ['lose-request', 'not-json', 'not-an-object'])
        const call = () => page.client.call('gateway.getSysTime', {})
        expect(await call()).toMatchObject({ ok: false, code: CODES.NETWORK_FAILURE })
        expect(await call()).toMatchObject({ ok: false, code: CODES.BAD_ANSWER })
        expect(await call()).toMatchObject({ ok: false, code: CODES.BAD_ANSWER })
        expect(await call()).toMatchObject({ ok: true })
      })

      it('S8.15 S8.16 counts failures of requests without credentials against the number of lines', async () => {
        const page = await open()
        await control.fail('/timeServer', ['lose-request', 'lose-request', 'lose-request', 'lose-request'])
        const codes: unknown[] = []
        for (let round = 0; round < 4; round += 1) {
          const answer = await page.client.call('gateway.timeServer', {})
          codes.push(answer.ok || answer.code)
        }
        const { LINE_SWITCHING, NETWORK_ABNORMAL } = CODES
        expect(codes).toEqual([LINE_SWITCHING, LINE_SWITCHING, NETWORK_ABNORMAL, LINE_SWITCHING])
        expect(await page.client.call('gateway.timeServer', {})).toMatchObject({ ok: true })
        expect(page.profile.session.getItem('errCount')).toBeNull()
      })

      it('aborts a call by its signal', async () => {
        const page = await open()
        await control.fail('getSysTime', ['hang'])
        const abort = new AbortController()
        const answer = page.client.call('gateway.getSysTime', {}, { signal: abort.signal })
        abort.abort()
        expect(await answer).toMatchObject({ ok: false, code: CODES.ABORTED })
      })

      it('keeps calls whose answers hold tokens and keys to itself', async () => {
        const page = await open()
        const { signal } = new AbortController()
        expect(await page.client.call('chatroom.anonJoin', { chatRoomNo: ROOM }, { signal })).toMatchObject({
          ok: false,
          code: CODES.PARAM_ERROR,
        })
      })
    })

    describe('session', () => {
      it('S3.1 signs in, tells the page, and the token is blank on the way there', async () => {
        const page = await open()
        expect(await page.client.signIn({ ...FAN, password: 'Wrong2026' })).toMatchObject({
          ok: false,
          code: CODES.NAME_OR_PASSWORD_WRONG,
        })
        const signed = await page.client.signIn({ name: ' FAN001 ', password: FAN.password })
        expect(signed).toMatchObject({ ok: true, data: { member: { userId: 'id-fan001' } } })
        expect((await page.notice('session')).session?.member.userId).toBe('id-fan001')
        expect((await control.calls('/login')).map((call) => call.token)).toEqual(['', ''])
        expect(await page.client.call('coin.balance', {})).toMatchObject({ ok: true, data: { balance: 1_000 } })
        expect(JSON.stringify(page.notices)).not.toContain(page.profile.session.getItem('tb-token'))
      })

      it('settled 6 shakes hands anew when the token changes', async () => {
        const page = await openSignedIn()
        await page.client.call('coin.balance', {})
        expect(await control.calls('/vvm')).toHaveLength(2)
      })

      it('S3.35 keeps the session over a reload, and forgets it on sign-out', async () => {
        const profile = new Profile()
        const first = await openSignedIn(profile)
        first.client.close()
        const second = Page.make(makePlatform(), profile)
        pages.push(second)
        const report = await second.start(control)
        expect(report).toMatchObject({ ok: true, data: { session: { member: { userId: 'id-fan001' } } } })
        expect(await second.client.signOut()).toMatchObject({ ok: true })
        expect(profile.session.getItem('tb-token')).toBeNull()
        expect(await second.client.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
      })

      it('S8.9 settled 1: HTTP 401 clears the session and is told once', async () => {
        const page = await openSignedIn()
        await control.fail('coin/v1/balance', ['status-401'])
        expect(await page.client.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.AUTH_ERROR })
        expect(await page.notice('outcome')).toMatchObject({ code: CODES.AUTH_ERROR })
        expect((await page.notice('session', 1)).session).toBeNull()
        expect(page.profile.session.getItem('tb-token')).toBeNull()
        expect(page.seen('outcome')).toHaveLength(1)
      })

      it('settled 1: NEED_LOGIN is told and clears nothing', async () => {
        const page = await open()
        expect(await page.client.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
        expect(await page.notice('outcome')).toMatchObject({ code: CODES.NEED_LOGIN })
        expect(page.seen('session')).toHaveLength(0)
      })
    })

    describe('money', () => {
      const gift = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }

      it('settled 7 stores the key before it sends, and forgets it when the call has settled', async () => {
        const page = await openSignedIn()
        const answer = await page.client.call('gift.reward', gift)
        expect(answer).toMatchObject({ ok: true, data: { balance: 990 } })
        expect(page.profile.writes).toContain('pendingTx')
        expect(page.profile.local.getItem('pendingTx')).toBeNull()
        const [sent] = await control.calls('gift/v1/reward')
        expect(sent?.idempotencyKey).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
      })

      it('settled 7 repeats with the same key when answers are lost; it is booked once', async () => {
        const page = await openSignedIn()
        await control.fail('gift/v1/reward', ['lose-answer', 'lose-request', 'lose-answer'])
        expect(await page.client.call('gift.reward', gift)).toMatchObject({ ok: true, data: { balance: 990 } })
        expect(await control.bookings()).toBe(1)
        expect(new Set((await control.calls('gift/v1/reward')).map((call) => call.idempotencyKey)).size).toBe(1)
      })

      it('settled 7 a repeated tap with the page’s own key is one posting; other content is a conflict', async () => {
        const page = await openSignedIn()
        const key = { idempotencyKey: 'own-key-0123456789' }
        const [first, second] = await Promise.all([
          page.client.call('gift.reward', gift, key),
          page.client.call('gift.reward', gift, key),
        ])
        expect(first).toMatchObject({ ok: true, data: { balance: 990 } })
        expect(second).toEqual(first)
        expect(await page.client.call('gift.reward', gift, key)).toMatchObject({ ok: true, data: { balance: 990 } })
        expect(await page.client.call('gift.reward', { ...gift, count: 2 }, key)).toMatchObject({
          ok: false,
          code: CODES.IDEMPOTENCY_CONFLICT,
        })
        expect(await control.bookings()).toBe(1)
      })

      it('settled 7 settles after a reload what the page before left open', async () => {
        const profile = new Profile()
        const first = await openSignedIn(profile)
        void first.client.call('gift.reward', gift)
        await profile.written('pendingTx')
        first.client.close()

        const second = await open(profile)
        const settled = await second.notice('settled')
        expect(settled).toMatchObject({ endpoint: 'gift.reward', result: { ok: true, data: { balance: 990 } } })
        expect(profile.local.getItem('pendingTx')).toBeNull()
        expect(await control.bookings()).toBe(1)
      })
    })

    describe('rooms', () => {
      it('settled 9 enters with snapshot and history, then follows live', async () => {
        await control.append(ROOM, texts(1, 3))
        const page = await open()
        const room = page.join(ROOM)
        await room.facts.until(() => room.entered !== null)
        expect(room.entered).toMatchObject({ chatRoomNo: ROOM, role: 'anon', snapshot: { title: '测试房间' } })
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(4, 2))
        await control.append(ROOM, texts(6, 1))
        await room.reached(6)
        expect(room.texts()).toEqual(numbers(1, 6))
        expect(room.rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6])
        expect(room.dividers).toEqual([])
        expect(page.seen('connection').map((notice) => notice.state)).toEqual(['connecting', 'online'])
      })

      it('tells why a room cannot be entered', async () => {
        const page = await open()
        const room = page.join('no-such-room')
        await room.facts.until(() => room.failed !== null)
        expect(room.failed).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
      })

      it('leaves a room: nothing more arrives, and it can be entered again', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        room.leave()
        const again = page.join(ROOM)
        await again.facts.until(() => again.entered !== null)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(1, 1))
        await again.reached(1)
        expect(room.rows).toEqual([])
        expect(again.texts()).toEqual(numbers(1, 1))
      })

      it('settled 11 holds at a gap and has it filled: nothing lost, doubled or out of order', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(1, 2))
        await control.loseFrames(ROOM, 2)
        await control.append(ROOM, texts(3, 2))
        await control.append(ROOM, texts(5, 2))
        await control.append(ROOM, texts(7, 2))
        await control.append(ROOM, texts(9, 2))
        await room.reached(10)
        expect(room.texts()).toEqual(numbers(1, 10))
        expect(room.dividers).toEqual([])
        expect((await page.client.stats())?.gaps).toBeGreaterThan(0)
      })

      it('settled 12 resumes after an interruption: every missed entry once, behind a divider with their number', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(1, 5))
        await room.reached(5)
        await control.closeDoors()
        await page.facts.until(() => page.seen('connection').at(-1)?.state !== 'online')
        await control.append(ROOM, texts(6, 130))
        await control.openDoors()
        await page.facts.until(() => page.seen('connection').at(-1)?.state === 'online')
        await control.append(ROOM, texts(136, 1))
        await room.reached(136)
        expect(room.handedOver.map((row) => (row.kind === 'text' ? row.data.text : ''))).toEqual(numbers(1, 136))
        expect(room.dividers).toEqual([{ missed: 130, isLost: false }])
        const divided = room.batches.find((batch) => batch.divider !== null)
        expect(divided?.rows[0]?.seq).toBe(6)
        expect(room.folded).toBe(0)
        expect((await page.client.stats())?.reconnects).toBe(1)
        expect(page.seen('connection').at(-1)?.state).toBe('online')
      })

      it('settled 12 says how many entries are lost when they cannot be given again', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(1, 5))
        await room.reached(5)
        await control.closeDoors()
        await page.facts.until(() => page.seen('connection').at(-1)?.state !== 'online')
        await control.append(ROOM, texts(6, 200))
        await control.forgetBefore(ROOM, 190)
        await control.openDoors()
        await room.reached(205)
        expect(room.messages.some((message) => message.type === 'reset')).toBe(true)
        expect(room.dividers).toEqual([{ missed: 200, isLost: true }])
        expect(room.texts()).toEqual(numbers(190, 16))
      })

      it('begins anew when the log is another one', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(1, 5))
        await room.reached(5)
        await control.breakContinuity(ROOM)
        await control.append(ROOM, texts(100, 2))
        await room.facts.until(() => room.texts().includes('第101句'))
        expect(room.texts()).toEqual(numbers(100, 2))
      })

      it('S4.30 S4.31 shows an id once and a welcome of a member once', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        const welcome: Draft = { kind: 'welcome', data: { text: '欢迎' }, userId: 'guest-1' }
        await control.append(ROOM, [...texts(1, 1, { id: 'same' }), ...texts(2, 1, { id: 'same' }), welcome])
        await room.reached(3)
        await control.append(ROOM, [...texts(3, 1, { id: 'same' }), welcome, ...texts(4, 1)])
        await room.reached(6)
        expect(room.texts()).toEqual(['第1句', '第4句'])
        expect(room.batches.filter((batch) => batch.welcome !== null)).toHaveLength(1)
        expect((await page.client.stats())?.duplicates).toBe(3)
      })

      it('S4.32 a revert replaces its order in place, whether it comes after or first', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        const order = (id: string): Draft => ({
          kind: 'order',
          id,
          data: {
            message: { categoryName: '足球', itemName: '主胜', score: '1:0', teamLogo: '/art/a.svg' },
            odds: 1620,
          },
        })
        const revert = (orderId: string): Draft => ({ kind: 'revert', data: { orderId } })
        await control.append(ROOM, [order('o-1'), ...texts(1, 1), revert('o-2')])
        await room.reached(3)
        await control.append(ROOM, [revert('o-1'), order('o-2'), order('o-3'), revert('o-3')])
        await room.reached(7)
        expect(room.rows.map((row) => [row.id.slice(0, 3), row.kind])).toEqual([
          ['o-1', 'revert'],
          ['1-2', 'text'],
          ['o-2', 'revert'],
          ['o-3', 'revert'],
        ])
        expect(JSON.stringify(room.rows)).not.toContain('主胜')
      })

      it('takes deleted messages and deleted authors away, earlier and later copies alike', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, [...texts(1, 2, { userId: 'bad' }), ...texts(3, 1, { id: 'gone' }), ...texts(4, 1)])
        await room.reached(4)
        await control.append(ROOM, [
          { kind: 'delete', data: { userId: 'bad' } },
          { kind: 'delete', data: { ids: ['gone', 'later'] } },
          ...texts(5, 1, { id: 'later' }),
          ...texts(6, 1, { userId: 'bad' }),
        ])
        await room.reached(8)
        expect(room.texts()).toEqual(['第4句', '第6句'])
      })

      it('settled 17 folds text only, and shown + folded = received', async () => {
        const page = await open()
        const room = page.join(ROOM, { takesBatches: false })
        await control.whenInRoom(ROOM, 1)
        const gift: Draft = {
          kind: 'gift',
          data: {
            giftOrderNo: 'g',
            giftId: 1,
            giftName: '鲜花',
            giftIcon: '/g.svg',
            count: 1,
            comboId: 'c',
            comboCount: 1,
            total: 1,
          },
        }
        let sent = 0
        for (let round = 0; round < 40; round += 1) {
          await control.append(ROOM, [...texts(sent, 200), gift])
          sent += 200
        }
        room.consume()
        await room.reached(40 * 201)
        const shown = room.handedOver.filter((row) => row.kind === 'text').length
        expect(shown + room.folded).toBe(sent)
        expect(room.folded).toBeGreaterThan(0)
        expect(room.handedOver.filter((row) => row.kind === 'gift')).toHaveLength(40)
        expect(room.texts().at(-1)).toBe(`第${sent - 1}句`)
        for (const batch of room.batches) {
          expect(batch.rows.filter((row) => row.kind === 'text').length).toBeLessThanOrEqual(60)
        }
        const stats = await page.client.stats()
        expect(stats).toMatchObject({ entriesReceived: 40 * 201, rowsShown: shown + 40, rowsFolded: room.folded })
      })

      it('settled 18 lets go of what a page does not take, and gives it again when it does', async () => {
        const page = await open()
        const room = page.join(ROOM, { takesBatches: false })
        await control.whenInRoom(ROOM, 1)
        const notices = (from: number) =>
          Array.from({ length: 100 }, (_, index): Draft => ({ kind: 'system', data: { text: `通知${from + index}` } }))
        let head = 0
        while (((await page.client.stats())?.released ?? 0) === 0) head = await control.append(ROOM, notices(head))
        room.consume()
        head = await control.append(ROOM, notices(head))
        await room.reached(head)
        expect(room.handedOver.map((row) => row.seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
        const stats = await page.client.stats()
        expect(stats?.released).toBeGreaterThanOrEqual(2_000)
        expect(room.dividers).toHaveLength(1)
        expect(room.dividers[0]).toMatchObject({ isLost: false })
      })

      it('settled 14 speaks as a member and knows its own line; a visitor may not', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        expect(await room.say({ cid: 'cid-00001', text: '好球' })).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
        await control.append(ROOM, texts(1, 3))
        expect(await page.client.signIn(FAN)).toMatchObject({ ok: true })
        const said = await room.say({ cid: 'cid-00001', text: '好球' })
        expect(said).toMatchObject({ ok: true, data: { seq: 4 } })
        await control.append(ROOM, texts(5, 1))
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

      it('S6.1 falls back to the visitor when the session ends on the server, and loses nothing', async () => {
        const page = await openSignedIn()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(1, 2))
        await room.reached(2)
        await control.endSession(CODES.LOGIN_ELSEWHERE_ERROR)
        expect(await page.notice('outcome')).toMatchObject({ code: CODES.LOGIN_ELSEWHERE_ERROR })
        await control.append(ROOM, texts(3, 2))
        await room.reached(4)
        expect(room.texts()).toEqual(numbers(1, 4))
        expect(page.seen('session').at(-1)?.session).toBeNull()
      })

      it('S7.110 gives older rows, superseded by what is known', async () => {
        await control.append(ROOM, texts(1, 120, {}))
        await control.append(ROOM, [{ kind: 'delete', data: { ids: ['1-60'] } }])
        const page = await open()
        const room = page.join(ROOM)
        await room.facts.until(() => room.rows.length > 0)
        const first = room.rows[0]?.seq ?? 0
        const older = await room.older(first)
        expect(older).toMatchObject({ ok: true, data: { hasMore: true } })
        if (older.ok) {
          const seqs = older.data.rows.map((row) => row.seq)
          expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
          expect(seqs.at(-1)).toBe(first - 1)
          expect(seqs).not.toContain(60)
          expect(seqs).toHaveLength(49)
        }
      })

      it('settled 19 replaces a worker that has died, and the room goes on without loss', async () => {
        const page = await open()
        const room = page.join(ROOM)
        await control.whenInRoom(ROOM, 1)
        await control.append(ROOM, texts(1, 20))
        await room.reached(20)
        page.platform.killWorker()
        await control.append(ROOM, texts(21, 100))
        const answer = page.client.call('gateway.getSysTime', {})
        await room.reached(120)
        await control.append(ROOM, texts(121, 1))
        await room.reached(121)
        expect(room.handedOver.map((row) => row.seq)).toEqual(Array.from({ length: 121 }, (_, index) => index + 1))
        expect(page.client.workersReplaced).toBe(1)
        expect(await answer).toMatchObject({ ok: true })
        expect(room.dividers).toEqual([{ missed: 100, isLost: false }])
      })
    })
  })
}
