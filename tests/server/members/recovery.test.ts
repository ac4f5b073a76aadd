import { MINUTE_MS } from '#protocol/time.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Contact } from '#server/members/contact.ts'
import type { Database } from '#server/database/database.ts'
import { authEvent, verifyChallenge } from '#server/database/schema/session.ts'
import { codeTo } from '../../support/account-services.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { type AccountWorld, eachInAccountWorld } from './account-support.ts'

const OLD = 'Play2026x'
const NEW = 'Kx73qmZw9'
let accounts = 0

describe.each(SHORT_KINDS)('S7.53 recovery of a password on %s', (kind) => {
  let store: Database
  let world: AccountWorld
  eachInAccountWorld(kind, (next) => {
    world = next
    store = next.services.database
  })

  /** A member with a phone and an address. */
  async function account() {
    accounts += 1
    const name = `lost${accounts}`
    const seed = { name, password: OLD, nickname: '忘', vipLevel: 0, level: 0, siteId: 5009, coins: 0 }
    const [made] = await world.services.members.ensure([seed])
    const memberId = made?.memberId ?? ''
    const phone = `137${String(accounts).padStart(8, '0')}`
    const email = `${name}@example.com`
    await world.services.contacts.bind(memberId, { kind: 'phone', areaCode: '86', phone })
    await world.services.contacts.bind(memberId, { kind: 'email', email })
    return { name, memberId, phone, email, to: `+86 ${phone}` }
  }
  const stepOne = (name: string, phone: string, more = {}) =>
    world.calls['recovery.phoneStepOne']({ name, areaCode: '86', phone }, world.context(more))
  const stepTwo = (ticket: string, code: string, more = {}) =>
    world.calls['recovery.phoneStepTwo']({ ticket, code }, world.context(more))
  const stepThree = (ticket: string, password: string, more = {}) =>
    world.calls['recovery.phoneStepThree']({ ticket, timewd: world.typed(password) }, world.context(more))
  const ticketOf = (result: { ok: boolean; data?: { ticket: string } }): string => result.data?.ticket ?? ''

  /** The ticket of the last step. */
  async function lastTicket({ name, phone, to }: { name: string; phone: string; to: string }): Promise<string> {
    const ticket = ticketOf(await stepOne(name, phone))
    return ticketOf(await stepTwo(ticket, codeTo(world.services.outbox, to)))
  }

  it('by phone sets the password, ends all sessions, and is recorded', async () => {
    const lost = await account()
    const { sessions, members } = world.services
    const signedIn = await sessions.create(lost.memberId, world.context({ deviceId: 'the-old-device' }))
    const ended: number[] = []
    sessions.onEnd((_, code) => ended.push(code))
    const ticket = await lastTicket({ ...lost, name: ` ${lost.name.toUpperCase()}` })
    expect(await stepThree(ticket, NEW)).toEqual({ ok: true, data: {} })
    expect(await members.checkPassword(lost.name, OLD)).toBeNull()
    expect(await members.checkPassword(lost.name, NEW)).toMatchObject({ memberId: lost.memberId })
    expect(ended).toEqual([CODES.PASSWORD_CHANGED])
    expect(await sessions.find(signedIn.token, 'the-old-device')).toEqual({
      session: null,
      endedBy: CODES.PASSWORD_CHANGED,
    })
    const events = await store.db.select().from(authEvent).where(eq(authEvent.memberId, lost.memberId))
    expect(events.map((event) => event.kind)).toContain('password-reset')
  })

  it('by email sets the password', async () => {
    const { name, email } = await account()
    const context = world.context()
    const one = await world.calls['recovery.emailStepOne']({ name, email: email.toUpperCase() }, context)
    const code = codeTo(world.services.outbox, email)
    const two = await world.calls['recovery.emailStepTwo']({ ticket: ticketOf(one), code }, context)
    // A ticket of one way is worthless in the other.
    expect(await stepThree(ticketOf(two), NEW)).toMatchObject({ code: CODES.TICKET_EXPIRED })
    const three = { ticket: ticketOf(two), timewd: world.typed(NEW) }
    expect(await world.calls['recovery.emailStepThree'](three, context)).toEqual({ ok: true, data: {} })
    expect(await world.services.members.checkPassword(name, NEW)).not.toBeNull()
  })

  it('responds in the same way to accounts and phones that do not belong together, and sends nothing', async () => {
    const one = await account()
    const other = await account()
    const unbound = `136${String(accounts).padStart(8, '0')}`
    const pairs = [
      [one.name, one.phone],
      [one.name, other.phone],
      ['nobody99', `136${String(accounts + 1).padStart(8, '0')}`],
      [other.name, unbound],
    ] as const
    for (const [name, phone] of pairs) {
      const response = await stepOne(name, phone)
      expect(response).toEqual({
        ok: true,
        data: { sentAt: world.clock.now(), interval: 60, ticket: expect.stringMatching(/^[\w-]{32}$/) as string },
      })
    }
    expect(world.services.outbox.list().map(({ to }) => to)).toEqual([one.to])
    expect(await stepTwo(ticketOf(await stepOne('nobody98', '13612345678')), '123456')).toMatchObject({
      code: CODES.VERIFY_CODE_ERROR,
    })
  })

  it('a ticket of another pair is worthless with an own code', async () => {
    const victim = await account()
    const attacker = await account()
    await stepOne(attacker.name, attacker.phone)
    const code = codeTo(world.services.outbox, attacker.to)
    world.clock.move(MINUTE_MS)
    const ticket = ticketOf(await stepOne(victim.name, attacker.phone))
    expect(await stepTwo(ticket, code)).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
  })

  it('10107 tickets are single use', async () => {
    const lost = await account()
    const first = ticketOf(await stepOne(lost.name, lost.phone))
    const code = codeTo(world.services.outbox, lost.to)
    const last = ticketOf(await stepTwo(first, code))
    expect(await stepTwo(first, code)).toMatchObject({ code: CODES.TICKET_EXPIRED })
    const both = await Promise.all([stepThree(last, NEW), stepThree(last, 'Qw84nbVc2')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await stepThree(last, NEW)).toMatchObject({ code: CODES.TICKET_EXPIRED })
  })

  it('10107 tickets are valid for ten minutes', async () => {
    const lost = await account()
    const ticket = await lastTicket(lost)
    world.clock.move(10 * MINUTE_MS)
    expect(await stepThree(ticket, NEW)).toMatchObject({ code: CODES.TICKET_EXPIRED })
  })

  it('10107 tickets are bound to their device and step, and are stored as a hash', async () => {
    const lost = await account()
    const first = ticketOf(await stepOne(lost.name, lost.phone))
    const code = codeTo(world.services.outbox, lost.to)
    expect(await stepTwo(first, code, { deviceId: 'another-device' })).toMatchObject({ code: CODES.TICKET_EXPIRED })
    expect(await stepThree(first, NEW)).toMatchObject({ code: CODES.TICKET_EXPIRED })
    const last = ticketOf(await stepTwo(first, code))
    expect(await stepThree(last, NEW, { deviceId: 'another-device' })).toMatchObject({ code: CODES.TICKET_EXPIRED })
    expect(JSON.stringify(await store.db.select().from(verifyChallenge))).not.toContain(last)
    for (const made of ['x'.repeat(32), ''])
      expect(await stepTwo(made, code)).toMatchObject({ code: CODES.TICKET_EXPIRED })
  })

  it('10107 a ticket ends after five wrong codes', async () => {
    const lost = await account()
    const ticket = ticketOf(await stepOne(lost.name, lost.phone))
    const code = codeTo(world.services.outbox, lost.to)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await stepTwo(ticket, wrong)).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
    }
    expect(await stepTwo(ticket, code)).toMatchObject({ code: CODES.TICKET_EXPIRED })
  })

  it('10107 a new password ends other recoveries of the account', async () => {
    const lost = await account()
    const other = await lastTicket(lost)
    world.clock.move(MINUTE_MS)
    expect(await stepThree(await lastTicket(lost), NEW)).toMatchObject({ ok: true })
    expect(await stepThree(other, 'Qw84nbVc2')).toMatchObject({ code: CODES.TICKET_EXPIRED })
  })

  it('S5.1-S5.6 a password that is refused keeps the ticket', async () => {
    const lost = await account()
    const ticket = await lastTicket(lost)
    for (const password of ['short1', 'qwerty123', '12345678']) {
      expect(await stepThree(ticket, password)).toMatchObject({
        code: CODES.PARAM_ERROR,
        details: { fields: { timewd: expect.any(String) as string } },
      })
    }
    expect(await stepThree(ticket, NEW)).toMatchObject({ ok: true })
  })

  it('S9.12 removes the wait after failed sign-ins of the account', async () => {
    const lost = await account()
    const { guard } = world.services
    for (let attempt = 0; attempt < 6; attempt += 1) await guard.take(lost.name, `guess-${attempt}`)
    expect((await guard.failures(lost.name, 'mine')).until).not.toBeNull()
    await stepThree(await lastTicket(lost), NEW)
    expect(await guard.failures(lost.name, 'mine')).toEqual({ failures: 0, until: null })
  })

  it('Annex A 10104 codes of recovery have the same limits, and are valid for recovery only', async () => {
    const lost = await account()
    await stepOne(lost.name, lost.phone)
    expect(await stepOne(lost.name, lost.phone)).toMatchObject({ code: CODES.SMS_TOO_OFTEN })
    const contact: Contact = { kind: 'phone', areaCode: '86', phone: lost.phone }
    const code = codeTo(world.services.outbox, lost.to)
    const use = { scene: 'login', contact, memberId: null, deviceId: world.context().deviceId } as const
    expect(await world.services.codes.use(use, code)).toBe(false)
  })
})
