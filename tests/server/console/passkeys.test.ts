import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { operatorPasskey } from '#server/database/schema/console.ts'
import { resetOperator } from '#server/operation/operator-reset.ts'
import { type CreationOptions, type RequestOptions, SoftwareAuthenticator } from '../../support/authenticator.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { codeOf, type ConsoleClient, openTestConsole, ORIGIN, PASSWORD, type TestConsole } from './console-support.ts'

const EVIL = 'https://evil.example.com'

describe.each(SHORT_KINDS)('passkeys of operators on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient

  beforeAll(async () => {
    console = await openTestConsole(kind)
    ;({ client: root } = await console.setUp())
  }, 120_000)
  afterAll(() => console.close())

  const auditOf = async (action: string) => (await root.call('audit.list', { action })).data.list
  const listOf = async (client: ConsoleClient) => (await client.call('passkey.list', {})).data.list
  const creationOptions = async (client: ConsoleClient, params: { password?: string } = { password: PASSWORD }) =>
    (await client.call('passkey.addOptions', params)).data.options as unknown as CreationOptions
  async function add(client: ConsoleClient, label: string, key = new SoftwareAuthenticator()) {
    const response = key.create(await creationOptions(client), ORIGIN)
    expect(await client.call('passkey.add', { label, response })).toMatchObject({
      code: 0,
      data: { recoveryCodes: [] },
    })
    return key
  }
  /** Passes the first step of a sign-in. */
  async function begin(name: string) {
    const client = console.connect()
    const { data } = await client.call('session.signIn', { name, password: PASSWORD })
    return { client, state: data.state }
  }
  const requestOptions = async (client: ConsoleClient) =>
    (await client.call('passkey.verifyOptions', {})).data.options as unknown as RequestOptions
  async function signIn(name: string, key: SoftwareAuthenticator, origin = ORIGIN) {
    const { client } = await begin(name)
    const response = key.get(await requestOptions(client), origin)
    return { client, response, ...(await client.call('passkey.verify', { response })) }
  }
  /** Invites an operator who accepts and has no second factor yet. */
  async function invite(name: string): Promise<ConsoleClient> {
    const { link } = (await root.call('operator.invite', { name, role: 'editor' })).data
    const client = console.connect()
    await client.call('invitation.accept', { token: link.split('#')[1] ?? '', password: PASSWORD })
    return client
  }
  async function enrolWithPasskey(name: string) {
    const client = await invite(name)
    const key = new SoftwareAuthenticator()
    const response = key.create(await creationOptions(client, {}), ORIGIN)
    const { data } = await client.call('passkey.add', { label: '手机', response })
    return { client, key, recoveryCodes: data.recoveryCodes }
  }

  it('are added with the password, listed, renamed and audited', async () => {
    const refused = await root.call('passkey.addOptions', { password: 'wrong horse battery' })
    expect(refused).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { password: expect.any(String) } } })
    expect((await root.call('passkey.addOptions', {})).code).toBe(CODES.PARAM_ERROR)
    await add(root, ' 办公室电脑 ')
    const [own] = await listOf(root)
    expect(own).toMatchObject({ label: '办公室电脑', createdAt: console.clock.now(), usedAt: null })
    await root.call('passkey.rename', { id: own?.id ?? '', label: '家里电脑' })
    expect(await listOf(root)).toMatchObject([{ label: '家里电脑' }])
    expect(await auditOf('passkey.add')).toMatchObject([
      { actor: 'root', target: 'operator root', after: { passkey: '办公室电脑' } },
    ])
    expect(await auditOf('passkey.rename')).toMatchObject([
      { before: { passkey: '办公室电脑' }, after: { passkey: '家里电脑' } },
    ])
    expect((await root.call('session.get', {})).data.factors).toEqual({ hasTotp: true, passkeys: 1 })
  })

  it('replace the code of the authenticator at a sign-in', async () => {
    const key = await add(root, '钥匙')
    const signedIn = await signIn('root', key)
    expect(signedIn).toMatchObject({ code: 0, data: { state: 'open' } })
    expect((await signedIn.client.call('operator.list', {})).code).toBe(0)
    expect((await listOf(root)).find(({ label }) => label === '钥匙')?.usedAt).toBe(console.clock.now())
    expect(await auditOf('passkey.verify')).toMatchObject([
      { actor: 'root', address: signedIn.client.address, after: { passkey: '钥匙' } },
    ])
  })

  it('do not continue a session that was known before the sign-in', async () => {
    const key = await add(root, '另一把')
    const { client } = await begin('root')
    const known = console.connect()
    known.cookie = client.cookie
    await client.call('passkey.verify', { response: key.get(await requestOptions(client), ORIGIN) })
    expect((await known.call('session.get', {})).data.state).toBe('none')
  })

  it('are refused with another origin, a copied counter, another session, late, twice, and of another operator', async () => {
    const key = await add(root, '受检的')
    expect((await signIn('root', key, EVIL)).code).toBe(CODES.VERIFY_CODE_ERROR)
    expect(await auditOf('passkey.verify')).toContainEqual(expect.objectContaining({ after: { outcome: 'refused' } }))
    const { client, response } = await signIn('root', key)
    expect((await client.call('passkey.verify', { response })).code).toBe(CODES.PARAM_ERROR)
    const again = await begin('root')
    expect((await again.client.call('passkey.verify', { response })).code).toBe(CODES.TICKET_EXPIRED)
    const late = key.get(await requestOptions(again.client), ORIGIN)
    console.clock.move(5 * MINUTE_MS)
    expect((await again.client.call('passkey.verify', { response: late })).code).toBe(CODES.TICKET_EXPIRED)
    const copied = key.credentials[0]!
    copied.counter = 0
    expect((await signIn('root', key)).code).toBe(CODES.VERIFY_CODE_ERROR)
    const { key: foreign } = await enrolWithPasskey('foreign')
    expect((await signIn('root', foreign)).code).toBe(CODES.VERIFY_CODE_ERROR)
  })

  it('stop after five wrong attempts', async () => {
    const { key } = await enrolWithPasskey('guessed')
    const codes: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      codes.push((await signIn('guessed', key, EVIL)).code)
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => CODES.VERIFY_CODE_ERROR))
    expect(codes[5]).toBe(CODES.CURRENT_LIMITING_B)
  })

  it('can be the only second factor, which completes the first sign-in and gives recovery codes', async () => {
    const { client, key, recoveryCodes } = await enrolWithPasskey('keeper')
    expect(recoveryCodes).toHaveLength(10)
    expect((await client.call('session.get', {})).data).toMatchObject({
      state: 'open',
      factors: { hasTotp: false, passkeys: 1 },
    })
    expect((await begin('keeper')).state).toBe('verify')
    expect((await signIn('keeper', key)).code).toBe(0)
    const lost = await begin('keeper')
    expect((await lost.client.call('factor.verify', { code: recoveryCodes[0] ?? '' })).code).toBe(0)
    const { list } = (await root.call('operator.list', {})).data
    expect(list.find(({ name }) => name === 'keeper')).toMatchObject({ hasSecondFactor: true })
  })

  it('leave one second factor: the last passkey without an authenticator cannot be removed', async () => {
    const { client } = await enrolWithPasskey('careful')
    await add(client, '备用')
    const owned = await listOf(client)
    const remove = async ({ id }: { readonly id: string }, password = PASSWORD) =>
      (await client.call('passkey.remove', { id, password })).code
    expect(await remove(owned[0]!, 'wrong horse battery')).toBe(CODES.PARAM_ERROR)
    const both = await Promise.all(owned.map((one) => remove(one)))
    expect(both.sort((one, other) => one - other)).toEqual([0, CODES.LIMIT_EXCEEDED])
    const left = await listOf(client)
    expect(left).toHaveLength(1)
    expect(await remove(left[0]!)).toBe(CODES.LIMIT_EXCEEDED)
    const lines = await auditOf('passkey.remove')
    expect(lines.filter(({ before }) => before !== null)).toHaveLength(1)
    expect(lines.filter(({ after }) => after !== null)).toMatchObject([{ after: { outcome: 'refused' } }])
  })

  it('of others are neither renamed nor removed', async () => {
    const { client } = await enrolWithPasskey('other')
    const id = (await listOf(client))[0]?.id ?? ''
    expect((await root.call('passkey.rename', { id, label: 'x' })).code).toBe(CODES.NOT_FOUND)
    expect((await root.call('passkey.remove', { id, password: PASSWORD })).code).toBe(CODES.NOT_FOUND)
    expect(await listOf(client)).toMatchObject([{ label: '手机' }])
  })

  it('do not get in beside a factor that was set up meanwhile, nor while a sign-in waits for its factor', async () => {
    const client = await invite('doubled')
    const { client: thief } = await begin('doubled')
    const key = new SoftwareAuthenticator()
    const response = key.create(await creationOptions(thief, {}), ORIGIN)
    const enrolled = (await client.call('factor.enrol', {})).data
    await client.call('factor.confirm', { code: codeOf(enrolled.secret, console.clock.now()) })
    expect((await thief.call('passkey.add', { label: 'x', response })).code).toBe(CODES.PARAM_ERROR)
    const { client: waiting } = await begin('doubled')
    expect((await waiting.call('passkey.addOptions', {})).code).toBe(CODES.PARAM_ERROR)
    expect((await waiting.call('passkey.list', {})).code).toBe(CONSOLE_CODES.SECOND_FACTOR_NEEDED)
    expect(await listOf(client)).toEqual([])
  })

  it('keep an authenticator out that is confirmed after the first passkey', async () => {
    const client = await invite('raced')
    const { client: thief } = await begin('raced')
    const enrolled = (await thief.call('factor.enrol', {})).data
    const response = new SoftwareAuthenticator().create(await creationOptions(client, {}), ORIGIN)
    expect((await client.call('passkey.add', { label: '手机', response })).code).toBe(0)
    const late = await thief.call('factor.confirm', { code: codeOf(enrolled.secret, console.clock.now()) })
    expect(late.code).toBe(CODES.VERIFY_CODE_ERROR)
  })

  it('are limited to ten, and refuse one that is stored already', async () => {
    const { client, key } = await enrolWithPasskey('collector')
    const options = await creationOptions(client)
    expect(options).toMatchObject({ excludeCredentials: [{ id: key.credentials[0]?.id }] })
    for (let count = 1; count < 10; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await add(client, `第 ${count} 把`)
    }
    const response = new SoftwareAuthenticator().create(await creationOptions(client), ORIGIN)
    expect((await client.call('passkey.add', { label: 'x', response })).code).toBe(CODES.LIMIT_EXCEEDED)
  })

  it('go with a reset of the second factor and with operator-reset', async () => {
    const { client } = await enrolWithPasskey('reset1')
    const found = (await root.call('operator.list', {})).data.list.find(({ name }) => name === 'reset1')!
    const { data } = await root.call('operator.resetFactor', { id: found.id, version: found.version })
    expect(data.operator).toMatchObject({ hasSecondFactor: false })
    expect((await client.call('passkey.list', {})).code).toBe(CODES.NEED_LOGIN)
    expect((await begin('reset1')).state).toBe('enrol')

    await enrolWithPasskey('reset2')
    const { token } = await resetOperator(console.database.db, 'reset2', console.clock.now())
    const accepted = await console.connect().call('invitation.accept', { token, password: PASSWORD })
    expect(accepted.data).toEqual({ state: 'enrol' })
    const owners = await console.database.db.select({ owner: operatorPasskey.operatorId }).from(operatorPasskey)
    expect(owners.map(({ owner }) => owner)).not.toContain(found.id)
  })
})
