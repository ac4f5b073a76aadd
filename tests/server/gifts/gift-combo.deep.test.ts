import { writePageFiles } from '../../support/page-files.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GiftSender } from '#features/gift/gift-sender.ts'
import { CODES } from '#protocol/codes.ts'
import type { Gift } from '#protocol/endpoints/gift.ts'
import { Members } from '#server/members/members.ts'
import type { RunningServer } from '#server/main.ts'
import { startServer } from '#server/main.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import type { GiftTrays } from '#state/effects/gift-trays.ts'
import { giftPosted, giftRefused, giftTapped, EMPTY_TRAYS, trayCount, expireTrays } from '#state/effects/gift-trays.ts'
import { siteBannersOf } from '#state/site/site-banners.ts'
import type { ServerControl } from '../../contract/support/control.ts'
import { Page, Profile, type Room } from '../../contract/support/page.ts'
import { overMessageChannel } from '../../contract/support/platforms.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { TEST_PASSWORD_COST, testPasswords } from '../../support/passwords.ts'
import { testLog } from '../../support/logs.ts'

const PASSWORD = 'Play2026x'
const GIVERS = ['giver001', 'giver002', 'giver003', 'giver004', 'giver005']
/** Sends cups. */
const RICH = 'giver007'
/** Has coins for one drum only. */
const POOR = 'giver006'
const DRUM_PRICE = 99
const HTML = '<!doctype html><html lang="zh-CN"><head><title>看台</title></head><body></body></html>'

/** A clock that the test advances, for taps, delays and trays. */
class HandClock {
  now = 1_795_000_000_000
  private timers: { at: number; task: () => void }[] = []

  setTimer(task: () => void, delayMs: number): () => void {
    const timer = { at: this.now + delayMs, task }
    this.timers.push(timer)
    return () => (this.timers = this.timers.filter((one) => one !== timer))
  }

  move(ms: number): void {
    this.now += ms
    const due = this.timers.filter(({ at }) => at <= this.now)
    this.timers = this.timers.filter(({ at }) => at > this.now)
    for (const { task } of due) task()
  }
}

/** A member in the room with the page's sender and trays. */
class Giver {
  trays: GiftTrays = EMPTY_TRAYS
  /** The last count of each tray, by combo. */
  readonly shown = new Map<string, number>()
  /** The posted count of each own combo. */
  readonly posted = new Map<string, number>()
  readonly failures: string[] = []
  readonly sender: GiftSender
  private open = 0
  private read = 0
  private ids = 0

  constructor(
    readonly page: Page,
    readonly room: Room,
    readonly name: string,
    anchorRoomId: string,
    private readonly clock: HandClock,
  ) {
    this.sender = new GiftSender(anchorRoomId, {
      reward: async (params, { idempotencyKey }) => {
        this.open += 1
        const result = await page.client.calls.call('gift.reward', params, { idempotencyKey })
        this.open -= 1
        page.conditions.check()
        return result
      },
      memberId: () => name,
      now: () => clock.now,
      setTimer: (task, delayMs) => clock.setTimer(task, delayMs),
      newId: () => `${name}-${String((this.ids += 1)).padStart(12, '0')}`,
      onTapped: ({ giftId, giftName, giftIcon }, comboId, count) => {
        const start = { comboId, giftId, giftName, giftIcon, userId: name, memberName: name, isMine: true }
        this.trays = giftTapped(this.trays, start, count, clock.now)
      },
      onPosted: ({ comboId }, { comboCount }) => void this.posted.set(comboId, comboCount),
      onRefused: ({ comboId, count }, failure) => {
        this.failures.push(failure.message)
        this.trays = giftRefused(this.trays, comboId, count, clock.now)
      },
      onUnsure: ({ key }) => this.failures.push(`${key} is open`),
    })
  }

  settled(): Promise<void> {
    return this.page.conditions.until(() => this.open === 0)
  }

  /** Applies the received entries, like the page in a frame. */
  check(): void {
    for (const row of this.room.receivedRows.slice(this.read)) {
      if (row.kind === 'gift') this.trays = giftPosted(this.trays, row, this.clock.now)
    }
    this.read = this.room.receivedRows.length
    this.trays = expireTrays(this.trays, this.clock.now)
    expect(this.trays.shown.length).toBeLessThanOrEqual(2)
    for (const tray of this.trays.shown) this.shown.set(tray.comboId, trayCount(tray))
  }
}

