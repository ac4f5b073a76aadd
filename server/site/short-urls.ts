import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { safeFromPage } from '#protocol/rules/from-page.ts'
import type { Database } from '../database/database.ts'
import { shortUrl } from '../database/schema/site.ts'

/** Path of short URLs: `GET /s/:code`. */
export const SHORT_URL_PREFIX = '/s/'
const CODE = /^[A-Za-z0-9_-]{10}$/
/** 60 bits: a collision among two million paths is improbable. */
const CODE_LENGTH = 10

/** Short URLs (S7.35). A code derives from its path, so the same path has one URL. */
export class ShortUrls {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db'>, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** The short URL of a path of this site; null for anything else. */
  async make(given: string): Promise<string | null> {
    const path = safeFromPage(given) === given && !given.startsWith(SHORT_URL_PREFIX) ? asciiPath(given) : null
    if (path === null) return null
    const code = createHash('sha256').update(path).digest('base64url').slice(0, CODE_LENGTH)
    await this.#database.db.insert(shortUrl).values({ code, path, createdAt: this.#now() }).onConflictDoNothing()
    return `${SHORT_URL_PREFIX}${code}`
  }

  /** The path of a code. */
  async find(code: string): Promise<string | null> {
    if (!CODE.test(code)) return null
    const [row] = await this.#database.db.select({ path: shortUrl.path }).from(shortUrl).where(eq(shortUrl.code, code))
    return row && safeFromPage(row.path) === row.path ? row.path : null
  }
}

/** The path percent-encoded for a header; null for invalid Unicode. */
function asciiPath(path: string): string | null {
  try {
    return path.replaceAll(/[^ -~]+/gu, encodeURIComponent)
  } catch {
    return null
  }
}
