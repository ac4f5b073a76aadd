import { eq } from 'drizzle-orm'
import { SiteSettings } from '#protocol/console/access.ts'
import { DEFAULT_SITE_ID } from '#protocol/constants.ts'
import type { Database, DrizzleDatabase } from '../database/database.ts'
import { siteSetting } from '../database/schema/console.ts'

const SITE = 'site'

const DEFAULT_SETTINGS: SiteSettings = { siteName: '看台', siteId: DEFAULT_SITE_ID, timeZone: 'Asia/Shanghai' }

/** The settings chosen at set-up. Null before. */
export async function readSiteSettings({ db }: Pick<Database, 'db'>): Promise<SiteSettings | null> {
  const [row] = await db.select().from(siteSetting).where(eq(siteSetting.name, SITE))
  const parsed = SiteSettings.safeParse(row?.value)
  return parsed.success ? parsed.data : null
}

/** The settings chosen at set-up, or the default ones with this site id. */
export async function siteSettingsOr(database: Pick<Database, 'db'>, siteId: number): Promise<SiteSettings> {
  return (await readSiteSettings(database)) ?? { ...DEFAULT_SETTINGS, siteId }
}

export async function writeSiteSettings(
  db: Pick<DrizzleDatabase, 'insert'>,
  value: SiteSettings,
  now: number,
): Promise<void> {
  await db
    .insert(siteSetting)
    .values({ name: SITE, value, updatedAt: now })
    .onConflictDoUpdate({ target: siteSetting.name, set: { value, updatedAt: now } })
}
