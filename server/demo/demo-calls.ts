import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { isEqualText } from '../config/secrets.ts'
import type { Handlers } from '../http/context.ts'
import type { Outbox } from '../members/messenger/outbox.ts'
import type { RoomHub } from '../rooms/hub.ts'
import type { EntryDraft } from '../rooms/log/entries.ts'
import type { Ledger } from '../wallet/ledger/ledger.ts'
import { type CrowdMember, memberForName, speakerFor } from './world/audience.ts'
import { callBy, type GiftServices } from './world/crowd-gifts.ts'

/** Coins that a member gets when its balance is too low for a gift of the load tool. */
const COINS = 5_000

/** The bet of every order of the load tool. */
const LOAD_ORDER = {
  message: { categoryName: '全场独赢', itemName: '主队 胜', score: '0:0', teamLogo: '' },
  odds: 2_000,
}

interface DemoServices {
  /** Members by the name that they replace in a recorded log. */
  audience: () => Promise<readonly CrowdMember[]>
  rooms: RoomHub
  loadToken: string | null
  /** Null outside demo mode. */
  outbox: Pick<Outbox, 'list'> | null
  calls: GiftServices['calls']
  ledger: Pick<Ledger, 'gifts'>
  /** Epoch milliseconds. */
  now: () => number
}

/** Without a load token (outside demo mode) the call does not exist. */
export function demoCalls(
  services: DemoServices,
): Pick<Handlers, 'demo.say' | 'demo.gift' | 'demo.order' | 'demo.outbox'> {
  const isLoadToken = (token: string): boolean => services.loadToken !== null && isEqualText(token, services.loadToken)
  return {
    'demo.outbox': async () =>
      services.outbox ? success({ list: [...services.outbox.list()] }) : failureOf(CODES.NOT_FOUND),
    'demo.gift': async ({ loadToken, chatRoomNo, gifts }) => {
      const room = services.rooms.room(chatRoomNo)
      if (!isLoadToken(loadToken) || !room) return failureOf(CODES.NOT_FOUND)
      const { anchorRoomId } = room.definition
      const sent = await Promise.all(gifts.map((gift) => sendGift(services, anchorRoomId, gift)))
      const accepted = sent.filter(Boolean).length
      return success({ accepted, refused: sent.length - accepted })
    },
    'demo.order': async ({ loadToken, chatRoomNo, orders, reverts }) => {
      if (!isLoadToken(loadToken) || !services.rooms.has(chatRoomNo)) return failureOf(CODES.NOT_FOUND)
      const venueName = services.rooms.venueNameOf(chatRoomNo)
      const audience = await services.audience()
      const drafts = orders.map(({ user, cid }): EntryDraft => {
        const { author } = memberForName(audience, user)
        return { kind: 'order', data: LOAD_ORDER, author: { ...author, venueName }, cid }
      })
      const reverted = reverts.map((orderId): EntryDraft => ({ kind: 'revert', data: { orderId } }))
      const appended = await services.rooms.post(chatRoomNo, [...drafts, ...reverted])
      return success({ ids: appended.slice(0, drafts.length).map(({ id }) => id) })
    },
    'demo.say': async ({ loadToken, chatRoomNo, messages, deletes = [] }) => {
      if (!isLoadToken(loadToken)) return failureOf(CODES.NOT_FOUND)
      const room = services.rooms.room(chatRoomNo)
      if (!room) return success({ accepted: 0, refused: messages.length, lastSeq: 0, ids: messages.map(() => null) })
      const venueName = services.rooms.venueNameOf(chatRoomNo)
      const audience = await services.audience()
      const results = await Promise.all(
        messages.map(({ user, cid, text }) =>
          services.rooms.say(room, speakerFor(memberForName(audience, user), venueName, true), { cid, text }),
        ),
      )
      if (deletes.length > 0) await services.rooms.log.erase(chatRoomNo, { ids: deletes })
      const sent = results.flatMap((result) => (result.ok ? [result.data.seq] : []))
      return success({
        accepted: sent.length,
        refused: results.length - sent.length,
        lastSeq: sent.reduce((highest, seq) => Math.max(highest, seq), 0),
        ids: results.map((result) => (result.ok ? result.data.id : null)),
      })
    },
  }
}

interface LoadGift {
  readonly user: string
  readonly comboId: string
  readonly giftId?: number | undefined
  readonly count?: number | undefined
}

/** Charges a gift; a member without enough coins gets some first. False if it is refused. */
async function sendGift(
  { calls, ledger, audience, now }: DemoServices,
  anchorRoomId: string,
  { user, comboId, giftId, count = 1 }: LoadGift,
): Promise<boolean> {
  const gifts = (await ledger.gifts()).filter(({ status }) => status === '1')
  const [cheapest] = gifts.toSorted((one, other) => one.giftPrice - other.giftPrice)
  const gift = giftId === undefined ? cheapest : gifts.find((one) => one.giftId === giftId)
  if (!gift) return false
  const member = memberForName(await audience(), user)
  const params = { giftId: gift.giftId, count, anchorRoomId, comboId }
  const first = await calls['gift.reward'](params, callBy(member, comboId, now()))
  if (first.ok || first.code !== CODES.BALANCE_NOT_ENOUGH) return first.ok
  const coins = Math.max(COINS, gift.giftPrice * count)
  await calls['coin.buy']({ coins }, callBy(member, `coins-${comboId}`, now()))
  return (await calls['gift.reward'](params, callBy(member, `${comboId}-2`, now()))).ok
}
