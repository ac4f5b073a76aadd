import crypto from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { DEPTH } from '../support/depth.ts'
import { atOnce, attempt, tally } from './attempt.ts'
import { Client, type Response } from './client.ts'
import { bodyOf, type MailBehaviour, type MailServer } from './mail-server.ts'
import { MAIL_INJECTIONS } from './sessions.ts'

/** A production server that sends codes by the mail server of the attacker. */
export interface MessagesWorld {
  readonly origin: string
  readonly mail: MailServer
  /** What the server has printed. */
  output(): string
  restart(env: Readonly<Record<string, string>>): Promise<void>
}

interface MemberWithMail {
  readonly client: Client
  readonly name: string
  readonly email: string
}

const PASSWORD = 'Play2026x'
/** The limits of the server for one mail are 10 s without a byte and 20 s in total. */
const MAIL_LIMIT_MS = 60_000
/** Far below the limits of a mail, and far above the time of a call on a busy machine. */
const CALL_LIMIT_MS = 8_000
/** Three connections at once, and three that are about to close. */
const MAX_OPEN = 6
let lastAddress = 0

/** A visitor with an address of its own behind the proxy. */
function visitor({ origin }: MessagesWorld): Promise<Client> {
  lastAddress += 1
  return Client.connect(origin, { http: { 'x-forwarded-for': `203.0.113.${lastAddress}` } })
}

const newAddress = (): string => `fan${crypto.randomBytes(4).toString('hex')}@example.com`

/** Waits until something is the case, or the longest time that a mail may take is over. */
async function until(isSo: () => boolean): Promise<boolean> {
  for (const endsAt = Date.now() + MAIL_LIMIT_MS; Date.now() < endsAt; await wait(50)) if (isSo()) return true
  return false
}

async function newMember(world: MessagesWorld): Promise<{ client: Client; name: string }> {
  const client = await visitor(world)
  const name = `m${crypto.randomBytes(4).toString('hex')}`
  const fields = { name, timewd: PASSWORD, currency: 'CNY', agreeTerms: true, birthDate: '1990-05-05' }
  const { code, data } = await client.call('registration.register', fields)
  if (code !== 'SUCCESS') throw new Error(`no member: ${code}`)
  client.token = data.token
  return { name, client }
}

/** A member who has bound an address, with the code of the mail. */
async function memberWithMail(world: MessagesWorld): Promise<MemberWithMail> {
  world.mail.become('deliver')
  const [{ client, name }, email] = [await newMember(world), newAddress()]
  await client.call('registration.sendCode', { scene: 'bindEmail', email })
  await until(() => world.mail.mails.length > 0)
  const code = /\d{6}/.exec(bodyOf(world.mail.mails[0]?.data ?? ''))?.[0] ?? ''
  const bound = await client.call('bind.email', { email, code, password: PASSWORD })
  if (bound.code !== 'SUCCESS') throw new Error(`no address: ${bound.code}`)
  return { client, name, email }
}

const recover = (client: Client, name: string, email: string): Promise<Response> =>
  client.call('recovery.emailStepOne', { name, email })

/**
 * What a caller can see of a response, and whether it came at once. Times and tickets differ between any two calls: only
 * the length of a ticket is compared.
 */
async function seen(call: () => Promise<Response>): Promise<Seen> {
  const startedAt = performance.now()
  const { status, code, content } = await call()
  const shape = JSON.stringify(content)
    .replaceAll(/"(traceId|time|sentAt)":"?[^",}]+"?/g, '"$1":0')
    .replace(/"ticket":"([^"]+)"/, (_, { length }: string) => `"ticket":"${length} characters"`)
  return { status, code, shape, isQuick: performance.now() - startedAt < CALL_LIMIT_MS }
}

interface Seen {
  readonly status: number
  readonly code: string
  readonly shape: string
  readonly isQuick: boolean
}

const FAILURES = /a code could not be sent/g
const failuresIn = (text: string): number => text.match(FAILURES)?.length ?? 0

const ASKED = { status: 200, code: 'SUCCESS', shape: expect.stringContaining('"ticket"'), isQuick: true }

/** One mail to a known account while the mail server behaves like this. */
const failing = (behaviour: MailBehaviour) =>
  attempt({
    name: `a mail server that fails: ${behaviour}`,
    prepare: async (world: MessagesWorld) => {
      const known = await memberWithMail(world)
      world.mail.become(behaviour)
      return { known, from: world.output().length }
    },
    attempt: async ({ known: { client, name, email } }, world) => {
      const before = failuresIn(world.output())
      const [one, other] = [await visitor(world), await visitor(world)]
      const waiting = await atOnce(6, () =>
        client.call('registration.sendCode', { scene: 'bindEmail', email: newAddress() }),
      )
      const known = await seen(() => recover(one, name, email))
      const unknown = await seen(() => recover(other, 'nobody9', newAddress()))
      const third = await seen(() => other.call('live.popularList', { size: 1, page: 1, kind: 'football' }))
      // The six and the one of the known account.
      const areReported = await until(() => failuresIn(world.output()) >= before + 7)
      return {
        waiting: tally(waiting),
        known,
        unknown,
        areAlike: known.shape === unknown.shape,
        third,
        areReported,
        open: world.mail.maxOpen <= MAX_OPEN,
      }
    },
    expected: {
      waiting: { SUCCESS: 6 },
      known: ASKED,
      unknown: ASKED,
      areAlike: true,
      third: expect.objectContaining({ code: 'SUCCESS', isQuick: true }),
      areReported: true,
      open: true,
    },
    state: async ({ known, from }, world) => {
      const { mail } = world
      const printed = world.output().slice(from)
      mail.become('deliver')
      const email = newAddress()
      const { code } = await known.client.call('registration.sendCode', { scene: 'bindEmail', email })
      await until(() => mail.mails.some(({ to }) => to.includes(email)))
      return {
        printed: printed.match(/验证码 ?\d+|\d{6}，|[\w.]+@example\.com|grandstand:secret/g),
        code,
        delivered: mail.mails.filter(({ to }) => to.includes(email)).length,
      }
    },
    after: { printed: null, code: 'SUCCESS', delivered: 1 },
  })

