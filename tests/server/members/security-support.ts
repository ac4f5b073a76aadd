import { randomBytes } from 'node:crypto'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import type { ClientType } from '#protocol/headers.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { accountCalls } from '#server/calls/account/account.ts'
import { authCalls } from '#server/calls/auth/auth.ts'
import { profileCalls } from '#server/calls/account/profile.ts'
import { payoutAccountCalls } from '#server/calls/wallet/wallet-accounts.ts'
import { securityCalls } from '#server/calls/account/security.ts'
import { CallLimits } from '#server/http/pipeline/call-limits.ts'
import { AccountCare } from '#server/members/account-care.ts'
import type { Scene } from '#server/members/codes/one-time-codes.ts'
import type { Contact } from '#server/members/contact.ts'
import { Members } from '#server/members/members.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import { SignInGuard } from '#server/members/sign-in-guard.ts'
import { ImageCodes } from '#server/members/verification/image-codes.ts'
import { Verification } from '#server/members/verification/verification.ts'
import { MemberAccounts } from '#server/wallet/accounts/payout-accounts.ts'
import { oldPassword, timewd } from '#workers/crypto/legacy.ts'
import { codeTo } from '../../support/account-services.ts'
import { silentLog } from '../../support/logs.ts'
import { testPasswords } from '../../support/passwords.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { securityServices } from '../../support/security-services.ts'
import { openTestStore } from '../../support/store.ts'
import { createTestRouter, START } from '../http/router-support.ts'

export const PASSWORD = 'Play2026x'
/** Origin of the pages in these tests. */
export const ORIGIN = 'http://localhost'
const HOST = { origin: ORIGIN, host: 'localhost' }

export interface TestMember {
  readonly memberId: string
  readonly name: string
}

/** The calls of accounts on a test database, behind the real router, with a clock that the test moves. */
export async function openSecurityServer(kind: Database['kind'], config: Partial<SiteConfig> = {}) {
  const store = await openTestStore(kind)
  const clock = { now: START }
  const now = (): number => clock.now
  const sessions = new Sessions(store, { now, log: silentLog })
  const security = securityServices(store, now)
  const services = {
    ...security,
    memberAccounts: new MemberAccounts(store, { now, cipher: security.contacts.cipher }),
    database: store,
    sessions,
    members: new Members(store, { now, passwords: testPasswords() }),
    guard: new SignInGuard(store, { now }),
    verification: new Verification({ now, geetestVendor: null }),
    accountCare: new AccountCare(store, { now }),
    limits: new CallLimits(now),
    now,
  }

  /** Its codes are constant. */
  const imageCodes = new ImageCodes(now, () => 'ACDE')
  const router = await createTestRouter({
    handlers: {
      ...authCalls({ ...services, secondFactor: services.passkeys }),
      ...accountCalls({ ...services, verification: { imageCodes } }),
      ...securityCalls(services),
      ...profileCalls(services),
      ...payoutAccountCalls(services),
    },
    find: (token, deviceId) => sessions.find(token, deviceId),
    clock,
    site: { ...CONFIG_DEFAULTS, ...config },
  })
  let count = 0

  const member = async (more: Partial<{ password: string | null; vipLevel: number }> = {}): Promise<TestMember> => {
    const name = `m${randomBytes(4).toString('hex')}`
    const seed = { name, password: PASSWORD, nickname: '看客', vipLevel: 0, level: 0, siteId: 5009, coins: 0, ...more }
    const [made] = await services.members.ensure([seed])
    return { memberId: made?.memberId ?? '', name }
  }

  /** A client without a session. */
  const visitor = async (): Promise<SealedClient> => {
    count += 1
    const client = await SealedClient.connect(sendInto(router.app), { now, http: HOST })
    client.uuid = `device-${count}-of-the-tests`
    client.http = HOST
    return client
  }

  /** A client of a member with a session. */
  const signedIn = async ({ memberId }: TestMember, clientType: ClientType = 1): Promise<SealedClient> => {
    const client = await visitor()
    const device = { deviceId: client.uuid, clientType, address: '192.0.2.1' }
    client.token = (await sessions.create(memberId, device)).token
    return client
  }

  /** A password as the worker encodes it. */
  const typed = (client: SealedClient, password: string): string =>
    timewd(password, clock.now, client.keys.wd, randomBytes(16))

  const signIn = (client: SealedClient, name: string, password = PASSWORD) =>
    client.call('auth.login', {
      name,
      password: '',
      flag: 1,
      version: '1',
      timewd: typed(client, password),
      oldPassword: oldPassword(password, name),
    })

  /** Sends a code to a contact and returns it. */
  const codeFor = async (client: SealedClient, { memberId }: TestMember, scene: Scene, contact: Contact) => {
    // The next code of a contact is sent after an interval.
    clock.now += SECOND_MS
    const sent = await services.codes.send({
      scene,
      contact,
      memberId,
      deviceId: client.uuid,
      address: randomBytes(4).toString('hex'),
      intervalSeconds: 1,
      delivery: 'code',
    })
    if (!sent.ok) throw new Error(sent.message)
    return codeTo(services.outbox, contact.kind === 'phone' ? `+${contact.areaCode} ${contact.phone}` : contact.email)
  }

  return {
    ...services,
    store,
    clock,
    imageCodes,
    member,
    visitor,
    signedIn,
    typed,
    signIn,
    codeFor,
    async close() {
      await router.app.close()
      sessions.close()
      await store.close()
    },
  }
}

export type SecurityServer = Awaited<ReturnType<typeof openSecurityServer>>

let phones = 0
/** A phone that no other test uses. */
export function newPhone() {
  phones += 1
  return { kind: 'phone', areaCode: '86', phone: `138${String(phones).padStart(8, '0')}` } as const
}
