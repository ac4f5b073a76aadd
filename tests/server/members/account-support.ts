import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import { AccountCare } from '#server/members/account-care.ts'
import { Members } from '#server/members/members.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import { SignInGuard } from '#server/members/sign-in-guard.ts'
import type { CallSafety } from '#server/members/verification/call-safety.ts'
import { needSafe } from '#server/members/verification/call-safety.ts'
import { Verification } from '#server/members/verification/verification.ts'
import type { CallContext } from '#server/http/context.ts'
import { authCalls } from '#server/calls/auth/auth.ts'
import { recoveryCalls } from '#server/calls/auth/recovery.ts'
import { registrationCalls } from '#server/calls/auth/registration.ts'
import { sendCodeCalls } from '#server/calls/auth/send-code.ts'
import { CallLimits } from '#server/http/pipeline/call-limits.ts'
import type { Database } from '#server/database/database.ts'
import { timewd } from '#workers/crypto/legacy.ts'
import { accountServices } from '../../support/account-services.ts'
import { silentLog } from '../../support/logs.ts'
import { testPasswords } from '../../support/passwords.ts'
import { openTestStore, testClock } from '../../support/store.ts'

/** Callers that have passed a safety check, and that have not. */
export const PROVEN: CallSafety = { prove: () => null, exchange: () => null }
export const UNPROVEN: CallSafety = { prove: () => needSafe(CONFIG_DEFAULTS), exchange: () => null }

const wdKey = randomBytes(32)
let worlds = 0

/** The calls of accounts on a database, with a clock, an outbox, and a device of their own. */
export function accountWorld(store: Database, changes: Partial<SiteConfig> = {}) {
  worlds += 1
  const clock = testClock()
  const { now } = clock
  const siteConfig = { ...CONFIG_DEFAULTS, ...changes }
  const services = {
    ...accountServices(store, now),
    database: store,
    sessions: new Sessions(store, { now, log: silentLog }),
    members: new Members(store, { now, passwords: testPasswords() }),
    guard: new SignInGuard(store, { now }),
    accountCare: new AccountCare(store, { now }),
    verification: new Verification({ now, geetestVendor: null }),
    limits: new CallLimits(now),
    startingCoins: 2_000,
    now,
  }
  const device = `device-world-${worlds}`
  return {
    clock,
    services,
    calls: {
      ...authCalls(services),
      ...registrationCalls(services),
      ...sendCodeCalls(services),
      ...recoveryCalls(services),
    },
    context: (more: Partial<CallContext> = {}): CallContext => ({
      traceId: 'trace',
      now: now(),
      siteId: 5009,
      site: siteConfig,
      clientType: 1,
      deviceId: device,
      address: `198.51.100.${worlds}`,
      session: null,
      idempotencyKey: null,
      wdKey,
      safety: UNPROVEN,
      ...more,
    }),
    /** A password as the worker sends it. */
    typed: (password: string): string => timewd(password, now(), wdKey, randomBytes(16)),
  }
}
export type AccountWorld = ReturnType<typeof accountWorld>

/** Opens one database for the tests of a file, and passes a new world on it to each of them. */
export function eachInAccountWorld(
  kind: Parameters<typeof openTestStore>[0],
  use: (world: AccountWorld) => void,
): void {
  let store: Database
  let world: AccountWorld | null = null

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(() => {
    world?.services.sessions.close()
    world = accountWorld(store)
    use(world)
  })
  afterAll(async () => {
    world?.services.sessions.close()
    await store.close()
  })
}
