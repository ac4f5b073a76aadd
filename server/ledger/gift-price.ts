import type { GiftPrice } from '../http/calls/context.ts'
import type { gift } from '../database/schema/gift.ts'

/** A row of `gift` in wire format. */
export function priceRow(row: typeof gift.$inferSelect): GiftPrice {
  return {
    giftId: row.id,
    oldId: row.oldId,
    giftType: row.giftType,
    giftPrice: row.priceCoin,
    giftName: row.name,
    giftIcon: row.icon,
    giftIconWeb: row.iconWeb,
    status: row.status,
  }
}
