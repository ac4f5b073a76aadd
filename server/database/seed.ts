import type { DrizzleDatabase } from './database.ts'
import { gift } from './schema/gift.ts'

/** The gift catalogue. `status` and `price` may be changed in the database; the seed never overwrites them. */
const GIFTS = [
  { id: 1, name: '加油棒', priceCoin: 1, art: 'clap' },
  { id: 2, name: '围巾', priceCoin: 10, art: 'scarf' },
  { id: 3, name: '喇叭', priceCoin: 30, art: 'horn' },
  { id: 4, name: '战鼓', priceCoin: 99, art: 'drum' },
  { id: 5, name: '焰火', priceCoin: 520, art: 'firework' },
  { id: 6, name: '金杯', priceCoin: 1_888, art: 'cup' },
] as const

export async function seedCatalogue(db: DrizzleDatabase): Promise<void> {
  const rows = GIFTS.map(({ id, name, priceCoin, art }) => ({
    id,
    oldId: 0,
    giftType: 1,
    priceCoin,
    name,
    icon: `/art/gift-${art}.svg`,
    iconWeb: `/art/gift-${art}.svg`,
    status: '1' as const,
    sortOrder: id * 10,
  }))
  await db.insert(gift).values(rows).onConflictDoNothing()
}
