import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { newPhone, openSecurityServer, type SecurityServer, type TestMember } from './security-support.ts'

const WITHDRAW_PASSWORD = '135790'

describe.each(STORE_KINDS)('reactivation of dormant accounts on %s', (kind) => {
  let server: SecurityServer

  beforeAll(async () => {
    server = await openSecurityServer(kind)
  }, 60_000)
  afterAll(() => server.close())

  const check = async (client: SealedClient) =>
    ENDPOINTS['account.sleepCheck'].data.parse((await client.call('account.sleepCheck', {})).data)

  /** A member who signs in again after 91 days. */
  async function dormant({ phone = false, withdraw = false }) {
    const member: TestMember = await server.member()
    const contact = newPhone()
    if (phone) await server.contacts.bind(member.memberId, contact)
    if (withdraw) await server.withdrawPasswords.set(member.memberId, WITHDRAW_PASSWORD)
    server.clock.now += 91 * DAY_MS
    const client = await server.visitor()
    const signedIn = await server.signIn(client, member.name)
    client.token = (signedIn.data as { token: string }).token
    const code = () => server.codeFor(client, member, 'wake', contact)
    const withPassword = (pwd: string) =>
      client.call('account.sleepActivate', { withdrawPassword: server.typed(client, pwd) })
    return { member, client, contact, code, withPassword }
  }

  it.each([
    [{ phone: true, withdraw: true }, 'phone'],
    [{ withdraw: true }, 'withdrawPassword'],
    [{}, 'image'],
  ])('S4.5 the check of a member with %j names %s', async (has, by) => {
    const { client } = await dormant(has)
    expect(await check(client)).toMatchObject({ dormant: true, by })
  })

  it('S4.6 accepts a code of the bound phone once', async () => {
    const { client, code } = await dormant({ phone: true })
    expect((await client.call('account.sleepActivate', { phoneCode: '000000' })).code).toBe(CODES.VERIFY_CODE_ERROR)
    const phoneCode = await code()
    expect((await client.call('account.sleepActivate', { phoneCode })).code).toBe(0)
    expect(await check(client)).toMatchObject({ dormant: false })
    expect((await client.call('account.sleepActivate', { phoneCode })).code).toBe(CODES.VERIFY_CODE_ERROR)
    const history = (await client.call('security.history', { pageNum: 1 })).data
    expect(history).toMatchObject({ list: [{ kind: 'woken' }, { kind: 'login' }] })
  })

  it('S4.6 accepts the withdrawal password, also of a member with a phone', async () => {
    const { client, withPassword } = await dormant({ phone: true, withdraw: true })
    expect(await withPassword('000001')).toMatchObject({ code: CODES.WITHDRAW_PWD_WRONG, data: { triesLeft: 4 } })
    expect(await check(client)).toMatchObject({ dormant: true })
    expect((await withPassword(WITHDRAW_PASSWORD)).code).toBe(0)
    expect(await check(client)).toMatchObject({ dormant: false })
  })

  it('refuses a withdrawal password of a member without one', async () => {
    const { withPassword } = await dormant({})
    expect((await withPassword(WITHDRAW_PASSWORD)).code).toBe(CODES.WITHDRAW_PWD_WRONG)
  })

  it('refuses an image code of a member who has a phone or a withdrawal password', async () => {
    for (const has of [{ phone: true }, { withdraw: true }]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const { client, member } = await dormant(has)
      // oxlint-disable-next-line no-await-in-loop -- two
      expect(await wakeByImage(client, member)).toBe(CODES.PARAM_ERROR)
    }
  })

  it('S4.6 accepts an image code of a member who has neither', async () => {
    const { client, member } = await dormant({})
    expect(await wakeByImage(client, member)).toBe(0)
    expect(await check(client)).toMatchObject({ dormant: false })
  })

  async function wakeByImage(client: SealedClient, { memberId }: TestMember): Promise<number> {
    const codeId = 'code-0123456789abcdef'
    const { session } = await server.sessions.find(client.token, client.uuid)
    expect(session?.memberId).toBe(memberId)
    await server.imageCodes.image(codeId, { deviceId: client.uuid, sessionId: session?.sessionId ?? '' })
    return (await client.call('account.sleepActivate', { codeId, code: 'ACDE' })).code
  }
})
