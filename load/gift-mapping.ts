import type { Gift } from '#protocol/endpoints/gift.ts'
import type { LogGift } from '#load/readers/events.ts'

/** Coins of a yuan: Bilibili sells 10 batteries for one, and its gifts have the prices of ours. */
const COINS_PER_YUAN = 10
/** Yuan per unit, rough rates of 2026. They only choose a gift of about the same value. */
const YUAN: Readonly<Record<string, number>> = {
  CNY: 1,
  USD: 7,
  EUR: 8,
  GBP: 9,
  JPY: 0.05,
  KRW: 0.005,
  TWD: 0.22,
  HKD: 0.9,
  CAD: 5,
  AUD: 4.6,
  NZD: 4.2,
  INR: 0.08,
  BRL: 1.3,
  MXN: 0.38,
  PHP: 0.12,
  VND: 0.0003,
  CLP: 0.0075,
  COP: 0.0018,
  ARS: 0.005,
  IDR: 0.0004,
  HUF: 0.02,
  RUB: 0.09,
  PLN: 1.9,
  SEK: 0.75,
  NOK: 0.7,
  DKK: 1.1,
  CHF: 8.8,
  SGD: 5.5,
  MYR: 1.7,
  THB: 0.22,
  PEN: 2.1,
  CZK: 0.34,
  TRY: 0.17,
  ZAR: 0.4,
  ILS: 2.1,
  UAH: 0.17,
}
/** Highest value of one gift of the log: a member can buy 100,000 coins a day. */
const MAX_COINS = 20_000
const MAX_ROWS = 100

/** A gift of the log and what it becomes in the room. */
export interface MappedGift {
  /** Name and price of the log, for example `辣条 0.10 CNY`. */
  readonly from: string
  readonly giftName: string
  readonly coins: number
  times: number
  /** Gifts whose count was reduced to {@link MAX_COINS}. */
  reduced: number
}

type Catalogue = readonly Pick<Gift, 'giftId' | 'giftName' | 'giftPrice' | 'status'>[]

/** Chooses the gift of the catalogue whose price is nearest to that of the log, as a ratio. */
export class GiftMapping {
  readonly #catalogue: Catalogue
  readonly #rows = new Map<string, MappedGift>()
  /** Gifts beyond the first 100 different ones of the log, which are not listed. */
  unlisted = 0

  /** @throws if no gift of the catalogue can be sent */
  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
      .filter(({ status }) => status === '1')
      .toSorted((one, other) => one.giftPrice - other.giftPrice)
    if (this.#catalogue.length === 0) throw new Error('The catalogue of the server has no gift that can be sent')
  }

  get rows(): readonly MappedGift[] {
    return [...this.#rows.values()]
  }

  map({ name, price, count }: LogGift): { giftId: number; count: number } {
    const yuan = YUAN[price?.currency ?? '']
    const wanted = price === null || yuan === undefined ? 0 : (price.hundredths / 100) * yuan * COINS_PER_YUAN
    const distance = ({ giftPrice }: { giftPrice: number }): number =>
      Math.abs(Math.log(Math.max(1, giftPrice) / Math.max(1, wanted)))
    const gift = this.#catalogue.reduce((best, other) => (distance(other) < distance(best) ? other : best))
    // One gift that is worth more than the dearest one becomes several of it.
    const wantedCount = count * Math.max(1, Math.round(wanted / Math.max(1, gift.giftPrice)))
    const allowed = Math.max(1, Math.floor(MAX_COINS / Math.max(1, gift.giftPrice)))
    const amount = price === null ? '' : ` ${(price.hundredths / 100).toFixed(2)} ${price.currency ?? ''}`.trimEnd()
    const unknown = price !== null && yuan === undefined ? ' (currency not known, so the cheapest)' : ''
    this.#note(`${name}${amount}${unknown}`, gift, wantedCount > allowed)
    return { giftId: gift.giftId, count: Math.min(wantedCount, allowed) }
  }

  #note(from: string, { giftName, giftPrice }: Catalogue[number], isReduced: boolean): void {
    let row = this.#rows.get(from)
    if (row === undefined && this.#rows.size >= MAX_ROWS) {
      this.unlisted += 1
      return
    }
    if (row === undefined) this.#rows.set(from, (row = { from, giftName, coins: giftPrice, times: 0, reduced: 0 }))
    row.times += 1
    if (isReduced) row.reduced += 1
  }
}

/** The mapping as lines of text. */
export function mappingTexts(rows: readonly MappedGift[], unlisted: number): string[] {
  const lines = rows.map(({ from, giftName, coins, times, reduced }) => {
    const less = reduced === 0 ? '' : `, ${reduced} times with a smaller count`
    return `gift: ${from} → ${giftName} (${coins} coins), ${times} times${less}`
  })
  return unlisted === 0 ? lines : [...lines, `gift: ${unlisted} more with other names or prices`]
}
