import { CODES } from '#protocol/codes.ts'
import type { Handlers, MoneyCall } from '../../http/context.ts'
import type { GiftPrice } from '../../wallet/ledger/gift-orders.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { CrowdMember } from './audience.ts'
import { inProcessSession } from './audience.ts'
import type { MatchPlan } from './plan.ts'
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'

/** Ratio of gifts in a room with viewers to gifts in one without. */
const WATCHED_TO_UNWATCHED = 20
/** Minimum per hour, so that the ranking of the hour is not empty. */
const MIN_PER_HOUR = 6

export interface GiftServices {
  readonly rooms: Pick<RoomHub, 'listeners'>
  readonly calls: Pick<Handlers, 'gift.reward' | 'coin.buy'>
  readonly gifts: () => Promise<readonly GiftPrice[]>
  readonly schedule: Schedule
  readonly onError: (error: unknown) => void
}

/** The share of its gifts that a crowd sends without viewers. Each gift is a permanent posting. */
export function unwatchedShare(combosPerHour: number): number {
  return Math.min(1, Math.max(1 / WATCHED_TO_UNWATCHED, MIN_PER_HOUR / combosPerHour))
}

/** Sends the gifts of the crowd of one room through the public calls. */
export class CrowdGifts {
  readonly #unwatchedShare: number
  readonly #services: GiftServices
  readonly #fixture: Pick<MatchPlan, 'chatRoomNo' | 'anchorRoomId'>
  readonly #random: Random

  constructor(
    services: GiftServices,
    fixture: Pick<MatchPlan, 'chatRoomNo' | 'anchorRoomId'>,
    random: Random /** Gift combos per hour that the crowd would send. */,
    combosPerHour: number,
  ) {
    this.#services = services
    this.#fixture = fixture
    this.#random = random
    this.#unwatchedShare = unwatchedShare(combosPerHour)
  }

  /** Sends one gift or a combo of `member`, starting at `now`. Often sends none if the room has no viewers. */
  async start(member: CrowdMember, comboId: string, now: number): Promise<void> {
    const isWatched = this.#services.rooms.listeners(this.#fixture.chatRoomNo) > 0
    if (!isWatched && !this.#random.chance(this.#unwatchedShare)) return
    const gifts = (await this.#services.gifts()).filter((gift) => gift.status === '1')
    const cheapFirst = gifts.toSorted((one, other) => one.giftPrice - other.giftPrice)
    const gift = cheapFirst[Math.floor(this.#random.next() ** 3 * cheapFirst.length)]
    if (!gift) return
    const postings = this.#random.chance(0.5) ? 1 : this.#random.between(2, 8)
    for (let index = 0; index < postings; index += 1) {
      this.#services.schedule.at(now + index * this.#random.between(350, 900), () => {
        this.#send(member, gift, comboId, `${comboId}-${index}`, now).catch(this.#services.onError)
      })
    }
  }

  async #send(member: CrowdMember, gift: GiftPrice, comboId: string, key: string, now: number): Promise<void> {
    const count = gift.giftPrice > 100 ? 1 : this.#random.pick([1, 1, 1, 1, 5, 10])
    const params = { giftId: gift.giftId, count, anchorRoomId: this.#fixture.anchorRoomId, comboId }
    const result = await this.#services.calls['gift.reward'](params, callBy(member, `gift-${key}`, now))
    // Buying coins is a posting too, so no coins are bought for a gift that cannot be sent.
    if (result.ok || result.code !== CODES.BALANCE_NOT_ENOUGH) return
    await this.#services.calls['coin.buy']({ coins: 5_000 }, callBy(member, `coins-${key}`, now))
  }
}

/** The context of a call by a seeded member inside of the process. */
export function callBy(member: CrowdMember, idempotencyKey: string, now: number): MoneyCall {
  return {
    traceId: idempotencyKey,
    now,
    siteId: member.member.siteId,
    site: member.site,
    clientType: 1,
    deviceId: 'crowd-device',
    address: 'crowd',
    session: inProcessSession(member),
    idempotencyKey,
    wdKey: null,
    safety: null,
  }
}
