import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { EntryRepository, makeEntry, type EntryRow } from '#server/rooms/log/entries.ts'
import { type Fence, Sequencer, StaleFence } from '#server/rooms/log/sequencer.ts'
import { testLog } from '../../support/logs.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { ROOM, text } from './rooms-support.ts'

const EPOCH = 1

function row(seq: number, words: string): EntryRow {
  const {
    cid: _cid,
    replyTo: _replyTo,
    ...stored
  } = makeEntry({ chatRoomNo: ROOM, epoch: EPOCH, seq, at: 1_000 + seq }, text(words))
  return stored
}

describe.each(STORE_KINDS)('the sequencer of rooms on %s', (kind) => {
  let store: Database
  const opened: Sequencer[] = []
  beforeEach(async () => {
    store = await openTestStore(kind)
  })
  afterEach(async () => {
    for (const sequencer of opened.splice(0)) await sequencer.close()
    await store.close()
  })

  async function compete(processId: string, leaseMs?: number) {
    const events: string[] = []
    const sequencer = new Sequencer({
      database: store,
      log: testLog(),
      processId,
      name: 'rooms',
      ...(leaseMs === undefined ? {} : { leaseMs }),
      onAcquired: ({ token }) => events.push(`acquired ${token}`),
      onLost: () => events.push('lost'),
    })
    opened.push(sequencer)
    await sequencer.start()
    return { sequencer, events }
  }

  /** The fence that a process had, whatever it has now. */
  function writerWith(fence: Fence | null): EntryRepository {
    if (!fence) throw new Error('this process is not the sequencer')
    return new EntryRepository(store, () => fence)
  }

  const expire = () => store.db.execute(sql`update room_sequencer set expires_at = '-infinity'`)
  const rows = async () => (await new EntryRepository(store).load(ROOM, EPOCH, 0, 10)).map(({ seq }) => seq)

  it('belongs to one process until that process releases it', async () => {
    const first = await compete('one', 600_000)
    const second = await compete('two')
    expect([first.sequencer.fence?.token, second.sequencer.fence]).toEqual([1, null])
    await first.sequencer.close()
    await expect.poll(() => second.events).toEqual(['acquired 2'])
  })

  it('is acquired with a higher fence after each release', async () => {
    const first = await compete('one')
    await first.sequencer.close()
    const second = await compete('two')
    await second.sequencer.close()
    const third = await compete('one')
    expect([...first.events, ...second.events, ...third.events]).toEqual(['acquired 1', 'acquired 2', 'acquired 3'])
  })

  it('keeps its fence while it is renewed', async () => {
    const { sequencer, events } = await compete('one', 1_500)
    const expiry = async () =>
      (await store.db.execute<{ at: string }>(sql`select expires_at::text as at from room_sequencer`)).rows[0]?.at
    const before = await expiry()
    await expect.poll(expiry).not.toBe(before)
    expect([sequencer.fence?.token, events]).toEqual([1, ['acquired 1']])
  })

  it('notices that another process has taken over', async () => {
    const { events } = await compete('one')
    await store.db.execute(sql`update room_sequencer set fence = fence + 1, holder = 'two',
      expires_at = clock_timestamp() + interval '1 hour'`)
    await expect.poll(() => events).toEqual(['acquired 1', 'lost'])
  })

  it('refuses writes of the previous process, and writes nothing', async () => {
    const first = await compete('one', 600_000)
    const stale = writerWith(first.sequencer.fence)
    await stale.insert([row(1, 'first')])
    await expire()
    const second = await compete('two', 600_000)
    const current = writerWith(second.sequencer.fence)
    await expect(stale.insert([row(2, 'of a stale process')])).rejects.toThrow(StaleFence)
    await expect(stale.insert([row(2, 'of a stale process')], [row(1, 'overwritten')])).rejects.toThrow(StaleFence)
    await current.insert([row(2, 'second')])
    expect(await rows()).toEqual([1, 2])
    expect((await new EntryRepository(store).load(ROOM, EPOCH, 0, 10)).map(({ json }) => json)).toEqual([
      row(1, 'first').json,
      row(2, 'second').json,
    ])
  })

  it.runIf(kind === 'postgres')('waits with a takeover for a write in progress', async () => {
    const first = await compete('one', 600_000)
    const writing = writerWith(first.sequencer.fence)
    await expire()
    let finish = (): void => {}
    const gate = new Promise<void>((resolve) => (finish = resolve))
    let started = (): void => {}
    const isChecked = new Promise<void>((resolve) => (started = resolve))
    const slow = new EntryRepository(
      {
        db: store.db,
        transaction: (work) =>
          store.transaction(async (tx) => {
            const result = await work(tx)
            started()
            await gate
            return result
          }),
      },
      () => first.sequencer.fence ?? { name: 'rooms', token: 0 },
    )
    const write = slow.insert([row(1, 'in progress')])
    await isChecked
    const takeover = compete('two', 600_000)
    const waiting = async () =>
      (await store.db.execute(sql`select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`))
        .rows.length
    await expect.poll(waiting).toBeGreaterThan(0)
    finish()
    await write
    await takeover
    expect(await rows()).toEqual([1])
    await expect(writing.insert([row(2, 'late')])).rejects.toThrow(StaleFence)
  })
})
