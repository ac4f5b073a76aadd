import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { DAY_MS, SECOND_MS } from '#protocol/time.ts'
import type { Database, DrizzleDatabase } from '#server/database/database.ts'
import { applyRetention } from '#server/database/retention.ts'
import { RETENTION_DAYS } from '#server/config/database-settings.ts'
import { backUp } from '#server/operation/backup/backup.ts'
import { restore } from '#server/operation/backup/restore.ts'
import { testLog } from '../support/logs.ts'
import { openUnlimited, STORE_KINDS } from '../support/store.ts'
import type { Bench } from './harness/figures.ts'

const ROWS = 200_000
/** Share of the sign-ins whose addresses are truncated by the first run of the retention job. */
const OLD_SHARE = 0.1
const SECRET = 'the secret of the backups of this bench'
const MEGABYTE = 1_000_000

/** Audit lines and sign-ins, `ROWS` of each. */
async function fill(db: DrizzleDatabase, now: number): Promise<void> {
  const at = sql`to_timestamp(${now / SECOND_MS}::float8 - n * ${(RETENTION_DAYS.addresses * DAY_MS) / SECOND_MS / ROWS / (1 - OLD_SHARE)}::float8)`
  await db.execute(sql`insert into audit_log (id, actor, action, target, details, at)
    select gen_random_uuid(), 'operator ' || n % 20, 'member-mute', gen_random_uuid(), jsonb_build_object('before', n, 'after', n + 1), ${at}
    from generate_series(1, ${ROWS}) n`)
  await db.execute(sql`insert into auth_event (id, kind, device_id, client_type, ip, at)
    select gen_random_uuid(), 'login', md5(n::text), 1, '203.0.' || n % 250 || '.' || n % 249, ${at} from generate_series(1, ${ROWS}) n`)
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / SECOND_MS
}

function backupBench(kind: Database['kind']): Bench<'backup' | 'restore' | 'size' | 'retention'> {
  return {
    name: `backup-${kind}`,
    about: `backup, restoration and first retention job of ${(2 * ROWS).toLocaleString('en')} rows on ${kind}`,
    figures: {
      backup: { unit: 's' },
      restore: { unit: 's' },
      size: { unit: 'MB' },
      retention: { unit: 's' },
    },
    async run() {
      const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
      const file = path.join(folder, 'backup')
      const { database, run, close } = await openUnlimited(kind)
      try {
        const now = Date.now()
        await fill(database.db, now)
        const backup = await secondsOf(() => run((db) => backUp(db, file, { secret: SECRET, now: Date.now })))
        const restored = await secondsOf(() => run((db) => restore(db, file, { secrets: [SECRET], now: Date.now })))
        const { size } = await stat(file)
        const retention = await secondsOf(() =>
          applyRetention(database.db, RETENTION_DAYS, { now: now + DAY_MS, log: testLog() }),
        )
        return { backup, restore: restored, size: size / MEGABYTE, retention }
      } finally {
        await close()
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** `npm run bench -- backup`: PGlite, and PostgreSQL if TEST_DATABASE_URL is set. */
export const backupBenches: readonly Bench[] = STORE_KINDS.map(backupBench)