describe("gifts from the page's sender over the wire to the ledger", () => {
  let folder: string
  let server: RunningServer
  let identity: string
  const pages: Page[] = []

  const openLedger = (): Promise<Database> =>
    openDatabase({ databaseUrl: undefined, dataDirectory: path.join(folder, 'data'), log: testLog() })
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'grandstand-combo-'))
    writePageFiles(folder, HTML)
    await prepareDataFolder(path.join(folder, 'data'))
    const store = await openLedger()
    const seed = { password: PASSWORD, vipLevel: 2, level: 3, siteId: 5009 }
    await new Members(store, { now: Date.now, passwords: testPasswords() }).ensure([
      ...GIVERS.map((name) => ({ ...seed, name, nickname: name, coins: 20_000 })),
      { ...seed, name: RICH, nickname: RICH, coins: 20_000 },
      { ...seed, name: POOR, nickname: POOR, coins: DRUM_PRICE },
    ])
    await store.close()
    server = await startServer({
      environment: {
        MODE: 'demo',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: path.join(folder, 'data'),
        CROWD: '0',
        LOG_LEVEL: 'silent',
      },
      clientFolder: folder,
      passwordCost: TEST_PASSWORD_COST,
    })
    const html = await (await fetch(`${server.url}/`)).text()
    identity = /name="grandstand-identity" content="([^"]+)"/.exec(html)?.[1] ?? ''
  }, 120_000)
  afterEach(() => {
    for (const page of pages.splice(0)) page.client.close()
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(profile = new Profile()): Promise<Page> {
    const where = async () => ({ origin: server.url, identity })
    const page = await Page.open(overMessageChannel(), { where } as ServerControl, profile)
    pages.push(page)
    return page
  }
  async function openAs(name: string): Promise<Page> {
    const page = await open()
    expect(await page.client.signIn({ name, password: PASSWORD })).toMatchObject({ ok: true })
    return page
  }
  async function place(
    page: Page,
    kind: 'football' | 'basketball' = 'football',
  ): Promise<{ anchorRoomId: string; chatRoomNo: string; drum: Gift }> {
    const list = await page.client.calls.call('live.popularList', { size: 1, page: 1, kind })
    const gifts = await page.client.calls.call('gift.list', {})
    if (!list.ok || !gifts.ok) throw new Error('the world is not there')
    const { anchorRoomId, chatRoomNo } = list.data.list[0]!
    return { anchorRoomId, chatRoomNo, drum: gifts.data.list.find(({ giftPrice }) => giftPrice === DRUM_PRICE)! }
  }
  /** Reads the database after the server has stopped. */
  async function books<Answer>(read: (store: Database) => Promise<Answer>): Promise<Answer> {
    await server.close()
    const store = await openLedger()
    await expectInvariants(store)
    const response = await read(store)
    await store.close()
    return response
  }

  it('settled 10 an expensive gift in one room is shown to a visitor in another once, through the site room', async () => {
    const [giver, visitor] = [await openAs(RICH), await open()]
    const { anchorRoomId, chatRoomNo } = await place(giver, 'basketball')
    const site = visitor.join('site')
    await site.conditions.until(() => site.entered !== null)
    expect(await site.say({ cid: 'cid-site-00001', text: '喂' })).toMatchObject({ ok: false })
    const gifts = await giver.client.calls.call('gift.list', {})
    const cup = gifts.ok ? gifts.data.list.find(({ giftName }) => giftName === '金杯') : undefined
    const posting = { giftId: cup!.giftId, count: 1, anchorRoomId, comboId: 'site-combo-0001' }
    const idempotencyKey = 'key-of-a-cup-0000001'
    // The same call twice, as after a lost response: one gift, one notice.
    for (let time = 0; time < 2; time += 1) {
      expect(await giver.client.calls.call('gift.reward', posting, { idempotencyKey })).toMatchObject({ ok: true })
    }
    // A second expensive gift; its notice follows any other of the first.
    const more = { ...posting, comboId: 'site-combo-0002' }
    expect(await giver.client.calls.call('gift.reward', more)).toMatchObject({ ok: true })
    // Members of the demo world give expensive gifts too, outside of a combo.
    const notices = () =>
      site.receivedRows.flatMap((row) => (row.kind === 'notice' && row.data.gift?.comboId !== undefined ? [row] : []))
    await site.conditions.until(() => notices().some(({ data }) => data.gift?.comboId === more.comboId))
    expect(notices().map(({ data }) => data.gift?.comboId)).toEqual([posting.comboId, more.comboId])
    const [notice] = siteBannersOf({ ...site.batches.at(-1)!, rows: notices() }, Date.now())
    expect(notice).toMatchObject({ chatRoomNo, giftName: '金杯', count: 1, memberName: RICH, isMine: false })
    expect(await visitor.client.calls.call('live.detail', { eid: notice!.eid })).toMatchObject({ ok: true })
  })

  it('Annex H I3 one of 20 sends from two tabs is charged if the balance is enough for one', async () => {
    const profile = new Profile()
    const first = await open(profile)
    expect(await first.client.signIn({ name: POOR, password: PASSWORD })).toMatchObject({ ok: true })
    const tabs = [first, await open(profile)]
    const { anchorRoomId, drum } = await place(tabs[0]!, 'basketball')
    const sends = tabs.flatMap(({ client }, tab) =>
      Array.from({ length: 10 }, (_, index) =>
        client.calls.call('gift.reward', {
          giftId: drum.giftId,
          count: 1,
          anchorRoomId,
          comboId: `tab-${tab}-${index}-xx`,
        }),
      ),
    )
    const results = await Promise.all(sends)
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const refusals = results.flatMap((result) => (result.ok ? [] : [result.code]))
    expect(new Set(refusals)).toEqual(new Set([CODES.BALANCE_NOT_ENOUGH]))
    expect(refusals).toHaveLength(19)
    expect(await tabs[1]!.client.calls.call('coin.balance', {})).toMatchObject({ ok: true, data: { balance: 0 } })
    const history = await tabs[1]!.client.calls.call('gift.history', { before: null })
    expect(history).toMatchObject({ ok: true, data: { hasMore: false } })
    expect(history.ok && history.data.list.map(({ total }) => total)).toEqual([DRUM_PRICE])
  })

  it('settled 7 a page that is reloaded during a gift gets the outcome and is charged once', async () => {
    const profile = new Profile()
    const before = await open(profile)
    expect(await before.client.signIn({ name: RICH, password: PASSWORD })).toMatchObject({ ok: true })
    const { anchorRoomId, drum } = await place(before, 'basketball')
    const balanceOf = async (page: Page) => {
      const response = await page.client.calls.call('coin.balance', {})
      return response.ok ? response.data.balance : Number.NaN
    }
    const had = await balanceOf(before)
    void before.client.calls.call('gift.reward', {
      giftId: drum.giftId,
      count: 1,
      anchorRoomId,
      comboId: 'reloaded-0001',
    })
    await profile.written('pendingTx')
    before.client.close()
    const after = await open(profile)
    expect(await after.notice('settled')).toMatchObject({ endpoint: 'gift.reward', result: { ok: true } })
    expect(await balanceOf(after)).toBe(had - DRUM_PRICE)
  })

  it('500 taps in 10 s by five members show five trays whose counts equal the ledger, on every page', async () => {
    const clock = new HandClock()
    const givers: Giver[] = []
    const { anchorRoomId, chatRoomNo, drum: gift } = await place(await open())
    for (const name of GIVERS) {
      const page = await openAs(name)
      const room = page.join(chatRoomNo)
      await room.conditions.until(() => room.entered !== null)
      givers.push(new Giver(page, room, name, anchorRoomId, clock))
    }
    /** All postings are shown on every page. */
    const everybodyHas = async () => {
      await Promise.all(givers.map((giver) => giver.settled()))
      const booked = givers.flatMap(({ posted }) => [...posted])
      await Promise.all(
        givers.map(({ room }) =>
          room.conditions.until(() =>
            booked.every(([comboId, count]) =>
              room.receivedRows.some(
                ({ kind, data }) => kind === 'gift' && data.comboId === comboId && data.comboCount === count,
              ),
            ),
          ),
        ),
      )
    }

    for (let tap = 0; tap < 100; tap += 1) {
      for (const giver of givers) {
        giver.sender.tap(gift, 1)
        // Own combos are shown at once, and first.
        expect(giver.trays.shown[0]).toMatchObject({ userId: giver.name, tapped: tap + 1 })
      }
      clock.move(100)
      await everybodyHas()
      for (const giver of givers) giver.check()
    }
    clock.move(300)
    await everybodyHas()
    // Three seconds after the last posting, slots become free for waiting combos.
    for (let second = 0; second < 20; second += 1) {
      for (const giver of givers) giver.check()
      clock.move(1_000)
    }
    for (const giver of givers) giver.check()

    for (const giver of givers) {
      expect(giver.failures).toEqual([])
      expect([...giver.shown.values()], giver.name).toEqual([100, 100, 100, 100, 100])
      expect(giver.trays).toEqual(EMPTY_TRAYS)
      // Settled 21: taps within 300 ms are one posting.
      const giverRows = giver.room.receivedRows.filter((row) => row.kind === 'gift' && row.isMine)
      expect(giverRows.length).toBeLessThanOrEqual(34)
    }
    const booked = await books(async ({ db }) => {
      const { rows } = await db.execute<{ name: string; counted: number; spent: number }>(sql`
        select m.nickname as name, sum(o.count)::int as counted, sum(-e.amount)::int as spent
        from gift_order o join member m on m.id = o.member_id
        join ledger_entry e on e.tx_id = o.tx_id join account a on a.id = e.account_id and a.owner_type = 'member'
        where m.nickname not in (${RICH}, ${POOR}) group by m.nickname order by m.nickname`)
      return rows
    })
    expect(booked).toEqual(GIVERS.map((name) => ({ name, counted: 100, spent: 100 * DRUM_PRICE })))
  }, 120_000)
})
