import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { type DataOf, type EndpointName, ENDPOINTS } from '#protocol/endpoints/table.ts'
import { CLIENT_TYPES } from '#protocol/headers.ts'
import { type CreationOptions, type RequestOptions, SoftwareAuthenticator } from '../../support/authenticator.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { newPhone, openSecurityServer, ORIGIN, PASSWORD, type SecurityServer } from '../members/security-support.ts'

/**
 * What a call demands besides the session: `identity` the password or a passkey, `password` the password,
 * `withdrawal` the withdrawal password, `phone` a code of the bound phone, `ceremony` options that demanded the identity.
 */
type Demand = 'identity' | 'password' | 'withdrawal' | 'phone' | 'ceremony' | 'nothing'

interface Row {
  readonly demands: Demand
  /** Notice that other devices show. */
  readonly notice?: string
  readonly endsOthers?: true
}

/** Every call of a member that changes sign-in, contacts, payout accounts or sessions. */
const CALLS: Partial<Record<EndpointName, Row>> = {
  'password.update': { demands: 'password', notice: 'password-changed', endsOthers: true },
  'passkey.registerOptions': { demands: 'identity' },
  'passkey.register': { demands: 'ceremony', notice: 'passkey-added' },
  'passkey.remove': { demands: 'identity', notice: 'passkey-removed', endsOthers: true },
  'passkey.setRequired': { demands: 'identity', notice: 'passkey-optional', endsOthers: true },
  'bind.phone': { demands: 'identity', notice: 'phone-bound' },
  'bind.email': { demands: 'identity', notice: 'email-bound' },
  // A first withdrawal password needs the phone, which needed the identity.
  'withdrawPassword.set': { demands: 'phone', notice: 'withdraw-password-set' },
  'withdrawPassword.reset': { demands: 'phone', notice: 'withdraw-password-set' },
  'withdrawPassword.update': { demands: 'withdrawal', notice: 'withdraw-password-set' },
  'bankCard.insert': { demands: 'withdrawal' },
  'bankCard.setDefault': { demands: 'withdrawal' },
  'bankCard.delete': { demands: 'withdrawal' },
  'virtualCurrency.insert': { demands: 'withdrawal' },
  'virtualCurrency.setDefault': { demands: 'withdrawal' },
  'virtualCurrency.delete': { demands: 'withdrawal' },
  'bind.selectUsdt': { demands: 'withdrawal' },
  // Set once, and money goes to this name only.
  'bind.realName': { demands: 'nothing' },
  'bind.selectHolder': { demands: 'nothing' },
  // They end sessions or the waiting for one.
  'device.remove': { demands: 'nothing' },
  'security.logoutSetup': { demands: 'nothing' },
  'security.acknowledge': { demands: 'nothing' },
  'passkey.confirmOptions': { demands: 'nothing' },
}

const PREFIXES = [
  'password',
  'passkey',
  'bind',
  'withdrawPassword',
  'bankCard',
  'virtualCurrency',
  'device',
  'security',
]
const [PIN, WRONG_PIN] = ['246810', '135790']
const CARD = { cardNum: '6222021234567890128', bankCode: 'ICBC', realName: '王小明' }
const TRC20 = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'

it('the table lists every call of a member that could weaken an account', () => {
  const listed = Object.entries(ENDPOINTS)
    .filter(
      ([name, { access, readOnly }]) => access === 'member' && !readOnly && PREFIXES.includes(name.split('.')[0]!),
    )
    .map(([name]) => name)
  expect(Object.keys(CALLS).sort()).toEqual(listed.sort())
})

