import type { Members } from '../http/calls/context.ts'
import type { EntryDraft } from '../rooms/log/entry.ts'
import type { GiftReceipt } from './gift-orders.ts'
import type { GiftCommand, Ledger } from './ledger.ts'
import type { RoomHub } from '../rooms/hub.ts'
import { authorOf } from '../rooms/author.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { Result } from '#protocol/result.ts'
import type { DatabaseLog } from '../database/database.ts'

const RETRY_INTERVAL_MS = 5_000
/** A charge can complete in the database after the sweep that its lost response requested, so sweeps repeat. */
const SWEEP_INTERVAL_MS = 60_000
const REMEMBERED_ORDERS = 10_000

export type GiftService = ReturnType<typeof createGiftService>

export interface GiftServices {
  readonly ledger: Ledger
  readonly members: Pick<Members, 'profile'>
  readonly rooms: Pick<RoomHub, 'append' | 'has'>
  readonly log: DatabaseLog
}

export function createGiftService({ ledger, members, rooms, log }: GiftServices) {
  /** Orders that this process is delivering now; a sweep skips them. */
  const inFlight = new Set<string>()
  /** Orders that this process has shown. A sweep may have been faster than the charging call. */
  const shownHere = new BoundedMap<string, true>(REMEMBERED_ORDERS)
  let hasLeftOvers = false

  async function deliver(receipt: GiftReceipt): Promise<void> {
    const { giftOrderNo } = receipt
    if (inFlight.has(giftOrderNo) || shownHere.get(giftOrderNo)) return
    inFlight.add(giftOrderNo)
    try {
      const draft = await draftOf(receipt)
      await rooms.append(receipt.chatRoomNo, [draft])
      shownHere.set(giftOrderNo, true)
      await ledger.markDelivered([giftOrderNo])
    } catch (error) {
      hasLeftOvers = true
      log.error({ err: error, giftOrderNo }, 'a gift is paid for and not shown yet; it will be tried again')
    } finally {
      inFlight.delete(giftOrderNo)
    }
  }

  async function draftOf(receipt: GiftReceipt): Promise<EntryDraft> {
    const member = await members.profile(receipt.memberId)
    if (!member) throw new Error('a gift has no member')
    const { gift, giftOrderNo, count, comboId, comboCount, total } = receipt
    const { giftId, giftName, giftIcon } = gift
    const data = { giftOrderNo, giftId, giftName, giftIcon, count, comboId, comboCount, total }
    return { kind: 'gift', data, author: authorOf(member) }
  }

  /** The next sweep retries what failed, also after database errors. */
  async function sweep(): Promise<void> {
    hasLeftOvers = false
    try {
      await showLeftOvers()
    } catch (error) {
      hasLeftOvers = true
      throw error
    }
  }

  async function showLeftOvers(): Promise<void> {
    const waiting = (await ledger.undelivered()).filter(({ giftOrderNo }) => !inFlight.has(giftOrderNo))
    const shown = await ledger.inLog(waiting.map(({ giftOrderNo }) => giftOrderNo))
    await ledger.markDelivered([...shown])
    for (const receipt of waiting) {
      if (shown.has(receipt.giftOrderNo)) continue
      if (rooms.has(receipt.chatRoomNo)) await deliver(receipt)
      else hasLeftOvers = true
    }
  }

  let sweeping: Promise<void> | null = null
  const deliverAll = (): Promise<void> => {
    sweeping ??= sweep().finally(() => (sweeping = null))
    return sweeping
  }
  const deliverInBackground = () => {
    deliverAll().catch((error: unknown) => log.error({ err: error }, 'gifts could not be delivered'))
  }
  const timers = [
    setInterval(() => hasLeftOvers && deliverInBackground(), RETRY_INTERVAL_MS).unref(),
    setInterval(deliverInBackground, SWEEP_INTERVAL_MS).unref(),
  ]

  return {
    /** Charges a gift and shows it in its room; once per key, however often it is called. */
    async send(command: GiftCommand): Promise<Result<GiftReceipt>> {
      try {
        const result = await ledger.sendGift(command)
        if (!result.ok) return result
        if (!result.data.isReplay) await deliver(result.data)
        // A repeated result belongs to an order that is delivered or in progress; otherwise the next sweep shows it.
        else if (!shownHere.get(result.data.giftOrderNo)) hasLeftOvers = true
        return result
      } catch (error) {
        // The charge may have succeeded if only the response of the database was lost.
        hasLeftOvers = true
        throw error
      }
    },
    /**
     * Shows every gift that was charged and not shown: at start, every minute, and sooner if one is known. Orders with
     * an entry in the log are only marked.
     */
    deliverAll,
    async close(): Promise<void> {
      timers.forEach(clearInterval)
      await sweeping?.catch(() => null)
    },
  }
}
