import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { newPhone, openSecurityServer, type SecurityServer } from './security-support.ts'

/** A valid TRC20 address. */
const TRC20 = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'
const ERC20 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe.each(SHORT_KINDS)('S3.33 binding wizard on %s', (kind) => {
  let server: SecurityServer

  beforeAll(async () => {
    server = await openSecurityServer(kind)
  }, 60_000)
  afterAll(() => server.close())

  const steps = async (client: SealedClient) =>
    ENDPOINTS['bind.steps'].data.parse((await client.call('bind.steps', {})).data)

  async function withNameAndPhone(realName = '欧阳·小明') {
    const member = await server.member()
    const client = await server.signedIn(member)
    expect((await client.call('bind.realName', { realName })).code).toBe(0)
    await server.contacts.bind(member.memberId, newPhone())
    return { member, client }
  }

  it('goes from the real name to phone, account holder and USDT address', async () => {
    const member = await server.member()
    const client = await server.signedIn(member)
    const undone = { userRealNameBind: false, userInfoBind: false, selectRealName: false, selectUSDT: false }
    expect(await steps(client)).toEqual({
      ...undone,
      holders: [],
      chains: ['TRC20', 'ERC20'],
      needsWithdrawPassword: false,
    })
    expect((await client.call('bind.realName', { realName: ' 欧阳•小明 ' })).code).toBe(0)
    expect(await steps(client)).toMatchObject({ ...undone, userRealNameBind: true, holders: ['****明'] })
    await server.contacts.bind(member.memberId, newPhone())
    expect(await steps(client)).toMatchObject({ userInfoBind: true, selectRealName: false })
    expect((await client.call('bind.selectHolder', { holder: 0 })).code).toBe(0)
    expect(await steps(client)).toMatchObject({ selectRealName: true, selectUSDT: false })
    expect(await client.call('bind.selectUsdt', { chain: 'TRC20', address: TRC20 })).toMatchObject({
      code: 0,
      data: { masked: `****${TRC20.slice(-4)}` },
    })
    expect(await steps(client)).toMatchObject({ selectUSDT: true })
  })

  it('refuses a step before the ones that precede it', async () => {
    const client = await server.signedIn(await server.member())
    expect((await client.call('bind.selectHolder', { holder: 0 })).code).toBe(CODES.PARAM_ERROR)
    expect((await client.call('bind.selectUsdt', { chain: 'TRC20', address: TRC20 })).code).toBe(CODES.PARAM_ERROR)
    expect(await steps(client)).toMatchObject({ selectRealName: false, selectUSDT: false })
  })

  it('S3.6 sets the real name once, also with concurrent calls', async () => {
    const member = await server.member()
    const client = await server.signedIn(member)
    server.clock.now += 1
    const responses = await Promise.all(
      ['王小明', '李小红'].map((realName) => client.call('bind.realName', { realName })),
    )
    expect(responses.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await client.call('bind.realName', { realName: '赵小刚' })).code).toBe(CODES.PARAM_ERROR)
    const { data } = await client.call('security.history', { pageNum: 1 })
    expect(data).toMatchObject({ list: [{ kind: 'real-name-bound' }, { kind: 'login' }] })
  })

  it.each(['王', '王··明', '·王明', 'Li', '王Ming', '王\u202e明'])(
    'S5.7 refuses the real name %j',
    async (realName) => {
      const client = await server.signedIn(await server.member())
      expect(await client.call('bind.realName', { realName })).toMatchObject({
        code: CODES.PARAM_ERROR,
        data: { fields: { realName: expect.any(String) } },
      })
    },
  )

  it('S5.11 follows the second rule where the site chooses it', async () => {
    const overseas = await openSecurityServer(kind, { realNameRule: 2 })
    const client = await overseas.signedIn(await overseas.member())
    expect((await client.call('bind.realName', { realName: '王 Ming' })).code).toBe(0)
    await overseas.close()
  })

  it('refuses a holder that is not offered', async () => {
    const { client } = await withNameAndPhone()
    expect((await client.call('bind.selectHolder', { holder: 1 })).code).toBe(CODES.PARAM_ERROR)
  })

  it.each([
    ['TRC20', `${TRC20.slice(0, -1)}u`],
    ['TRC20', ERC20],
    ['ERC20', ERC20.replace('aAe', 'AAe')],
    ['BTC', TRC20],
    ['ERC20', `0x${'0'.repeat(40)}`],
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('S5.27 refuses the %s address %s', async (chain, address) => {
    const { client } = await withNameAndPhone()
    await client.call('bind.selectHolder', { holder: 0 })
    expect((await client.call('bind.selectUsdt', { chain, address })).code).toBe(CODES.PARAM_ERROR)
  })

  it('S9.11 stores an address once, encrypted, whatever the case of its checksum', async () => {
    const { client, member } = await withNameAndPhone()
    await client.call('bind.selectHolder', { holder: 0 })
    for (const address of [ERC20, ERC20.toLowerCase(), ERC20]) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      expect((await client.call('bind.selectUsdt', { chain: 'ERC20', address })).code).toBe(0)
    }
    const { rows } = await server.store.db.execute(sql`select * from usdt_address where member_id = ${member.memberId}`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(ERC20.toLowerCase().slice(2, 12))
  })

  it('S9.14 withdrawPasswordSwitch 0: neither a new address nor a reactivation asks for the password', async () => {
    const without = await openSecurityServer(kind, { withdrawPasswordSwitch: 0 })
    const member = await without.member()
    await without.withdrawPasswords.set(member.memberId, '246810')
    const client = await without.signedIn(member)
    expect((await client.call('bind.steps', {})).data).toMatchObject({ needsWithdrawPassword: false })
    expect((await client.call('account.sleepCheck', {})).data).toMatchObject({ by: 'image' })
    const withdrawPassword = without.typed(client, '246810')
    expect((await client.call('account.sleepActivate', { withdrawPassword })).code).toBe(CODES.PARAM_ERROR)
    const set = { pwd: withdrawPassword, code: '123456' }
    for (const name of ['withdrawPassword.set', 'withdrawPassword.reset'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- two
      expect((await client.call(name, set)).code).toBe(CODES.NOT_FOUND)
    }
    await without.close()
  })

  it('has no fourth step where the site has no USDT wallet', async () => {
    const without = await openSecurityServer(kind, { usdtWalletSwitch: 0 })
    const client = await without.signedIn(await without.member())
    expect((await client.call('bind.steps', {})).data).toMatchObject({ selectUSDT: true, chains: [] })
    await without.close()
  })
})
