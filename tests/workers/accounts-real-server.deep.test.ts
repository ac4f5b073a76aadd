import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { Page } from '../contract/support/page.ts'
import { RealServerSuite } from '../contract/support/real-server.ts'

const PASSWORD = 'Kx73qmZw9'
let names = 0

describe('accounts on the real server', () => {
  const suite = new RealServerSuite()

  function visitor(more: Partial<RequestOf<'registration.register'>> = {}): RequestOf<'registration.register'> {
    names += 1
    const fixed = { currency: 'CNY', agreeTerms: true, birthDate: '1990-05-01' } as const
    return { name: `Visitor${names}`, timewd: PASSWORD, ...fixed, ...more }
  }
  /** The six digits in the newest message of the outbox to a recipient. */
  async function codeTo(page: Page, to: string): Promise<string> {
    const outbox = await page.client.calls.call('demo.outbox', {})
    if (!outbox.ok) throw new Error(outbox.message)
    return /\d{6}/.exec(outbox.data.list.find((one) => one.to === to)?.text ?? '')?.[0] ?? ''
  }

  it('S3.2 S7.45 a registration opens a session whose token stays in the worker', async () => {
    const page = await suite.open()
    const made = await page.client.signInWith('registration.register', visitor())
    expect(made).toEqual({
      ok: true,
      data: {
        member: expect.objectContaining({ currency: 'CNY' }) as object,
        expireAt: expect.any(Number) as number,
        lastSession: null,
      },
    })
    expect((await page.notice('session')).session?.member).toEqual(made.ok && made.data.member)
    expect(await page.client.calls.call('coin.balance', {})).toMatchObject({ ok: true, data: { balance: 2_000 } })
    const token = page.profile.session.getItem('tb-token') ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify([made, page.notices])).not.toContain(token)
  })

  it('S7.11 the page cannot make calls that return a token', async () => {
    const page = await suite.open()
    for (const name of [
      'registration.register',
      'registration.webRegister',
      'passkey.signIn',
      'auth.loginVe4',
    ] as const) {
      const params = visitor() as never
      expect(await page.client.calls.call(name, params), name).toMatchObject({ code: CODES.PARAM_ERROR })
    }
    expect(page.seen('session')).toEqual([])
  })

  it('Annex F a registration sends the codes of the stored invitation, and removes them', async () => {
    const inviter = await suite.open()
    await inviter.client.signIn({ name: 'fan001', password: 'Play2026x' })
    const link = await inviter.client.calls.call('invite.link', {})
    if (!link.ok) throw new Error(link.message)
    const page = await suite.open()
    const stored = page.profile.storage()
    await stored.set('i_code', 'zzzzzzzz')
    const refused = await page.client.signInWith('registration.register', visitor())
    expect(refused).toMatchObject({ code: CODES.INVITE_CODE_INVALID })
    expect(await stored.get('i_code')).toBe('zzzzzzzz')
    await stored.set('i_code', link.data.i_code)
    await stored.set('r_code', link.data.r_code)
    expect(await page.client.signInWith('registration.register', visitor())).toMatchObject({ ok: true })
    expect([await stored.get('i_code'), await stored.get('r_code')]).toEqual([null, null])
  })

  it('Annex F a registration with an empty code sends no invitation', async () => {
    const page = await suite.open()
    await page.profile.storage().set('i_code', 'zzzzzzzz')
    expect(await page.client.signInWith('registration.register', visitor({ i_code: '' }))).toMatchObject({ ok: true })
  })

  it.each(['v3', 've4'] as const)('S7.42-S7.44 loginApi %s signs in', async (api) => {
    const page = await suite.open()
    expect(await page.client.signIn({ name: ' FAN001', password: 'Play2026x', api })).toMatchObject({ ok: true })
    expect(await page.client.calls.call('coin.balance', {})).toMatchObject({ ok: true })
  })

  it('S3.1 flag 2 signs in by the code of a text message, and returns the last sign-in', async () => {
    const phone = { areaCode: '86', phone: '13812340001' }
    const first = await suite.open()
    await first.client.calls.call('registration.sendCode', { scene: 'register', ...phone })
    const code = await codeTo(first, '+86 13812340001')
    expect(await first.client.signInWith('registration.register', visitor({ ...phone, code }))).toMatchObject({
      ok: true,
    })
    const second = await suite.open()
    await second.client.calls.call('registration.sendCode', { scene: 'login', ...phone })
    expect(await second.client.signIn({ ...phone, code: await codeTo(second, '+86 13812340001') })).toMatchObject({
      ok: true,
      data: { lastSession: { device: expect.any(String) as string } },
    })
    expect(await second.client.calls.call('coin.balance', {})).toMatchObject({ ok: true })
  })

  it('S7.53 S3.1 recovery encodes the typed password, and ends other sessions within two seconds', async () => {
    const phone = { areaCode: '86', phone: '13812340002' }
    const here = await suite.open()
    await here.client.calls.call('registration.sendCode', { scene: 'register', ...phone })
    const registration = visitor({ ...phone, code: await codeTo(here, '+86 13812340002') })
    await here.client.signInWith('registration.register', registration)
    const room = here.join('site')
    await room.conditions.until(() => room.entered !== null)

    const elsewhere = await suite.open()
    const { calls } = elsewhere.client
    const one = await calls.call('recovery.phoneStepOne', { name: registration.name, ...phone })
    const code = await codeTo(elsewhere, '+86 13812340002')
    const two = await calls.call('recovery.phoneStepTwo', { ticket: one.ok ? one.data.ticket : '', code })
    const changed = 'Qw84nbVc2'
    const ticket = two.ok ? two.data.ticket : ''
    const startedAt = performance.now()
    expect(await calls.call('recovery.phoneStepThree', { ticket, timewd: changed })).toMatchObject({ ok: true })
    expect(await here.notice('outcome')).toMatchObject({ code: CODES.PASSWORD_CHANGED })
    expect((await here.notice('session', 1)).session).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    const { name } = registration
    expect(await elsewhere.client.signIn({ name, password: PASSWORD })).toMatchObject({
      code: CODES.NAME_OR_PASSWORD_WRONG,
    })
    expect(await elsewhere.client.signIn({ name, password: changed })).toMatchObject({ ok: true })
  })
})
