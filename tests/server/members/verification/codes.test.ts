import { DAY_MS, SECOND_MS } from '#protocol/time.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import {
  CODE_ATTEMPTS,
  CODE_LIFETIME_MS,
  CODES_PER_DAY,
  CODES_WITHOUT_CHECK,
  OneTimeCodes,
} from '#server/members/codes/one-time-codes.ts'
import type { Contact } from '#server/members/contact.ts'
import { Messengers } from '#server/members/messenger/messenger.ts'
import type { Database } from '#server/database/database.ts'
import { rateCounter, verifyChallenge } from '#server/database/schema/session.ts'
import { codeTo } from '../../../support/account-services.ts'
import { memberWith } from '../../../support/ledger-members.ts'
import { testLog } from '../../../support/logs.ts'
import { STORE_KINDS } from '../../../support/store.ts'
import { type AccountWorld, accountWorld, PROVEN, eachInAccountWorld } from '../account-support.ts'

let numbers = 0
/** A phone that no other test uses. */
function freshPhone(): { areaCode: string; phone: string; to: string; contact: Contact } {
  numbers += 1
  const phone = `138${String(numbers).padStart(8, '0')}`
  return { areaCode: '86', phone, to: `+86 ${phone}`, contact: { kind: 'phone', areaCode: '86', phone } }
}

