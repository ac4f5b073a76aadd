import { asc, desc, eq } from 'drizzle-orm'
import { CONTENT_BODIES, type ContentBodyOf, type ContentKind } from '#protocol/console/content-bodies.ts'
import type { ContentItem } from '#protocol/console/content.ts'
import { readStoredConfig, SITE_CONFIG_KEYS, type SiteConfig } from '#protocol/site-config.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { SiteSettings } from '#protocol/console/access.ts'
import type { Database, DatabaseLog } from '../database/database.ts'
import { readSiteSettings } from './site-settings.ts'
import { siteSetting } from '../database/schema/console.ts'
import { contentItem, siteRevision } from '../database/schema/site.ts'
import { SITE_CONFIG_FIXED, type SiteConfigs, siteConfigsOf, type SiteConfigSource } from '../config/site-config.ts'

/** Interval at which a process looks for changes of other processes. */
const POLL_MS = 500
/** End of an item without one. */
export const ENDLESS = Number.MAX_SAFE_INTEGER
/** Row of `site_setting` with the values that operators have set. */
export const CONFIG_SETTING = 'config'

interface SiteContentOptions {
  /** Values of the environment win over stored ones. */
  readonly source: SiteConfigSource
  /** True if other processes change the same database. */
  readonly isShared: boolean
  readonly log: DatabaseLog
}

interface State {
  /** Number of the newest revision; empty before the first change. */
  readonly revision: string
  /** Chosen at set-up; null before. */
  readonly settings: SiteSettings | null
  readonly version: number
  readonly stored: Partial<SiteConfig>
  readonly configs: SiteConfigs
  readonly items: readonly ContentItem[]
}

/**
 * Configuration (S9.14) and content of the site as operators have stored them, in memory. A change is in force at once in
 * this process, and after at most {@link POLL_MS} in others.
 */
export class SiteContent {
  readonly #database: Pick<Database, 'db'>
  readonly #options: SiteContentOptions
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #state: State

  private constructor(database: Pick<Database, 'db'>, options: SiteContentOptions, state: State) {
    this.#database = database
    this.#options = options
    this.#state = state
    if (options.isShared) this.#schedule()
  }

  static async open(database: Pick<Database, 'db'>, options: SiteContentOptions): Promise<SiteContent> {
    return new SiteContent(database, options, await readState(database, options))
  }

  /** Changes with every change of configuration or content. */
  get revision(): string {
    return this.#state.revision
  }

  /** Values that operators have set, with their version. */
  get stored(): { readonly version: number; readonly values: Partial<SiteConfig> } {
    return { version: this.#state.version, values: this.#state.stored }
  }

  /** Keys that the environment sets for the sites of a currency. */
  fixedOf(currency: SettleCurrency): readonly string[] {
    const { CNY, USDT, ...all } = this.#options.source.overrides
    return [...new Set([...SITE_CONFIG_FIXED, ...Object.keys({ ...all, ...{ CNY, USDT }[currency] })])]
  }

  /** Configurations whose properties always have the current values. */
  readonly configs: SiteConfigs = {
    CNY: currentValues(() => this.#state.configs.CNY),
    USDT: currentValues(() => this.#state.configs.USDT),
  }

  /** The configurations that these stored values would give. */
  configsWith(stored: Partial<SiteConfig>): SiteConfigs {
    return configsOf(stored, this.#options, this.#state.settings)
  }

  /** Published items of a kind that are in force at `now`. Null if no item of the kind exists. */
  current<Kind extends ContentKind>(
    kind: Kind,
    now: number,
  ): readonly { id: string; body: ContentBodyOf<Kind>; start: number; end: number }[] | null {
    const items = this.#state.items.filter((item) => item.kind === kind)
    if (items.length === 0) return null
    return items
      .filter((item) => isInForce(item, now))
      .map(({ id, body, startsAt, endsAt }) => ({
        id,
        // Checked when it was read.
        body: body as ContentBodyOf<Kind>,
        start: startsAt ?? 0,
        end: endsAt ?? ENDLESS,
      }))
  }

  /** Calls `listener` after each change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Reads the database again. */
  async refresh(): Promise<void> {
    const before = this.#state.revision
    this.#state = await readState(this.#database, this.#options)
    if (this.#state.revision !== before) for (const listener of this.#listeners) listener()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#listeners.clear()
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#poll(), POLL_MS)
    this.#timer.unref()
  }

  async #poll(): Promise<void> {
    try {
      if ((await newestRevision(this.#database)) !== this.#state.revision) await this.refresh()
    } catch (error) {
      this.#options.log.warn({ err: error }, 'changes of the site could not be read')
    }
    // Undefined after `close`.
    if (this.#timer !== undefined) this.#schedule()
  }
}

/** True if a published item is shown at `now`. */
function isInForce(item: Pick<ContentItem, 'isPublished' | 'startsAt' | 'endsAt'>, now: number): boolean {
  const { isPublished, startsAt, endsAt } = item
  return isPublished && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

async function readState(database: Pick<Database, 'db'>, options: SiteContentOptions): Promise<State> {
  const { db } = database
  // Read first: a change between the reads is noticed later.
  const revision = await newestRevision(database)
  const [setting] = await db.select().from(siteSetting).where(eq(siteSetting.name, CONFIG_SETTING))
  const { values: stored, problems } = readStoredConfig(setting?.value ?? {})
  if (problems.length > 0) options.log.warn({ problems }, 'stored configuration is not used')
  const rows = await db.select().from(contentItem).orderBy(asc(contentItem.id))
  const items = rows.flatMap((row): ContentItem[] => {
    const parsed = CONTENT_BODIES[row.kind].safeParse(row.body)
    if (parsed.success) return [{ ...row, body: parsed.data }]
    options.log.warn({ id: row.id, kind: row.kind }, 'a stored content item is not used')
    return []
  })
  const settings = await readSiteSettings(database)
  const configs = configsOf(stored, options, settings)
  return { revision, settings, version: setting?.version ?? 0, stored, configs, items }
}

async function newestRevision({ db }: Pick<Database, 'db'>): Promise<string> {
  const [row] = await db.select({ id: siteRevision.id }).from(siteRevision).orderBy(desc(siteRevision.id)).limit(1)
  return row === undefined ? '' : String(row.id)
}

/** `settings` were chosen at set-up: their name is the default of `siteName`. */
function configsOf(
  stored: Partial<SiteConfig>,
  { source }: SiteContentOptions,
  settings: SiteSettings | null,
): SiteConfigs {
  const named = settings && { siteName: settings.siteName }
  return siteConfigsOf(source, { ...named, ...stored })
}

/** An object whose properties are read when they are used. */
function currentValues(read: () => SiteConfig): SiteConfig {
  const values = Object.fromEntries(SITE_CONFIG_KEYS.map((key) => [key, { enumerable: true, get: () => read()[key] }]))
  return Object.defineProperties({}, values) as SiteConfig
}
