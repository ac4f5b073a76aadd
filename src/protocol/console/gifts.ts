import * as z from 'zod/mini'
import { shownText } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, reason } from './action.ts'
import { GIFT_ICONS, GIFT_PRICE_MAX, ORDER_MAX } from './constants.ts'

const giftId = z.int().check(z.positive())
const edited = {
  name: shownText(1, 16),
  /** Coins. Counts for gifts that are sent later. */
  price: z.int().check(z.minimum(1), z.maximum(GIFT_PRICE_MAX)),
  icon: z.enum(GIFT_ICONS),
  /** Position in the panel. Lower comes first. */
  order: z.int().check(z.minimum(0), z.maximum(ORDER_MAX)),
  isOnSale: z.boolean(),
}

const GiftItem = z.object({ ...edited, id: giftId, version: itemVersion })
export type GiftItem = z.infer<typeof GiftItem>

/** Gifts of the panel (S3.21). A gift is never deleted, because orders name it. */
export const giftActions = {
  'gift.list': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    request: z.strictObject({}),
    data: z.object({ list: z.array(GiftItem) }),
  }),
  /** Creates a gift (`id` null, `version` 0) or changes it. */
  'gift.save': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({
      ...edited,
      id: z.nullable(giftId),
      version: itemVersion,
      reason,
    }),
    data: z.object({ gift: GiftItem }),
  }),
} as const
