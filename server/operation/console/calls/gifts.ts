import { asc, eq, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { GIFT_ICONS } from '#protocol/console/constants.ts'
import type { giftActions, GiftItem } from '#protocol/console/gifts.ts'
import { success } from '#protocol/result.ts'
import type { Transaction } from '../../../database/database.ts'
import { gift } from '../../../database/schema/gift.ts'
import { consoleFailure, type ConsoleHandlers, editConflict, refusable, refuse } from '../console-call.ts'
import { type ContentServices, publish, record } from './content.ts'

type GiftServices = Pick<ContentServices, 'database' | 'content' | 'rooms' | 'log'>

/** S3.34 */
const ON_SALE = '1'
const HIDDEN = '0'
const GIFT_TYPE = 1

/**
 * Handlers of the gift catalogue. The database charges the price that is stored when a gift is sent; an order keeps its own
 * price.
 */
export function giftHandlers(services: GiftServices): Pick<ConsoleHandlers, keyof typeof giftActions> {
  const { database } = services
  return {
    'gift.list': async () => {
      const rows = await database.db.select().from(gift).orderBy(asc(gift.sortOrder), asc(gift.id))
      return success({ list: rows.map(giftView) })
    },
    async 'gift.save'({ id, version, reason, ...edit }, call) {
      const saved = await refusable(database, async (tx) => {
        const before = id === null ? null : await lockedGift(tx, id, version)
        const item: GiftItem = { ...edit, id: id ?? (await nextId(tx)), version: version + 1 }
        if (before === null) await tx.insert(gift).values({ ...rowOf(item), oldId: 0, giftType: GIFT_TYPE })
        else await tx.update(gift).set(rowOf(item)).where(eq(gift.id, item.id))
        await record(tx, { subject: `gift-${item.id}`, version: item.version, value: item, reason }, call)
        await call.audit(tx, { target: `gift ${item.id}`, before, after: { ...item, reason } })
        return success({ gift: item })
      })
      if (saved.ok) await publish(services, 'gift')
      return saved
    },
  }
}

const artOf = (icon: string): string => `/art/gift-${icon}.svg`

function giftView(row: typeof gift.$inferSelect): GiftItem {
  const { id, name, priceCoin: price, sortOrder: order, version } = row
  const icon = GIFT_ICONS.find((one) => artOf(one) === row.icon) ?? GIFT_ICONS[0]
  return { id, name, price, icon, order, isOnSale: row.status === ON_SALE, version }
}

function rowOf({ id, name, price, icon, order, isOnSale, version }: GiftItem) {
  const status: '0' | '1' = isOnSale ? ON_SALE : HIDDEN
  return { id, name, priceCoin: price, icon: artOf(icon), iconWeb: artOf(icon), sortOrder: order, status, version }
}

/** The gift as it was read by the operator, locked. Refuses if it has changed since, or does not exist. */
async function lockedGift(tx: Transaction, id: number, version: number): Promise<GiftItem> {
  const [row] = await tx.select().from(gift).where(eq(gift.id, id)).for('update')
  if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
  const item = giftView(row)
  return item.version === version ? item : refuse(editConflict(item))
}

/** The id of a new gift. The lock lets one operator at a time create one. */
async function nextId(tx: Transaction): Promise<number> {
  await tx.execute(sql`lock table ${gift} in share row exclusive mode`)
  const [last] = await tx.select({ id: sql<number>`max(${gift.id})` }).from(gift)
  return (last?.id ?? 0) + 1
}
