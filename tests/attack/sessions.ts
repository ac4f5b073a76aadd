import crypto from 'node:crypto'
import { expect } from 'vitest'
import { SoftwareAuthenticator } from '../support/authenticator.ts'
import { atOnce, attempt, codes, joinRoom, liveMatch, tally, type World } from './attempt.ts'
import { Client, type Data, type Response } from './client.ts'

const PASSWORD = 'Play2026x'
let nextPhone = 13_900_000_000 + Math.floor(Math.random() * 9_000_000) * 10

/** The last code of a text message to this device; demo mode shows it. */
async function codeFor(client: Client): Promise<string> {
  const { data } = await client.call('demo.outbox')
  return /\d{6}/.exec((data.list as Data[])[0].text)?.[0] ?? ''
}

async function requestCode(client: Client, scene: string, phone: string): Promise<string> {
  const { code } = await client.call('registration.sendCode', { scene, areaCode: '86', phone })
  if (code !== 'SUCCESS') throw new Error(`no code: ${code}`)
  return codeFor(client)
}

const newPhone = (): string => String((nextPhone += 1))
const newName = (): string => `at${crypto.randomBytes(4).toString('hex')}`.slice(0, 10)

function register(client: Client, more: object): Promise<Response> {
  const fields = {
    name: newName(),
    timewd: PASSWORD,
    currency: 'CNY',
    agreeTerms: true,
    birthDate: '1990-05-05',
    realName: '林小雨',
  }
  return client.call('registration.register', { ...fields, ...more })
}

/** A passkey of a member, and the page's origin that it belongs to. */
async function withPasskey(member: Client): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator()
  const { data } = await member.call('passkey.registerOptions', { password: PASSWORD })
  const response = authenticator.create(data.options, member.target.origin)
  const { code } = await member.call('passkey.register', { label: '手机', response })
  if (code !== 'SUCCESS') throw new Error(`no passkey: ${code}`)
  return authenticator
}

async function ticketOf(client: Client): Promise<{ ticket: string; options: Data }> {
  return (await client.call('passkey.signInOptions')).data
}

/** Addresses that are more than one address, or none. */
export const MAIL_INJECTIONS = [
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com\nBcc: b@example.com',
  'a@example.com\r\n\r\ntext',
  'a@example.com%0d%0aBcc:b@example.com',
  'a@example.com\u2028Bcc: b@example.com',
  'a@example.com,b@example.com',
  'a@example.com;b@example.com',
  'a@example.com b@example.com',
  'a@example.com>\r\nRCPT TO:<b@example.com',
  '<a@example.com>',
  'b <a@example.com>',
  '"a\r\nBcc: b"@example.com',
  'a@[127.0.0.1]',
  'a@localhost',
  'a@@example.com',
  '@example.com',
  'a\u0000@example.com',
  `${'a'.repeat(300)}@example.com`,
]

/** True if a call of a member succeeds. */
const isSignedIn = async (member: Client): Promise<boolean> => (await member.call('auth.session')).code === 'SUCCESS'

/** Changes one character of a header or body. */
const flip = (text: string, at: number): string => {
  const index = at < 0 ? text.length + at : at
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
}

const envelope = [
  attempt({
    name: 'sends a sealed request again, changed, moved to another path, from another session, and out of its time',
    prepare: async (world) => ({ member: await world.member(), other: await world.member() }),
    attempt: async ({ member, other }) => {
      const first = await member.call('interest.to', { currency: 'CNY', amount: 10_000 })
      const replay = member.last!
      const { headers, body } = replay.wire
      const changed = (more: object) => ({ replay, change: () => ({ ...replay.wire, ...more }) })
      const head = headers['x-lt1'] ?? ''
      const again = [
        changed({}),
        changed({ headers: { ...headers, 'x-lt1': flip(head, -1) } }),
        changed({ body: flip(String(body), 40) }),
        changed({ body: '{"xx":"short"}' }),
        changed({ body: '{}' }),
        changed({ body: '[]' }),
        changed({ headers: { ...headers, 'x-lt1': head.replace(/\d{13}/, (at) => String(Number(at) + 1)) } }),
        changed({ target: '/api/site/group/wallet/interest/v1/from' }),
      ]
      const seen: string[] = [first.code]
      for (const options of again) seen.push((await member.call('interest.to', {}, options)).code)
      const stolen = member.token
      other.token = stolen
      seen.push((await other.call('interest.to', { currency: 'CNY', amount: 10_000 })).code)
      for (const shiftMs of [-600_000, 600_000, 86_400_000])
        seen.push((await member.call('interest.to', { currency: 'CNY', amount: 10_000 }, { shiftMs })).code)
      seen.push(
        (await member.call('interest.to', { currency: 'CNY', amount: 10_000 }, { head: { sign: '0'.repeat(64) } }))
          .code,
      )
      seen.push(
        (await member.call('interest.to', { currency: 'CNY', amount: 10_000 }, { head: { uuid: 'another-device' } }))
          .code,
      )
      return seen
    },
    expected: [
      'SUCCESS',
      ...Array.from({ length: 8 }, () => 'SEAL_REFUSED'),
      'AUTH_ERROR',
      'STALE',
      'STALE',
      'STALE',
      'SEAL_REFUSED',
      'SEAL_REFUSED',
    ],
    state: async ({ member }) => (await member.call('interest.info', { currency: 'CNY' })).data.principal,
    after: 10_000,
  }),
]

