import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Appended, EntryDraft } from '#server/rooms/log/entries.ts'
import { type GiftCommand, Ledger } from '#server/wallet/ledger/ledger.ts'
import { writeRoomEntries } from '#server/rooms/log/entries.ts'
import { type GiftServiceOptions, GiftService } from '#server/rooms/gift-service.ts'
import { Members } from '#server/members/members.ts'
import type { Database } from '#server/database/database.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { openTestStore, type STORE_KINDS, testClock } from '../../support/store.ts'

/** The used part of the rooms: `append` writes entries to the database, like the hub. */
export class WritingRooms {
  readonly closed = new Set<string>()
  #seq = 0
  readonly #store: Database

  constructor(store: Database) {
    this.#store = store
  }

  has(chatRoomNo: string): boolean {
    return !chatRoomNo.startsWith('gone')
  }

  venueNameOf(): string {
    return 'YB'
  }

  async append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    if (this.closed.has(chatRoomNo)) throw new Error('the room does not take entries now')
    const epoch = Number(process.hrtime.bigint() % 1_000_000_000n)
    const rows = drafts.map(({ kind, data, author }) => {
      this.#seq += 1
      const id = `entry-${epoch}-${this.#seq}`
      const json = JSON.stringify({ id, at: 1, content: { msgType: MSG_TYPES[kind] }, data, ...author })
      return { chatRoomNo, epoch, seq: this.#seq, id, at: 1, kind: MSG_TYPES[kind], authorUserId: null, json }
    })
    await writeRoomEntries(this.#store.db, rows)
    return rows
  }
}

/** A database with its ledger for one `describe`; the invariants are checked after each test. */
export function giftWorld(kind: (typeof STORE_KINDS)[number]) {
  const clock = testClock()
  const services: GiftService[] = []
  let store: Database
  let rooms: WritingRooms
  let ledger: Ledger
  beforeAll(async () => {
    store = await openTestStore(kind)
    ledger = new Ledger(store, { now: clock.now })
  })
  beforeEach(() => {
    rooms = new WritingRooms(store)
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()))
    await expectInvariants(store)
  })
  afterAll(() => store.close())

  function serviceOn(over: Partial<GiftServiceOptions['ledger']> = {}, log = testLog()): GiftService {
    const delivery: GiftServiceOptions['ledger'] = {
      sendGift: (gift) => ledger.sendGift(gift),
      undelivered: () => ledger.undelivered(),
      inLog: (orderNos) => ledger.inLog(orderNos),
      markDelivered: (orderNos) => ledger.markDelivered(orderNos),
    }
    const members = new Members(store, { now: clock.now })
    const service = new GiftService({ ledger: { ...delivery, ...over }, members, rooms, log })
    services.push(service)
    return service
  }
  async function command(chatRoomNo: string, more: Partial<GiftCommand> = {}): Promise<GiftCommand> {
    return {
      memberId: await memberWith(store, 10_000),
      anchorRoomId: 'anchor-1',
      chatRoomNo,
      giftId: 4,
      count: 2,
      comboId: 'combo-0001',
      idempotencyKey: newKey(),
      ...more,
    }
  }
  async function shown(chatRoomNo: string): Promise<{ data: { giftOrderNo: string }; memberName: string }[]> {
    const { rows } = await store.db.execute<{ json: string }>(
      sql`select json from room_entry where chat_room_no = ${chatRoomNo} order by epoch, seq`,
    )
    return rows.map(({ json }) => JSON.parse(json) as { data: { giftOrderNo: string }; memberName: string })
  }
  const left = async (): Promise<string[]> => (await ledger.undelivered()).map(({ giftOrderNo }) => giftOrderNo)

  return {
    clock,
    serviceOn,
    command,
    shown,
    left,
    get store() {
      return store
    },
    get rooms() {
      return rooms
    },
    get ledger() {
      return ledger
    },
  }
}

export type GiftWorld = ReturnType<typeof giftWorld>
