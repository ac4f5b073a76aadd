import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { invitePath, readInvite } from '#protocol/rules/member/invite.ts'
import { inviteCalls } from '#server/calls/site/activity.ts'
import { InviteCodeRepository } from '#server/members/invite-codes.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import { ShortUrls } from '#server/site/short-urls.ts'
import type { Database } from '#server/database/database.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { silentLog } from '../../support/logs.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { createTestRouter, START, type TestRouter } from '../http/router-support.ts'

describe.each(STORE_KINDS)('invitations on %s', (kind) => {
  let database: Database
  let sessions: Sessions
  let router: TestRouter

  beforeAll(async () => {
    database = await openTestStore(kind)
    sessions = new Sessions(database, { now: () => START, log: silentLog })
    router = await createTestRouter({
      handlers: inviteCalls({ database }),
      find: (token, deviceId) => sessions.find(token, deviceId),
      clock: { now: START },
    })
  })
  afterAll(async () => {
    await router.app.close()
    sessions.close()
    await database.close()
  })

  const codesOf = (memberId: string) => new InviteCodeRepository(database).of(memberId)

  it('S1.21 returns one link with the codes of the member, and refuses visitors', async () => {
    const client = await SealedClient.connect(sendInto(router.app), { now: () => START })
    expect((await client.call('invite.link', {})).code).toBe(CODES.NEED_LOGIN)
    const memberId = await memberWith(database, 0, () => START)
    const made = await sessions.create(memberId, { deviceId: 'device-invite', clientType: 1, address: '192.0.2.1' })
    client.token = made.token
    client.uuid = 'device-invite'
    const first = await client.call('invite.link', {})
    const { url, i_code: iCode, r_code: rCode } = ENDPOINTS['invite.link'].data.parse(first.data)
    expect(url).toBe(`/app/home?i_code=${iCode}&r_code=${rCode}`)
    expect(readInvite(url.slice(url.indexOf('?')))).toEqual({ iCode, rCode })
    expect((await client.call('invite.link', {})).data).toEqual(first.data)
  })

  it('S7.35 shortens the link', async () => {
    const codes = await codesOf(await memberWith(database, 0, () => START))
    if (!codes) throw new Error('no codes')
    const shortUrls = new ShortUrls(database, { now: () => START })
    const short = await shortUrls.make(invitePath('/app/home', codes))
    expect(await shortUrls.find(short?.replace('/s/', '') ?? '')).toBe(invitePath('/app/home', codes))
  })

  it('has stable, unique codes without member data, for concurrent requests in any order', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => memberWith(database, 0, () => START)))
    const twice = await Promise.all([...members, ...members].map(codesOf))
    expect(twice.slice(members.length)).toEqual(twice.slice(0, members.length))
    expect(new Set(twice.map((codes) => codes?.iCode)).size).toBe(members.length)
    for (const [at, codes] of twice.slice(0, members.length).entries()) {
      expect(members[at]?.replaceAll('-', '')).not.toContain(codes?.iCode)
    }
    expect(await codesOf('00000000-0000-7000-8000-000000000000')).toBeNull()
  })

  it('uses another code if the first one is taken', async () => {
    const [one, other] = [await memberWith(database, 0, () => START), await memberWith(database, 0, () => START)]
    const wanted = (await codesOf(one))?.iCode
    await database.db.execute(`update member set i_code = null where id = '${one}'`)
    await database.db.execute(`update member set i_code = '${wanted}' where id = '${other}'`)
    const next = (await codesOf(one))?.iCode
    expect(next).toMatch(/^[0-9a-z]{8}$/)
    expect(next).not.toBe(wanted)
  })
})

describe('codes of a landing link', () => {
  it('are base 32 in any case; other text is ignored', () => {
    expect(readInvite('?i_code=7KQ2M9XA&r_code=p3v8wd&x=1')).toEqual({ iCode: '7kq2m9xa', rCode: 'p3v8wd' })
    expect(readInvite('?i_code=7kq2m9xa&r_code=<script>')).toEqual({ iCode: '7kq2m9xa', rCode: '' })
    expect(readInvite('?r_code=p3v8wd')).toEqual({ iCode: '', rCode: 'p3v8wd' })
    for (const query of ['', '?i_code=', '?i_code=../..', '?i_code=illegal', `?i_code=${'a'.repeat(17)}`]) {
      expect(readInvite(query), query).toBeNull()
    }
  })

  it('are parsed from a path with any other parameters', () => {
    const code = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdefghjkmnpqrstvwxyz')),
      minLength: 6,
      maxLength: 16,
    })
    fc.assert(
      fc.property(code, code, fc.constantFrom('/app/home', '/app/live/2001?kind=football'), (iCode, rCode, path) => {
        const made = invitePath(path, { iCode, rCode })
        expect(made.startsWith(path.split('?')[0] ?? '')).toBe(true)
        expect(readInvite(made.slice(made.indexOf('?')))).toEqual({ iCode, rCode })
      }),
    )
  })
})
