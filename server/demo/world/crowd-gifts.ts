import { CODES } from '#protocol/codes.ts'
import type { CallContext, GiftPrice, Handlers, RoomHub } from '../../http/calls/context.ts'
import type { CrowdMember } from './audience.ts'
import { inProcessSession } from './audience.ts'
import type { MatchPlan } from './plan.ts'
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'

/** Of so many gifts of a room that somebody looks at, one is given where nobody does. */
const WATCHED_TO_UNWATCHED = 20
/** Fewer than that, and whoever comes in may find the ranking of the hour empty. */
const FEWEST_AN_HOUR = 6

export interface GiftServices {
  readonly rooms: Pick<RoomHub, 'listeners'>
  readonly calls: Pick<Handlers, 'gift.reward' | 'coin.buy'>
  readonly gifts: () => Promise<readonly GiftPrice[]>
  readonly schedule: Schedule
  readonly onError: (error: unknown) => void
}

/** The share of its gifts that a crowd gives in a room where nobody looks on: every one is booked, and bookings stay. */
export function unwatchedShare(combosAnHour: number): number {
  return Math.min(1, Math.max(1 / WATCHED_TO_UNWATCHED, FEWEST_AN_HOUR / combosAnHour))
}

/** The gifts of the crowd of one room, through the calls that everyone uses. */
export class CrowdGifts {
  readonly #unwatchedShare: number

  constructor(
    private readonly services: GiftServices,
    private readonly plan: Pick<MatchPlan, 'chatRoomNo' | 'anchorRoomId'>,
    private readonly random: Random,
    /** How often an hour the crowd wants to give something. */
    combosAnHour: number,
  ) {
    this.#unwatchedShare = unwatchedShare(combosAnHour)
  }

  /** One gift or several in a row from `member`, beginning at `now`; often none where nobody looks on. */
  async start(member: CrowdMember, comboId: string, now: number): Promise<void> {
    const isWatched = this.services.rooms.listeners(this.plan.chatRoomNo) > 0
    if (!isWatched && !this.random.chance(this.#unwatchedShare)) return
    const gifts = (await this.services.gifts()).filter((gift) => gift.status === '1')
    const cheapFirst = gifts.toSorted((one, other) => one.giftPrice - other.giftPrice)
    const gift = cheapFirst[Math.floor(this.random.next() ** 3 * cheapFirst.length)]
    if (!gift) return
    const postings = this.random.chance(0.5) ? 1 : this.random.between(2, 8)
    for (let index = 0; index < postings; index += 1) {
      this.services.schedule.at(now + index * this.random.between(350, 900), () => {
        this.#send(member, gift, comboId, `${comboId}-${index}`, now).catch(this.services.onError)
      })
    }
  }

  async #send(member: CrowdMember, gift: GiftPrice, comboId: string, key: string, now: number): Promise<void> {
    const count = gift.giftPrice > 100 ? 1 : this.random.pick([1, 1, 1, 1, 5, 10])
    const params = { giftId: gift.giftId, count, anchorRoomId: this.plan.anchorRoomId, comboId }
    const result = await this.services.calls['gift.reward'](params, callBy(member, `gift-${key}`, now))
    // Coins are booked for good too: none for a gift that nobody may send.
    if (result.ok || result.code !== CODES.BALANCE_NOT_ENOUGH) return
    await this.services.calls['coin.buy']({ coins: 5_000 }, callBy(member, `coins-${key}`, now))
  }
}

function callBy(member: CrowdMember, idempotencyKey: string, now: number): CallContext {
  return {
    traceId: idempotencyKey,
    now,
    siteId: member.member.siteId,
    clientType: 1,
    deviceId: 'crowd-device',
    address: 'crowd',
    session: inProcessSession(member),
    idempotencyKey,
    wdKey: null,
    safety: null,
  }
}