describe.each(STORE_KINDS)('one-time codes on %s', (kind) => {
  let store: Database
  let world: AccountWorld
  eachInAccountWorld(kind, (next) => {
    world = next
    store = next.services.database
  })

  const send = (params: Parameters<AccountWorld['calls']['registration.sendCode']>[0], more = {}) =>
    world.calls['registration.sendCode'](params, world.context(more))
  const use = (contact: Contact, code: string, more = {}) =>
    world.services.codes.use(
      { scene: 'register', contact, memberId: null, deviceId: world.context().deviceId, ...more },
      code,
    )

  it('S7.47 are six digits, valid once', async () => {
    const { areaCode, phone, to, contact } = freshPhone()
    expect(await send({ scene: 'register', areaCode, phone })).toEqual({
      ok: true,
      data: { sentAt: world.clock.now(), interval: 60 },
    })
    const code = codeTo(world.services.outbox, to)
    expect(code).toMatch(/^\d{6}$/)
    expect(await use(contact, code)).toBe(true)
    expect(await use(contact, code)).toBe(false)
  })

  it('Annex H are stored as a keyed hash, without code, phone and address', async () => {
    const { areaCode, phone, to } = freshPhone()
    await send({ scene: 'register', areaCode, phone })
    const rows = JSON.stringify(await store.db.select().from(verifyChallenge))
    expect(rows).not.toContain(phone)
    expect(rows).not.toContain(`"${codeTo(world.services.outbox, to)}"`)
  })

  it('S7.47 are valid for five minutes, their own scene, target, device and member only', async () => {
    const { areaCode, phone, to, contact } = freshPhone()
    await send({ scene: 'register', areaCode, phone })
    const code = codeTo(world.services.outbox, to)
    const memberId = await memberWith(store, 0, world.clock.now)
    for (const other of [
      { scene: 'login' },
      { deviceId: 'another-device' },
      { memberId },
      { contact: freshPhone().contact },
    ]) {
      expect(await use(contact, code, other)).toBe(false)
    }
    world.clock.move(CODE_LIFETIME_MS)
    expect(await use(contact, code)).toBe(false)
    await send({ scene: 'register', areaCode, phone })
    world.clock.move(CODE_LIFETIME_MS - 1)
    expect(await use(contact, codeTo(world.services.outbox, to))).toBe(true)
  })

  it('are replaced by a new code', async () => {
    const { areaCode, phone, to, contact } = freshPhone()
    await send({ scene: 'register', areaCode, phone })
    const first = codeTo(world.services.outbox, to)
    world.clock.move(60 * SECOND_MS)
    await send({ scene: 'register', areaCode, phone })
    const second = codeTo(world.services.outbox, to)
    if (first !== second) expect(await use(contact, first)).toBe(false)
    expect(await use(contact, second)).toBe(true)
  })

  it('are invalid after five wrong entries', async () => {
    const { areaCode, phone, to, contact } = freshPhone()
    await send({ scene: 'register', areaCode, phone })
    const code = codeTo(world.services.outbox, to)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt += 1) expect(await use(contact, wrong)).toBe(false)
    expect(await use(contact, code)).toBe(false)
  })

  it('of several concurrent uses one succeeds', async () => {
    const { areaCode, phone, to, contact } = freshPhone()
    await send({ scene: 'register', areaCode, phone })
    const code = codeTo(world.services.outbox, to)
    const uses = await Promise.all(Array.from({ length: 4 }, () => use(contact, code)))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  it('Annex A 10104 are sent once per interval of the site, also by another device', async () => {
    world.services.sessions.close()
    world = accountWorld(store, { smsIntervalSeconds: 90 })
    const { areaCode, phone } = freshPhone()
    expect(await send({ scene: 'register', areaCode, phone })).toMatchObject({ data: { interval: 90 } })
    world.clock.move(30 * SECOND_MS)
    expect(await send({ scene: 'register', areaCode, phone }, { deviceId: 'another-device' })).toMatchObject({
      code: CODES.SMS_TOO_OFTEN,
      details: { retryAfterMs: 60 * SECOND_MS, until: world.clock.now() + 60 * SECOND_MS },
    })
    expect(world.services.outbox.list()).toHaveLength(1)
    // Another scene has an interval of its own: who has just bound a phone sets the withdrawal password next.
    expect(await send({ scene: 'login', areaCode, phone })).toMatchObject({ ok: true })
    world.clock.move(60 * SECOND_MS)
    expect(await send({ scene: 'register', areaCode, phone })).toMatchObject({ ok: true })
  })

  it('Annex A 10104 have a limit per target and day', async () => {
    const { areaCode, phone } = freshPhone()
    const codes: unknown[] = []
    for (let count = 0; count <= CODES_PER_DAY.target; count += 1) {
      const sent = await send({ scene: 'register', areaCode, phone }, { deviceId: `device-${count}` })
      codes.push(sent.ok ? 0 : sent.code)
      world.clock.move(61 * SECOND_MS)
    }
    expect(codes).toEqual([...Array.from({ length: CODES_PER_DAY.target }, () => 0), CODES.SMS_TOO_OFTEN])
    world.clock.move(DAY_MS)
    expect(await send({ scene: 'register', areaCode, phone })).toMatchObject({ ok: true })
  })

  it('Annex A 10104 have a limit per device and day, which other devices do not notice', async () => {
    for (let count = 0; count < CODES_PER_DAY.device; count += 1) {
      const { areaCode, phone } = freshPhone()
      expect((await send({ scene: 'register', areaCode, phone })).ok).toBe(true)
    }
    const { areaCode, phone } = freshPhone()
    expect(await send({ scene: 'register', areaCode, phone })).toMatchObject({ code: CODES.SMS_TOO_OFTEN })
    const other = freshPhone()
    expect(
      await send({ scene: 'register', areaCode, phone: other.phone }, { deviceId: 'device-of-others' }),
    ).toMatchObject({ ok: true })
  })

  it('Annex A 10410 many codes from one address need a safety check', async () => {
    const { address } = world.context()
    for (let count = 0; count < CODES_WITHOUT_CHECK; count += 1) {
      const { areaCode, phone } = freshPhone()
      await send({ scene: 'register', areaCode, phone }, { deviceId: `many-${count}` })
    }
    const { areaCode, phone } = freshPhone()
    const next = { scene: 'register', areaCode, phone } as const
    expect(await send(next, { deviceId: 'many-more' })).toMatchObject({ code: CODES.NEED_SAFE })
    const recovery = { name: 'nobody77', areaCode, phone }
    expect(await world.calls['recovery.phoneStepOne'](recovery, world.context())).toMatchObject({
      code: CODES.NEED_SAFE,
    })
    expect(await send(next, { deviceId: 'many-more', safety: PROVEN })).toMatchObject({ ok: true })
    expect(await world.services.codes.mustProve(`${address}0`)).toBe(false)
  })

  it('Annex A 10410 many codes from one IPv6 network need a safety check, and end at a limit', async () => {
    const from = (address: string, more = {}) => {
      const { areaCode, phone } = freshPhone()
      return send({ scene: 'register', areaCode, phone }, { address, deviceId: `device-${address}`, ...more })
    }
    const count = (codes: number) =>
      store.db.update(rateCounter).set({ count: codes }).where(eq(rateCounter.key, 'code:address:2001:db8:1::/48'))
    expect(await from('2001:db8:1:1::/64')).toMatchObject({ ok: true })
    await count(CODES_WITHOUT_CHECK * 8)
    expect(await from('2001:db8:1:2::/64')).toMatchObject({ code: CODES.NEED_SAFE })
    expect(await from('2001:db8:1:2::/64', { safety: PROVEN })).toMatchObject({ ok: true })
    await count(CODES_PER_DAY.address * 8)
    expect(await from('2001:db8:1:3::/64', { safety: PROVEN })).toMatchObject({ code: CODES.SMS_TOO_OFTEN })
    expect(await from('2001:db8:2:1::/64')).toMatchObject({ ok: true })
  })

  it('S7.47 have the same response for unknown and known targets', async () => {
    const known = freshPhone()
    const unknown = freshPhone()
    await world.services.contacts.bind(await memberWith(store, 0, world.clock.now), known.contact)
    for (const scene of ['login', 'register'] as const) {
      const responses = []
      for (const { areaCode, phone } of [known, unknown]) responses.push(await send({ scene, areaCode, phone }))
      expect(responses[0]).toMatchObject({ ok: true })
      expect(responses[1]).toEqual(responses[0])
      world.clock.move(60 * SECOND_MS)
    }
    const texts = (to: string) =>
      world.services.outbox
        .list()
        .filter((one) => one.to === to)
        .map(({ text }) => /\d{6}/.test(text))
        .toReversed()
    // At sign-in only the known phone gets a code; at registration it is told that it has an account.
    expect(texts(known.to)).toEqual([true, false])
    expect(texts(unknown.to)).toEqual([true])
  })

  it('S5.16 S9.15 go to overseas phones only if the site allows it', async () => {
    const request = { scene: 'register', areaCode: '852', phone: '51234567' } as const
    expect(await send(request)).toMatchObject({ code: CODES.PARAM_ERROR, message: '暂不支持海外手机号' })
    world.services.sessions.close()
    world = accountWorld(store, { overseasMobileSwitch: 1 })
    expect(await send(request)).toMatchObject({ ok: true })
    expect(await send({ ...request, phone: '123' })).toMatchObject({ code: CODES.PARAM_ERROR })
  })

  it('S5.15 are refused for a wrong phone and need one', async () => {
    for (const phone of ['12812345678', '1381234567']) {
      expect(await send({ scene: 'login', areaCode: '86', phone })).toMatchObject({ code: CODES.PARAM_ERROR })
    }
    expect(await send({ scene: 'login' })).toMatchObject({ code: CODES.PARAM_ERROR })
  })

  it('S7.47 go to the bound phone of the signed-in member without a target', async () => {
    const memberId = await memberWith(store, 0, world.clock.now)
    const { sessions } = world.services
    const { session } = await sessions.create(memberId, world.context())
    expect(await send({ scene: 'withdrawPassword' })).toMatchObject({ code: CODES.NEED_LOGIN })
    expect(await send({ scene: 'withdrawPassword' }, { session })).toMatchObject({ message: '请先绑定手机号' })
    const { contact, to } = freshPhone()
    await world.services.contacts.bind(memberId, contact)
    expect(await send({ scene: 'withdrawPassword' }, { session })).toMatchObject({ ok: true })
    const code = codeTo(world.services.outbox, to)
    expect(await use(contact, code, { scene: 'wake', memberId })).toBe(false)
    expect(await use(contact, code, { scene: 'withdrawPassword', memberId })).toBe(true)
  })

  it('S7.48 bind scenes need a session, and do not send a code for a contact of another member', async () => {
    const { areaCode, phone, to, contact } = freshPhone()
    expect(await send({ scene: 'bindPhone', areaCode, phone })).toMatchObject({ code: CODES.NEED_LOGIN })
    await world.services.contacts.bind(await memberWith(store, 0, world.clock.now), contact)
    const { session } = await world.services.sessions.create(
      await memberWith(store, 0, world.clock.now),
      world.context(),
    )
    expect(await send({ scene: 'bindPhone', areaCode, phone }, { session })).toMatchObject({ ok: true })
    expect(codeTo(world.services.outbox, to)).toBe('')
    expect(await send({ scene: 'bindEmail', email: 'New@Example.com' }, { session })).toMatchObject({ ok: true })
    expect(codeTo(world.services.outbox, 'new@example.com')).toMatch(/^\d{6}$/)
  })

  it('Annex A 10504 are refused with a clear text if no adapter sends them', async () => {
    const { contacts } = world.services
    const codes = new OneTimeCodes(store, {
      now: world.clock.now,
      log: testLog(),
      secret: 'a secret of the tests, which is long enough',
      cipher: contacts.cipher,
      messengers: new Messengers([]),
    })
    const { contact } = freshPhone()
    const request = { contact, memberId: null, deviceId: 'device-1', address: '192.0.2.1', intervalSeconds: 60 }
    expect(await codes.send({ ...request, scene: 'register', delivery: 'code' })).toMatchObject({
      code: CODES.INTERFACE_DEGRADE,
      message: '短信服务暂未开通，请联系客服',
    })
  })

  it('a failed delivery is logged without code and recipient', async () => {
    const log = testLog()
    const { contacts } = world.services
    let fail: (error: Error) => void = () => {}
    const sending = new Promise<void>((_, reject) => (fail = reject))
    const codes = new OneTimeCodes(store, {
      now: world.clock.now,
      log,
      secret: 'a secret of the tests, which is long enough',
      cipher: contacts.cipher,
      messengers: new Messengers([{ channels: ['sms'], send: () => sending, close: async () => {} }]),
    })
    const { contact, phone } = freshPhone()
    const request = { contact, memberId: null, deviceId: 'device-2', address: '192.0.2.1', intervalSeconds: 60 }
    expect(await codes.send({ ...request, scene: 'register', delivery: 'code' })).toMatchObject({ ok: true })
    fail(new Error('the gateway refused'))
    await sending.catch(() => null)
    await Promise.resolve()
    expect(log.lines).toMatchObject([{ level: 'error', message: 'a code could not be sent' }])
    expect(JSON.stringify(log.lines)).not.toContain(phone)
  })
})
