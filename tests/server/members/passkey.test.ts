import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS, type DataOf } from '#protocol/endpoints/table.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { relyingPartyOf } from '#server/members/passkeys/ceremonies.ts'
import { type CreationOptions, type RequestOptions, SoftwareAuthenticator } from '../../support/authenticator.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { openSecurityServer, ORIGIN, PASSWORD, type SecurityServer, type TestMember } from './security-support.ts'

describe.each(SHORT_KINDS)('passkeys on %s', (kind) => {
  let server: SecurityServer

  beforeAll(async () => {
    server = await openSecurityServer(kind)
  }, 60_000)
  afterAll(() => server.close())

  const list = async (client: SealedClient) =>
    ENDPOINTS['passkey.list'].data.parse((await client.call('passkey.list', {})).data).list

  async function creationOptions(client: SealedClient): Promise<CreationOptions> {
    const response = await client.call('passkey.registerOptions', { password: server.typed(client, PASSWORD) })
    expect(response.code).toBe(0)
    return (response.data as { options: unknown }).options as CreationOptions
  }

  async function add(client: SealedClient, key = new SoftwareAuthenticator(), label = '手机') {
    const options = await creationOptions(client)
    const response = await client.call('passkey.register', { label, response: key.create(options, ORIGIN) })
    expect(response.code).toBe(0)
    return key
  }

  /** A member with a passkey. */
  async function withPasskey(): Promise<{ member: TestMember; client: SealedClient; key: SoftwareAuthenticator }> {
    const member = await server.member()
    const client = await server.signedIn(member)
    return { member, client, key: await add(client) }
  }

  const removal = (client: SealedClient, id = '') => ({ id, password: server.typed(client, PASSWORD) })

  async function begin(client: SealedClient) {
    const { data } = await client.call('passkey.signInOptions', {})
    const { ticket, options } = data as { ticket: string; options: unknown }
    return { ticket, options: options as RequestOptions }
  }

  async function signIn(client: SealedClient, key: SoftwareAuthenticator, origin = ORIGIN) {
    const { ticket, options } = await begin(client)
    return client.call('passkey.signIn', { ticket, response: key.get(options, origin) })
  }

  it('are added with the password, listed, and shown in the overview', async () => {
    const { client, member } = await withPasskey()
    expect(await list(client)).toMatchObject([{ label: '手机', createdAt: server.clock.now, usedAt: null }])
    expect((await client.call('security.overview', {})).data).toMatchObject({ passkeys: 1 })
    const elsewhere = await server.signedIn(member, 3)
    expect((await elsewhere.call('security.notice', {})).data).toMatchObject({ notice: { kind: 'passkey-added' } })
  })

  it('need the password for their options', async () => {
    const client = await server.signedIn(await server.member())
    const wrong = await client.call('passkey.registerOptions', { password: server.typed(client, 'Wrong12345') })
    expect(wrong.code).toBe(CODES.OLD_PASSWORD_WRONG)
  })

  it('ask for a discoverable key with verification of the user, and name the site and the account', async () => {
    const member = await server.member()
    const client = await server.signedIn(member)
    expect(await creationOptions(client)).toMatchObject({
      rp: { id: 'localhost', name: '看台' },
      user: { name: member.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it('exclude the existing keys of the member', async () => {
    const { client, key } = await withPasskey()
    expect(await creationOptions(client)).toMatchObject({ excludeCredentials: [{ id: key.credentials[0]?.id }] })
  })

  it.each([
    [
      'another origin',
      (options: CreationOptions) => new SoftwareAuthenticator().create(options, 'https://evil.example'),
    ],
    [
      'another challenge',
      (options: CreationOptions) => new SoftwareAuthenticator().create({ ...options, challenge: 'AAAA' }, ORIGIN),
    ],
    [
      'another relying party',
      (options: CreationOptions) =>
        new SoftwareAuthenticator().create({ ...options, rp: { id: 'evil.example' } }, ORIGIN),
    ],
    [
      'no verification of the user',
      (options: CreationOptions) => new SoftwareAuthenticator({ verifiesUser: false }).create(options, ORIGIN),
    ],
    ['no content', () => ({})],
    ['hostile content', () => ({ id: '__proto__', response: { clientDataJSON: '\u0000', attestationObject: [] } })],
  ])('refuse a registration with %s', async (_, respond) => {
    const client = await server.signedIn(await server.member())
    const response = respond(await creationOptions(client))
    expect((await client.call('passkey.register', { label: 'x', response })).code).toBe(CODES.PARAM_ERROR)
    expect(await list(client)).toEqual([])
  })

  it('use the options of a registration once, within five minutes, in the same session', async () => {
    const client = await server.signedIn(await server.member())
    const key = new SoftwareAuthenticator()
    const options = await creationOptions(client)
    server.clock.now += 5 * MINUTE_MS
    const register = (one: CreationOptions) =>
      client.call('passkey.register', { label: 'x', response: key.create(one, ORIGIN) })
    expect((await register(options)).code).toBe(CODES.TICKET_EXPIRED)
    const fresh = await creationOptions(client)
    const other = await server.signedIn(await server.member())
    const response = key.create(fresh, ORIGIN)
    expect((await other.call('passkey.register', { label: 'x', response })).code).toBe(CODES.TICKET_EXPIRED)
    expect((await register(fresh)).code).toBe(0)
    expect((await register(fresh)).code).toBe(CODES.TICKET_EXPIRED)
  })

  it('are limited to ten per member', async () => {
    const client = await server.signedIn(await server.member())
    // oxlint-disable-next-line no-await-in-loop -- in order
    for (let count = 0; count < 10; count += 1) await add(client)
    const response = new SoftwareAuthenticator().create(await creationOptions(client), ORIGIN)
    expect((await client.call('passkey.register', { label: 'x', response })).code).toBe(CODES.LIMIT_EXCEEDED)
  })

  describe('sign-in without a password', () => {
    it('reveals no names and no keys before it', async () => {
      const { options } = await begin(await server.visitor())
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
      expect(options).toHaveProperty('allowCredentials', [])
    })

    it('opens a session and shows the use', async () => {
      const { member, key, client } = await withPasskey()
      server.clock.now += 1_000
      const other = await server.visitor()
      const response = await signIn(other, key)
      expect(response.code).toBe(0)
      other.token = (response.data as DataOf<'passkey.signIn'>).token
      expect((await other.call('security.overview', {})).data).toMatchObject({ name: member.name })
      // A second sign-in of a class ends the first (S6.4).
      expect((await client.call('security.overview', {})).code).toBe(CODES.LOGIN_ELSEWHERE_ERROR)
      expect(await list(other)).toMatchObject([{ usedAt: server.clock.now }])
    })

    it('uses a ticket once, on its device, within five minutes', async () => {
      const { key } = await withPasskey()
      const [device, thief] = [await server.visitor(), await server.visitor()]
      const stolen = await begin(device)
      const respond = ({ ticket, options }: typeof stolen, client: SealedClient) =>
        client.call('passkey.signIn', { ticket, response: key.get(options, ORIGIN) })
      expect((await respond(stolen, thief)).code).toBe(CODES.TICKET_EXPIRED)
      const late = await begin(device)
      server.clock.now += 5 * MINUTE_MS
      expect((await respond(late, device)).code).toBe(CODES.TICKET_EXPIRED)
      const good = await begin(device)
      expect((await respond(good, device)).code).toBe(0)
      expect((await respond(good, device)).code).toBe(CODES.TICKET_EXPIRED)
    })

    it('refuses another origin, an unknown key, and a response of another member', async () => {
      const { key } = await withPasskey()
      const other = await withPasskey()
      const client = await server.visitor()
      expect((await signIn(client, key, 'https://evil.example')).code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
      const unknown = new SoftwareAuthenticator()
      unknown.create({ challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' } }, ORIGIN)
      expect((await signIn(client, unknown)).code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
      const { ticket, options } = await begin(client)
      const response = key.get(options, ORIGIN)
      const mixed = { ...response, id: other.key.credentials[0]?.id }
      expect((await client.call('passkey.signIn', { ticket, response: mixed })).code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    })

    it('refuses a counter that does not grow, which means a copied key', async () => {
      const { key } = await withPasskey()
      const client = await server.visitor()
      expect((await signIn(client, key)).code).toBe(0)
      const [credential] = key.credentials
      if (credential) credential.counter -= 1
      expect((await signIn(client, key)).code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    })

    it('refuses a key without verification of the user', async () => {
      const { key } = await withPasskey()
      const careless = new SoftwareAuthenticator({ verifiesUser: false })
      careless.credentials.push(...key.credentials)
      expect((await signIn(await server.visitor(), careless)).code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    })

    it('S3.34 refuses a blocked member', async () => {
      const { member, key } = await withPasskey()
      await server.store.db.execute(`update member set status = '2' where id = '${member.memberId}'`)
      expect((await signIn(await server.visitor(), key)).code).toBe(CODES.ACCOUNT_BLOCKADE)
    })

    it('refuses a removed key', async () => {
      const { client, key } = await withPasskey()
      expect((await client.call('passkey.remove', removal(client, key.credentials[0]?.id))).code).toBe(0)
      expect(await list(client)).toEqual([])
      expect((await signIn(await server.visitor(), key)).code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    })
  })

  describe('as second factor', () => {
    async function requiring() {
      const made = await withPasskey()
      const params = { isRequired: true, password: server.typed(made.client, PASSWORD) }
      expect((await made.client.call('passkey.setRequired', params)).code).toBe(0)
      return made
    }

    it('complete a sign-in by password, whose response is NEED_PASSKEY', async () => {
      const { member, key } = await requiring()
      const client = await server.visitor()
      const first = await server.signIn(client, member.name)
      expect(first).toMatchObject({ code: CODES.NEED_PASSKEY })
      expect(JSON.stringify(first.data)).not.toContain('token')
      const { ticket, options } = first.data as { ticket: string; options: RequestOptions }
      expect(options).toMatchObject({ allowCredentials: [{ id: key.credentials[0]?.id }] })
      const response = await client.call('passkey.signIn', { ticket, response: key.get(options, ORIGIN) })
      expect(response.code).toBe(0)
      client.token = (response.data as DataOf<'passkey.signIn'>).token
      expect((await client.call('security.overview', {})).data).toMatchObject({ isPasskeyRequired: true })
    })

    it('S4.15 do not complete a sign-in by a password that was changed meanwhile', async () => {
      const { member, client: own, key } = await requiring()
      const client = await server.visitor()
      const begun = (await server.signIn(client, member.name)).data as { ticket: string; options: RequestOptions }
      await own.call('password.update', {
        oldPassword: server.typed(own, PASSWORD),
        newPassword: server.typed(own, 'Blue77sky'),
      })
      const response = key.get(begun.options, ORIGIN)
      expect((await client.call('passkey.signIn', { ticket: begun.ticket, response })).code).toBe(CODES.TICKET_EXPIRED)
    })

    it('refuse the key of another member', async () => {
      const { member } = await requiring()
      const other = await withPasskey()
      const client = await server.visitor()
      const { ticket, options } = (await server.signIn(client, member.name)).data as {
        ticket: string
        options: RequestOptions
      }
      const response = await client.call('passkey.signIn', { ticket, response: other.key.get(options, ORIGIN) })
      expect(response.code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    })

    it('are not required of a member without one, and no longer after the last was removed', async () => {
      const without = await server.signedIn(await server.member())
      const params = (client: SealedClient) => ({ isRequired: true, password: server.typed(client, PASSWORD) })
      expect((await without.call('passkey.setRequired', params(without))).code).toBe(CODES.PARAM_ERROR)
      const { member, client, key } = await requiring()
      await client.call('passkey.remove', removal(client, key.credentials[0]?.id))
      expect((await server.signIn(await server.visitor(), member.name)).code).toBe(0)
    })

    it('need the password to be required or not', async () => {
      const { client } = await requiring()
      const wrong = { isRequired: false, password: server.typed(client, 'Wrong12345') }
      expect((await client.call('passkey.setRequired', wrong)).code).toBe(CODES.OLD_PASSWORD_WRONG)
      const right = { isRequired: false, password: server.typed(client, PASSWORD) }
      expect((await client.call('passkey.setRequired', right)).code).toBe(0)
      expect((await client.call('security.overview', {})).data).toMatchObject({ isPasskeyRequired: false })
    })
  })

  it('of another member are treated like missing ones', async () => {
    const [own, other] = [await withPasskey(), await withPasskey()]
    for (const id of [other.key.credentials[0]?.id ?? '', 'unknown', 'x'.repeat(512)]) {
      // oxlint-disable-next-line no-await-in-loop -- three
      expect(await own.client.call('passkey.remove', removal(own.client, id))).toMatchObject({
        code: CODES.NOT_FOUND,
        data: null,
      })
    }
    expect(await list(other.client)).toHaveLength(1)
  })
})

describe('relying party of a page', () => {
  it.each([
    ['http://localhost:8080', [], 'localhost'],
    ['https://fresh.example.com', ['https://fresh.example.com', 'https://b.example.com'], 'fresh.example.com'],
    ['https://evil.example', ['https://fresh.example.com'], 'fresh.example.com'],
    [undefined, ['https://fresh.example.com'], 'fresh.example.com'],
    [undefined, [], null],
    ['not an origin', [], null],
    ['https://a.example/path', [], null],
    ['null', [], null],
  ])('of %s with allowed origins %j is %s', (origin, allowed, id) => {
    expect(relyingPartyOf(origin, allowed)?.id ?? null).toBe(id)
  })
})