/** Behaviours that need the whole limit of a mail are left to the full run. */
const BEHAVIOURS: readonly MailBehaviour[] = [
  'refuse',
  'quote the mail',
  'endless line',
  'garbage',
  ...(DEPTH === 'full'
    ? ([
        'silent',
        'a byte a second',
        'close at the greeting',
        'close at the recipient',
        'hang at the recipient',
      ] as const)
    : []),
]

export const messages = [
  attempt({
    name: 'addresses that add headers, lines or recipients to a mail; what names put into it',
    prepare: (world: MessagesWorld) => memberWithMail(world),
    attempt: async ({ client, name, email }, world) => {
      world.mail.become('deliver')
      const bound = await Promise.all(
        MAIL_INJECTIONS.map((to) => client.call('registration.sendCode', { scene: 'bindEmail', email: to })),
      )
      const stranger = await visitor(world)
      const recovered: Response[] = []
      for (const to of MAIL_INJECTIONS.slice(0, 4)) recovered.push(await recover(stranger, name, to))
      for (const odd of ['x\r\nBcc: thief@example.com', 'x <thief@example.com>'])
        recovered.push(await recover(stranger, odd, newAddress()))
      const right = await recover(await visitor(world), name, email)
      return { bound: tally(bound), recovered: tally(recovered), right: right.code }
    },
    expected: {
      bound: { PARAM_ERROR: MAIL_INJECTIONS.length },
      recovered: { PARAM_ERROR: 4, SUCCESS: 2 },
      right: 'SUCCESS',
    },
    state: async ({ name, email }, { mail }) => {
      await until(() => mail.mails.length > 0)
      const [only] = mail.mails
      const [head = ''] = (only?.data ?? '').split('\r\n\r\n')
      return {
        to: mail.mails.map(({ to }) => to.map((one) => one === email)),
        headers: head
          .split('\r\n')
          .filter((line) => !/^\s/.test(line))
          .map((line) => line.replace(/:.*/, '').toLowerCase())
          .toSorted(),
        named: `${only?.data} ${bodyOf(only?.data ?? '')}`.includes(name),
      }
    },
    after: {
      to: [[true]],
      headers: [
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ],
      named: false,
    },
  }),
  attempt({
    name: 'a flood of codes: 12 devices for one account at once, and one address for 60 accounts',
    prepare: async (world: MessagesWorld) => {
      const known = await memberWithMail(world)
      const clients = await atOnce(12, () => visitor(world))
      const one = { 'x-forwarded-for': '203.0.113.250' }
      const devices = await atOnce(6, () => Client.connect(world.origin, { http: one }))
      world.mail.become('deliver')
      return { known, clients, devices }
    },
    attempt: async ({ known: { name, email }, clients, devices }) => {
      const target = await Promise.all(clients.map((client) => recover(client, name, email)))
      const strange = await atOnce(12, (index) => recover(clients[index]!, 'nobody9', 'nobody9@example.com'))
      const many = await atOnce(60, (index) => recover(devices[index % devices.length]!, `none${index}x`, newAddress()))
      return { target: tally(target), strange: tally(strange), many: (tally(many)['SUCCESS'] ?? 0) <= 40 }
    },
    expected: {
      target: { SUCCESS: 1, SMS_TOO_OFTEN: 11 },
      // An account that does not exist is limited as well.
      strange: { SUCCESS: 1, SMS_TOO_OFTEN: 11 },
      many: true,
    },
    state: async ({ known }, { mail }) => {
      await until(() => mail.mails.length > 0)
      await wait(1_000)
      return mail.mails.map(({ to }) => to.includes(known.email))
    },
    after: [true],
  }),
  ...BEHAVIOURS.map((behaviour) => failing(behaviour)),
  attempt({
    name: 'a mail server in another network that offers no TLS, as somebody between the servers can make it look',
    prepare: async (world: MessagesWorld) => {
      const known = await memberWithMail(world)
      world.mail.become('deliver')
      // 0.0.0.0 leads to this machine, but is not one of its own names.
      await world.restart({ SMTP_URL: `smtp://grandstand:secret@0.0.0.0:${world.mail.port}` })
      return { known, from: world.output().length }
    },
    attempt: async ({ known: { name, email }, from }, world) => {
      const { code } = await recover(await visitor(world), name, email)
      return { code, isReported: await until(() => failuresIn(world.output().slice(from)) === 1) }
    },
    expected: { code: 'SUCCESS', isReported: true },
    state: async (_, { mail }) => ({
      mails: mail.mails.length,
      commands: [...new Set(mail.commands.map((line) => line.split(' ')[0]))],
    }),
    after: { mails: 0, commands: ['EHLO', 'STARTTLS'] },
  }),
]