const signIn = [
  attempt({
    name: '2.2 six registrations with one phone and one code at once, under age, with codes of two invitations',
    prepare: async (world) => {
      const [client, one, two] = [await world.visitor(), await world.member(), await world.member()]
      const links = await Promise.all([one, two].map((member) => member.call('invite.link')))
      const phone = newPhone()
      return { client, phone, code: await requestCode(client, 'register', phone), links: links.map(({ data }) => data) }
    },
    attempt: async ({ client, phone, code, links: [one, two] }) => {
      const of = { areaCode: '86', phone, code }
      const odd = [
        await register(client, { ...of, birthDate: '2020-01-01' }),
        await register(client, { ...of, i_code: one.i_code, r_code: two.r_code }),
        await register(client, { ...of, i_code: 'none' }),
        await register(client, { ...of, agreeTerms: false }),
        await register(client, { ...of, name: '__proto__' }),
      ]
      return { odd: codes(odd), registered: tally(await atOnce(6, () => register(client, of)))['SUCCESS'] }
    },
    expected: {
      odd: ['UNDER_AGE', 'INVITE_CODE_INVALID', 'INVITE_CODE_INVALID', 'PARAM_ERROR', 'PARAM_ERROR'],
      registered: 1,
    },
    state: async ({ client, phone, code }) => (await register(client, { areaCode: '86', phone, code })).code,
    after: expect.not.stringMatching('SUCCESS'),
  }),
  attempt({
    name: '2.3 recovery: a ticket on another device, at the wrong step, of a made-up account, and 30 codes at once (2.4)',
    prepare: async (world) => ({ client: await world.visitor(), thief: await world.visitor() }),
    attempt: async ({ client, thief }) => {
      const asked = { name: 'nobody9', areaCode: '86', phone: newPhone() }
      const known = await client.call('recovery.phoneStepOne', { ...asked, name: 'fan001' })
      const unknown = await client.call('recovery.phoneStepOne', { ...asked, phone: newPhone() })
      const { ticket } = known.data
      const wrong = [
        await thief.call('recovery.phoneStepTwo', { ticket, code: '123456' }),
        await client.call('recovery.phoneStepThree', { ticket, timewd: 'Newpass11' }),
        await client.call('recovery.emailStepTwo', { ticket, code: '123456' }),
      ]
      const guesses = await atOnce(30, (index) =>
        client.call('recovery.phoneStepTwo', { ticket, code: String(100_000 + index) }),
      )
      return {
        alike:
          JSON.stringify(Object.keys(known.data)) === JSON.stringify(Object.keys(unknown.data)) &&
          known.code === unknown.code,
        wrong: codes(wrong).includes('SUCCESS'),
        guessed: tally(guesses)['SUCCESS'] ?? 0,
        tried: (tally(guesses)['VERIFY_CODE_ERROR'] ?? 0) <= 5,
      }
    },
    expected: { alike: true, wrong: false, guessed: 0, tried: true },
    state: async (_, world) => isSignedIn(await world.signedIn('fan001')),
    after: true,
  }),
  attempt({
    name: '2.6 tells a name without an account from a wrong password by the response',
    prepare: async (world) => ({
      clients: await atOnce(6, () => world.visitor()),
      member: await world.signedIn('rich001'),
    }),
    attempt: async ({ clients }) => {
      const seen = new Set<string>()
      for (const [index, client] of clients.entries()) {
        const { code, data, status } = await client.signIn(index % 2 === 0 ? 'rich001' : `none${index}x`, 'Wrong2026x')
        seen.add(`${status} ${code} ${JSON.stringify(data)}`)
      }
      return [...seen]
    },
    expected: ['200 NAME_OR_PASSWORD_WRONG null'],
    state: ({ member }) => isSignedIn(member),
    after: true,
  }),
  attempt({
    name: '2.7 passkeys: the response again, of another member, without user verification, of another origin and relying party',
    prepare: async (world) => ({ member: await world.member(), other: await world.member() }),
    attempt: async ({ member, other }) => {
      const { origin } = member.target
      const options = async (by: Client): Promise<Data> =>
        (await by.call('passkey.registerOptions', { password: PASSWORD })).data.options
      const add = (by: Client, response: object): Promise<Response> =>
        by.call('passkey.register', { label: '手机', response })
      const authenticator = new SoftwareAuthenticator()
      const response = authenticator.create(await options(member), origin)
      const foreign = new SoftwareAuthenticator().create(await options(other), origin)
      const seen = [
        await add(member, foreign),
        await member.call('passkey.registerOptions', {}),
        await add(member, new SoftwareAuthenticator({ verifiesUser: false }).create(await options(member), origin)),
        await add(member, new SoftwareAuthenticator().create(await options(member), 'https://evil.example')),
        await add(
          member,
          new SoftwareAuthenticator().create({ ...(await options(member)), rp: { id: 'evil.example' } }, origin),
        ),
        await add(member, response),
      ]
      return codes(seen).filter((code) => code === 'SUCCESS').length
    },
    expected: 0,
    state: async ({ member }) => (await member.call('passkey.list')).data.list.length,
    after: 0,
  }),
  attempt({
    name: '2.8 2.12 passkey sign-in: 6 times at once, on another device, replayed, with the old counter, for another member',
    prepare: async (world) => {
      const [member, other] = [await world.member(), await world.member()]
      const [mine, theirs] = [await withPasskey(member), await withPasskey(other)]
      return { member, mine, theirs, client: await world.visitor(), thief: await world.visitor() }
    },
    attempt: async ({ member, mine, theirs, client, thief }) => {
      const { origin } = member.target
      const signIn = (by: Client, ticket: string, response: object): Promise<Response> =>
        by.call('passkey.signIn', { ticket, response })
      const stolen = await ticketOf(client)
      const moved = await signIn(thief, stolen.ticket, mine.get(stolen.options, origin))
      const asked = await ticketOf(client)
      const response = mine.get(asked.options, origin)
      const once = await atOnce(6, () => signIn(client, asked.ticket, response))
      const later = await ticketOf(client)
      const replayed = await signIn(client, later.ticket, response)
      const copied = await ticketOf(client)
      mine.credentials[0]!.counter = 1
      const counter = await signIn(client, copied.ticket, mine.get(copied.options, origin))
      const foreign = await ticketOf(client)
      const asserted = theirs.get(foreign.options, origin) as Data
      asserted.response.userHandle = mine.credentials[0]!.userHandle
      const swapped = await signIn(client, foreign.ticket, asserted)
      return { once: tally(once)['SUCCESS'], others: codes([moved, replayed, counter, swapped]).includes('SUCCESS') }
    },
    expected: { once: 1, others: false },
    state: async ({ member }) => isSignedIn(member),
    // A sign-in of the same kind of client ended this session.
    after: false,
  }),
  attempt({
    name: 'a code of another scene, address, device and member, and a code again after its use',
    prepare: async (world) => {
      const [member, thief] = [await world.member(), await world.member()]
      const [email, other] = [`${newName()}@example.com`, `${newName()}@example.com`]
      await member.call('registration.sendCode', { scene: 'bindEmail', email })
      return { member, thief, email, other, code: await codeFor(member), phone: newPhone() }
    },
    attempt: async ({ member, thief, email, other, code, phone }) => {
      const password = PASSWORD
      return codes([
        await thief.call('bind.email', { email, code, password }),
        await thief.call('bind.email', { email: other, code, password }),
        await member.call('bind.email', { email: other, code, password }),
        await member.call('bind.phone', { areaCode: '86', phone, code, password }),
        await member.call('bind.email', { email, code }),
        await member.call('bind.email', { email, code, password: 'Wrong2026x' }),
        await member.call('bind.email', { email, code, password }),
        await member.call('bind.email', { email, code, password }),
        await thief.call('bind.email', { email, code, password }),
      ])
    },
    expected: [
      ...Array.from({ length: 4 }, () => 'VERIFY_CODE_ERROR'),
      'PARAM_ERROR',
      'OLD_PASSWORD_WRONG',
      'SUCCESS',
      'VERIFY_CODE_ERROR',
      'VERIFY_CODE_ERROR',
    ],
    state: async ({ member, thief }) => {
      const overviews = await Promise.all([member, thief].map((one) => one.call('security.overview')))
      return overviews.map(({ data }) => [data.email === null, data.phone])
    },
    after: [
      [false, null],
      [true, null],
    ],
  }),
  attempt({
    name: 'addresses that add headers, lines or recipients to a mail, and numbers that add digits to a message',
    prepare: async (world) => ({ client: await world.visitor(), member: await world.member() }),
    attempt: async ({ client, member }) => {
      const sent = await Promise.all(
        MAIL_INJECTIONS.map((email) => member.call('registration.sendCode', { scene: 'bindEmail', email })),
      )
      const phones = [
        '13900000001\r\nX: 1',
        '13900000001,13900000002',
        '+8613900000001',
        '1390000000１',
        ' 13900000001',
      ]
      const texts = await Promise.all(
        phones.map((phone) => client.call('registration.sendCode', { scene: 'register', areaCode: '86', phone })),
      )
      const areas = await Promise.all(
        ['86\r\n', '+86', '86,1', '', '999999'].map((areaCode) =>
          client.call('registration.sendCode', { scene: 'register', areaCode, phone: '13900000001' }),
        ),
      )
      return [sent, texts, areas].map(tally)
    },
    expected: [{ PARAM_ERROR: MAIL_INJECTIONS.length }, { PARAM_ERROR: 5 }, { PARAM_ERROR: 5 }],
    state: async ({ client, member }) => {
      const lists = await Promise.all([client, member].map((one) => one.call('demo.outbox')))
      const targets = lists.flatMap(({ data }) => (data.list as Data[]).map(({ to }) => to as string))
      return targets.filter((to) => MAIL_INJECTIONS.includes(to) || /[\r\n,;<>]/.test(to))
    },
    after: [],
  }),
  attempt({
    name: '2.13 weakens the account with a stolen session only: second factor, passkeys, phone, address',
    prepare: async (world) => {
      const member = await world.member()
      const authenticator = await withPasskey(member)
      await member.call('passkey.setRequired', { isRequired: true, password: PASSWORD })
      return { member, authenticator }
    },
    attempt: async ({ member }) => {
      const { id } = (await member.call('passkey.list')).data.list[0]
      const phone = newPhone()
      const code = await requestCode(member, 'bindPhone', phone)
      return codes([
        await member.call('passkey.setRequired', { isRequired: false }),
        await member.call('passkey.remove', { id }),
        await member.call('passkey.setRequired', { isRequired: false, password: 'Wrong2026x' }),
        await member.call('passkey.remove', { id, passkey: { ticket: 'a'.repeat(22), response: {} } }),
        await member.call('bind.phone', { areaCode: '86', phone, code }),
        await member.call('virtualCurrency.insert', {
          address: 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T',
          chain: 'TRC20',
          alias: 'x',
          withdrawPwd: '111111',
        }),
        await member.call('withdrawPassword.set', { pwd: '135790', code: '123456' }),
      ])
    },
    expected: [
      'PARAM_ERROR',
      'PARAM_ERROR',
      'OLD_PASSWORD_WRONG',
      expect.not.stringMatching('SUCCESS'),
      'PARAM_ERROR',
      'WITHDRAW_PWD_WRONG',
      expect.not.stringMatching('SUCCESS'),
    ],
    state: async ({ member }) => {
      const { data } = await member.call('security.overview')
      return [data.isPasskeyRequired, data.passkeys, data.phone]
    },
    after: [true, 1, null],
  }),
  attempt({
    name: '2.10 changes the password by guesses, and uses the other session afterwards',
    prepare: async (world) => {
      const member = await world.member()
      const { anchorRoomId } = await liveMatch(member)
      const phone = await Client.connect(world.origin)
      return { member, phone, anchorRoomId }
    },
    attempt: async ({ member }) => {
      const guesses = await atOnce(12, (index) =>
        member.call('password.update', { oldPassword: `Guess${index}xy`, newPassword: 'Stolen2026' }),
      )
      const right = await member.call('password.update', { oldPassword: PASSWORD, newPassword: 'Stolen2026' })
      return {
        guessed: tally(guesses)['SUCCESS'] ?? 0,
        tried: (tally(guesses)['OLD_PASSWORD_WRONG'] ?? 0) <= 5,
        right: right.code,
      }
    },
    expected: { guessed: 0, tried: true, right: 'CURRENT_LIMITING_B' },
    state: ({ member }) => isSignedIn(member),
    after: true,
  }),
  attempt({
    name: 'a token after sign-out, on another device, made up, and 10 sign-ins of one account at once (2.15)',
    prepare: async (world) => ({ member: await world.member(), name: 'vip0009' }),
    attempt: async ({ member, name }, world) => {
      const { token } = member
      const moved = await world.visitor()
      moved.token = token
      const other = await moved.call('auth.session')
      await member.call('auth.logout')
      const ended = await (await member.again()).call('auth.session')
      const made: string[] = []
      for (const forged of ['x', `${token.slice(0, -1)}A`, 'null', '0', `${token}${token}`]) {
        const client = await world.visitor()
        client.token = forged
        made.push((await client.call('auth.session')).code)
      }
      const clients = await atOnce(10, () => world.visitor())
      // Sign-ins at once count as failures until they have succeeded, so some are refused.
      await Promise.all(clients.map((client) => client.signIn(name, PASSWORD)))
      const alive = (await Promise.all(clients.map(isSignedIn))).filter(Boolean).length
      return { other: [other.code, other.status], ended: ended.status, made: [...new Set(made)], alive }
    },
    expected: { other: ['AUTH_ERROR', 401], ended: 401, made: ['AUTH_ERROR'], alive: 1 },
    state: ({ member }) => isSignedIn(member),
    after: false,
  }),
  attempt({
    name: 'the socket of a session stays open after sign-out, or comes back with the old ticket',
    prepare: async (world) => {
      const member = await world.member()
      const { chatRoomNo } = await liveMatch(member)
      const { socket, joined } = await joinRoom(member, chatRoomNo)
      return { member, socket, joined, chatRoomNo: chatRoomNo as string }
    },
    attempt: async ({ member, socket, joined, chatRoomNo }) => {
      const before = await socket.ask('say', { chatRoomNo, cid: crypto.randomUUID(), text: '退出之前' })
      await member.call('auth.logout')
      await socket.closed
      const { socket: visitor } = await joinRoom(await Client.connect(member.target.origin), chatRoomNo, 'anon')
      const again = await visitor.ask('join', {
        ticket: joined.ticket,
        position: { epoch: joined.epoch, seq: joined.seq },
      })
      await visitor.close()
      return {
        before: before.ok,
        ended: socket.events.some(({ name }) => name === 'session-end'),
        again: again?.ok ?? false,
      }
    },
    expected: { before: true, ended: true, again: false },
    state: async ({ member }) => isSignedIn(member),
    after: false,
  }),
  attempt({
    name: '2.16 nicknames: markup, names of staff with invisible, full-width and Cyrillic letters, of others',
    prepare: (world: World) => world.member(),
    attempt: async (member) => {
      const names = [
        '管理员',
        '管\u200B理员',
        '客\u00A0服',
        'аdmin',
        'ａｄｍｉｎ',
        'Admin',
        '<b>x</b>',
        '"><img src=x onerror=1>',
        '\u202Eabc',
        'a'.repeat(64),
        '',
        '  ',
      ]
      const checked = await Promise.all(names.map((nickname) => member.call('nickname.update', { nickname })))
      return names.filter((_, index) => checked[index]?.code === 'SUCCESS')
    },
    expected: [],
    state: async (member) => (await member.call('auth.session')).data.member.nickname,
    after: '看客',
  }),
]

export const sessions = [...envelope, ...signIn]
