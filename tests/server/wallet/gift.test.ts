import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { ENTRY_DATA } from '#protocol/room/feed.ts'
import type { GiftReceipt } from '#server/wallet/ledger/gift-orders.ts'
import { testLog } from '../../support/logs.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { giftWorld } from './gift-support.ts'

const orderOf = (result: Result<GiftReceipt>): string => (result.ok ? result.data.giftOrderNo : '')

describe.each(STORE_KINDS)('gifts on %s', (kind) => {
  const world = giftWorld(kind)
  const { serviceOn, command, shown, left } = world

  it('writes a paid gift to the room log before it responds, in the wire format', async () => {
    const sent = await serviceOn().send(await command('shown'))
    const [entry, ...more] = await shown('shown')
    expect(more).toEqual([])
    expect(ENTRY_DATA.gift.parse(entry?.data)).toEqual({
      giftOrderNo: orderOf(sent),
      giftId: 4,
      giftName: '战鼓',
      giftIcon: '/art/gift-drum.svg',
      count: 2,
      comboId: 'combo-0001',
      comboCount: 2,
      total: 198,
    })
    expect(entry?.memberName).toBe('看客')
    expect(await left()).toEqual([])
  })

  it('writes one entry for ten concurrent requests with one key', async () => {
    const service = serviceOn()
    const once = await command('once')
    const sent = await Promise.all(Array.from({ length: 10 }, () => service.send(once)))
    expect(new Set(sent.map(orderOf)).size).toBe(1)
    expect((await shown('once')).length).toBe(1)
  })

  it('writes nothing for a refused gift', async () => {
    const sent = await serviceOn().send(await command('refused', { count: 9_999 }))
    expect(sent).toMatchObject({ ok: false, code: CODES.BALANCE_NOT_ENOUGH })
    expect(await shown('refused')).toEqual([])
  })

  it('writes the entry once after a crash between charge and entry', async () => {
    const order = orderOf(await world.ledger.sendGift(await command('charged')))
    const service = serviceOn()
    await Promise.all([service.deliverAll(), service.deliverAll()])
    await service.deliverAll()
    expect((await shown('charged')).map(({ data }) => data.giftOrderNo)).toEqual([order])
    expect(await left()).toEqual([])
  })

  it('does not write the entry again after a crash between entry and delivery mark', async () => {
    const entryIsWritten = new Promise<void>((reached) => {
      const crashing = serviceOn({
        // Simulates a crash: the delivery mark is not written and the call does not respond.
        markDelivered: () => {
          reached()
          return new Promise(() => {})
        },
      })
      void command('marked').then((gift) => crashing.send(gift))
    })
    await entryIsWritten
    expect(await shown('marked')).toHaveLength(1)
    const afterCrash = serviceOn()
    await afterCrash.deliverAll()
    expect(await shown('marked')).toHaveLength(1)
    expect(await left()).toEqual([])
  })

  it('repeats the first response for a key after a crash, with one entry', async () => {
    const again = await command('again')
    const first = await world.ledger.sendGift(again)
    const service = serviceOn()
    const [repeated] = await Promise.all([service.send(again), service.deliverAll()])
    expect(orderOf(repeated)).toBe(orderOf(first))
    expect(await shown('again')).toHaveLength(1)
  })

  it('writes one entry if a sweep is faster than the call', async () => {
    const service = serviceOn({
      // The booking has succeeded but the call does not know it yet, when a sweep finds the order.
      sendGift: async (gift) => {
        const sent = await world.ledger.sendGift(gift)
        await service.deliverAll()
        return sent
      },
    })
    await service.send(await command('swept'))
    expect(await shown('swept')).toHaveLength(1)
  })

  it('succeeds when the room refuses the entry, and writes it later', async () => {
    const log = testLog()
    const service = serviceOn({}, log)
    world.rooms.closed.add('closed')
    const sent = await service.send(await command('closed'))
    expect(sent.ok).toBe(true)
    expect(log.lines.map(({ level }) => level)).toEqual(['error'])
    expect(await left()).toEqual([orderOf(sent)])
    world.rooms.closed.clear()
    await service.deliverAll()
    expect(await shown('closed')).toHaveLength(1)
    expect(await left()).toEqual([])
  })

  describe('delivery sweep', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
    afterEach(() => void vi.useRealTimers())

    it('retries while the database is unavailable', async () => {
      let isAway = true
      const log = testLog()
      const undelivered = () => (isAway ? Promise.reject(new Error('away')) : world.ledger.undelivered())
      const service = serviceOn({ undelivered }, log)
      world.rooms.closed.add('away')
      expect((await service.send(await command('away'))).ok).toBe(true)
      world.rooms.closed.clear()
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => log.lines.length).toBe(2)
      isAway = false
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => shown('away')).toHaveLength(1)
      await expect.poll(left).toEqual([])
    })

    it('delivers a gift whose booking response was lost', async () => {
      const service = serviceOn({
        sendGift: async (gift) => {
          await world.ledger.sendGift(gift)
          throw new Error('the answer was lost')
        },
      })
      await expect(service.send(await command('lost'))).rejects.toThrow('the answer was lost')
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => shown('lost')).toHaveLength(1)
      await expect.poll(left).toEqual([])
    })

    it('delivers a gift that was booked after the sweep when the request is repeated', async () => {
      let swept = 0
      let isSlow = true
      const service = serviceOn({
        sendGift: (gift) => (isSlow ? Promise.reject(new Error('too slow')) : world.ledger.sendGift(gift)),
        undelivered: async () => {
          const orders = await world.ledger.undelivered()
          swept += 1
          return orders
        },
      })
      const late = await command('late')
      await expect(service.send(late)).rejects.toThrow('too slow')
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => swept).toBe(1)
      // The database has executed an abandoned statement.
      await world.ledger.sendGift(late)
      isSlow = false
      expect((await service.send(late)).ok).toBe(true)
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => shown('late')).toHaveLength(1)
      await expect.poll(left).toEqual([])
    })

    it('delivers a gift that was booked after the sweep within a minute', async () => {
      serviceOn()
      await world.ledger.sendGift(await command('silent'))
      vi.advanceTimersByTime(60_000)
      await expect.poll(() => shown('silent')).toHaveLength(1)
      await expect.poll(left).toEqual([])
    })
  })

  it('keeps the gifts of a missing room', async () => {
    const order = orderOf(await world.ledger.sendGift(await command('gone')))
    await serviceOn().deliverAll()
    expect(await left()).toEqual([order])
    await world.ledger.markDelivered([order])
  })
})