describe.each(SHORT_KINDS)('calls that weaken an account, on %s', (kind) => {
  let server: SecurityServer
  beforeAll(async () => {
    server = await openSecurityServer(kind)
  }, 60_000)
  afterAll(() => server.close())

  /** A member with everything that can be removed, on this device and on another one. */
  async function owner() {
    const member = await server.member()
    const { memberId } = member
    const client = await server.signedIn(member)
    await server.memberSecurity.bindRealName(memberId, CARD.realName)
    await server.memberSecurity.chooseHolder(memberId, CARD.realName)
    const phone = newPhone()
    await server.contacts.bind(memberId, phone)
    await server.withdrawPasswords.set(memberId, PIN)
    await server.memberAccounts.addCard(memberId, { ...CARD, holder: CARD.realName })
    await server.memberSecurity.addUsdtAddress(memberId, 'TRC20', TRC20)
    const key = new SoftwareAuthenticator()
    const { data } = await client.call('passkey.registerOptions', { password: server.typed(client, PASSWORD) })
    const options = (data as { options: unknown }).options as CreationOptions
    expect((await client.call('passkey.register', { label: 'x', response: key.create(options, ORIGIN) })).code).toBe(0)
    await server.store.db.execute(`update security_notice set acknowledged_at = now()`)
    await server.passkeys.setRequired(memberId, true)
    const other = await server.signedIn(member, CLIENT_TYPES.app)
    const [card] = await server.memberAccounts.cards(memberId)
    const [address] = await server.memberAccounts.addresses(memberId)
    return { member, client, other, key, phone, cardId: card?.id ?? '', addressId: address?.id ?? '' }
  }
  type Owner = Awaited<ReturnType<typeof owner>>

  /** The call of the owner without what it demands, and fields with a right and a wrong proof. */
  async function callOf(name: EndpointName, { member, client, key, phone, cardId, addressId }: Owner) {
    const typed = (text: string) => server.typed(client, text)
    const passkeyId = key.credentials[0]?.id ?? ''
    const codeFor = (
      scene: 'bindPhone' | 'bindEmail' | 'withdrawPassword',
      contact: Parameters<SecurityServer['codeFor']>[3],
    ) => server.codeFor(client, member, scene, contact)
    const withdrawal = { right: { withdrawPwd: typed(PIN) }, wrong: { withdrawPwd: typed(WRONG_PIN) } }
    const identity = { right: { password: typed(PASSWORD) }, wrong: { password: typed('Wrong12345') } }
    const fresh = newPhone()
    const email = `${member.name}@example.com`
    switch (name) {
      case 'password.update': {
        const base = { newPassword: typed('Blue77sky') }
        return { base, right: { oldPassword: typed(PASSWORD) }, wrong: { oldPassword: typed('Wrong12345') } }
      }
      case 'passkey.registerOptions':
        return { base: {}, ...identity }
      case 'passkey.remove':
        return { base: { id: passkeyId }, ...identity }
      case 'passkey.setRequired':
        return { base: { isRequired: false }, ...identity }
      case 'bind.phone': {
        const { areaCode, phone: number } = fresh
        return { base: { areaCode, phone: number, code: await codeFor('bindPhone', fresh) }, ...identity }
      }
      case 'bind.email':
        return { base: { email, code: await codeFor('bindEmail', { kind: 'email', email }) }, ...identity }
      case 'withdrawPassword.set':
      case 'withdrawPassword.reset': {
        if (name === 'withdrawPassword.set') {
          await server.store.db.execute(`delete from withdraw_pwd where member_id = '${member.memberId}'`)
        }
        const code = await codeFor('withdrawPassword', phone)
        return {
          base: { pwd: typed('864209') },
          right: { code },
          wrong: { code: code === '000000' ? '111111' : '000000' },
        }
      }
      case 'withdrawPassword.update':
        return { base: { newPwd: typed('864209') }, right: { oldPwd: typed(PIN) }, wrong: { oldPwd: typed(WRONG_PIN) } }
      case 'bankCard.insert':
        return { base: { ...CARD, cardNum: '6222020000000000000' }, ...withdrawal }
      case 'bankCard.setDefault':
      case 'bankCard.delete':
        return { base: { id: cardId }, ...withdrawal }
      case 'virtualCurrency.insert':
        return { base: { chain: 'TRC20', address: TRC20, alias: '' }, ...withdrawal }
      case 'virtualCurrency.setDefault':
      case 'virtualCurrency.delete':
        return { base: { id: addressId }, ...withdrawal }
      case 'bind.selectUsdt':
        return { base: { chain: 'TRC20', address: TRC20 }, ...withdrawal }
      default:
        throw new Error(`no call of ${name}`)
    }
  }

  const send = (client: SealedClient, name: EndpointName, params: object) => client.call(name, params)
  const WRONG: Readonly<Record<string, number>> = {
    identity: CODES.OLD_PASSWORD_WRONG,
    password: CODES.OLD_PASSWORD_WRONG,
    withdrawal: CODES.WITHDRAW_PWD_WRONG,
    phone: CODES.VERIFY_CODE_ERROR,
  }
  const demanding = (Object.entries(CALLS) as [EndpointName, Row][]).filter(([, { demands }]) => demands in WRONG)

  it.each(demanding)('S7.48 %s demands what the table says', async (name, { demands, notice, endsOthers }) => {
    const one = await owner()
    const { client, other } = one
    const { base, right, wrong } = await callOf(name, one)
    expect((await send(client, name, base)).code, 'without').not.toBe(0)
    const refused = await send(client, name, { ...base, ...wrong })
    expect(refused.code, 'wrong').toBe(WRONG[demands])
    if (demands === 'identity') expect(refused.msg).toBe('登录密码错误')
    expect((await other.call('security.notice', {})).data).toEqual({ notice: null })
    expect((await send(client, name, { ...base, ...right })).code, 'right').toBe(0)
    // The session of the caller goes on.
    expect((await client.call('security.overview', {})).code).toBe(0)
    const seen = await other.call('security.notice', {})
    if (endsOthers) expect(seen.status).toBe(401)
    else expect(seen).toMatchObject({ code: 0, data: { notice: notice === undefined ? null : { kind: notice } } })
    const next = await server.signedIn(one.member, CLIENT_TYPES.app)
    expect((await next.call('security.notice', {})).data).toMatchObject({
      notice: notice === undefined ? null : { kind: notice },
    })
  })

  const byIdentity = demanding.filter(([, { demands }]) => demands === 'identity')

  async function signature(client: SealedClient, key: SoftwareAuthenticator) {
    const { ticket, options } = (await client.call('passkey.confirmOptions', {}))
      .data as DataOf<'passkey.confirmOptions'>
    return { ticket, response: key.get(options as unknown as RequestOptions, ORIGIN) }
  }

  it.each(byIdentity)('%s takes a fresh passkey signature instead of the password, once', async (name) => {
    const one = await owner()
    const { client, key } = one
    const { base } = await callOf(name, one)
    const passkey = await signature(client, key)
    expect((await send(client, name, { ...base, passkey })).code).toBe(0)
    expect((await send(client, name, { ...base, passkey })).code).toBe(CODES.TICKET_EXPIRED)
  })

  it.each(byIdentity)(
    '%s refuses signatures of others, of a sign-in, of another device, and late ones',
    async (name) => {
      const [one, thief] = [await owner(), await owner()]
      const { client, other, key } = one
      const { base } = await callOf(name, one)
      const code = async (passkey: object) => (await send(client, name, { ...base, passkey })).code
      const { ticket, options } = (await client.call('passkey.confirmOptions', {}))
        .data as DataOf<'passkey.confirmOptions'>
      const foreign = thief.key.get(options as unknown as RequestOptions, ORIGIN)
      expect(await code({ ticket, response: foreign })).toBe(CODES.NAME_OR_PASSWORD_WRONG)
      expect(await code(await signature(thief.client, thief.key))).toBe(CODES.TICKET_EXPIRED)
      expect(await code(await signature(other, key))).toBe(CODES.TICKET_EXPIRED)
      const begun = (await client.call('passkey.signInOptions', {})).data as DataOf<'passkey.signInOptions'>
      const signIn = { ticket: begun.ticket, response: key.get(begun.options as unknown as RequestOptions, ORIGIN) }
      expect(await code(signIn)).toBe(CODES.TICKET_EXPIRED)
      const late = await signature(client, key)
      server.clock.now += 5 * 60_000
      expect(await code(late)).toBe(CODES.TICKET_EXPIRED)
      expect((await client.call('security.overview', {})).data).toMatchObject({ passkeys: 1, isPasskeyRequired: true })
    },
  )

  it('a signature for a confirmation does not sign in', async () => {
    const { client, key } = await owner()
    expect((await client.call('passkey.signIn', await signature(client, key))).code).toBe(CODES.TICKET_EXPIRED)
  })

  it('S7.48 a first contact demands the identity too, because it can reset the password', async () => {
    const member = await server.member()
    const client = await server.signedIn(member)
    const contact = newPhone()
    const { areaCode, phone } = contact
    const code = await server.codeFor(client, member, 'bindPhone', contact)
    expect(await client.call('bind.phone', { areaCode, phone, code })).toMatchObject({
      code: CODES.PARAM_ERROR,
      data: { fields: { password: '请输入登录密码' } },
    })
    const password = server.typed(client, PASSWORD)
    expect((await client.call('bind.phone', { areaCode, phone, code, password })).code).toBe(0)
  })

  it('S3.33 the fourth step asks for the withdrawal password only if there is one', async () => {
    const { member, client } = await owner()
    await server.store.db.execute(`delete from withdraw_pwd where member_id = '${member.memberId}'`)
    expect((await client.call('bind.steps', {})).data).toMatchObject({ needsWithdrawPassword: false })
    expect((await client.call('bind.selectUsdt', { chain: 'TRC20', address: TRC20 })).code).toBe(0)
  })
})
