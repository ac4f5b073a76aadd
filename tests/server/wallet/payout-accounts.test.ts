import { createCipheriv, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { BankCard } from '#protocol/endpoints/wallet-accounts.ts'
import type { Result } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { HOUR_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { payoutAccountCalls } from '#server/calls/wallet/wallet-accounts.ts'
import { ContactCipher } from '#server/members/contact.ts'
import { Members } from '#server/members/members.ts'
import { MemberSecurity } from '#server/members/security/member-security.ts'
import { SecurityLog } from '#server/members/security/security-log.ts'
import { WithdrawPasswords } from '#server/members/security/withdraw-passwords.ts'
import { MemberAccounts } from '#server/wallet/accounts/payout-accounts.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { testPasswords } from '../../support/passwords.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'
import { memberCall } from './wallet-calls-support.ts'

const WD_KEY = randomBytes(32)
const PASSWORD = '246810'
const CARDS = ['6222021234567894', '4539578763621486', '5500005555555559', '4111111111111111']
const [CARD = ''] = CARDS
const TRC20 = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'
const ERC20 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe.each(STORE_KINDS)('bank cards and USDT addresses on %s', (kind) => {
  const clock = testClock()
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  /** A password as the worker encodes it (S3.1). */
  function typed(password: string): string {
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', WD_KEY, iv)
    return Buffer.concat([iv, cipher.update(`${password}|${clock.now()}`), cipher.final()]).toString('base64url')
  }

  /** Calls of a member with a real name and a withdrawal password. */
  async function signedIn(secrets: readonly [string, ...string[]] = ['a secret of the tests']) {
    const cipher = new ContactCipher(secrets[0], secrets.slice(1))
    const { now } = clock
    const services = {
      memberAccounts: new MemberAccounts(store, { now, cipher }),
      memberSecurity: new MemberSecurity(store, { now, cipher }),
      withdrawPasswords: new WithdrawPasswords(store, { now, passwords: testPasswords() }),
      securityLog: new SecurityLog(store, { now, days: 180 }),
      siteConfig: CONFIG_DEFAULTS,
    }
    const memberId = await memberWith(store, 0)
    await services.memberSecurity.bindRealName(memberId, '林小雨')
    await services.withdrawPasswords.set(memberId, PASSWORD)
    const member = await new Members(store, { now }).profile(memberId)
    if (!member) throw new Error('no member was made')
    const caller = () => memberCall({ memberId, member, now: now() }, WD_KEY)
    const calls = payoutAccountCalls(services)
    const insert = (
      cardNum: string,
      more: Partial<{ password: string; realName: string; bankCode: string; branch: string }> = {},
    ) => {
      const { password = PASSWORD, realName = '林小雨', bankCode = 'ICBC', ...branch } = more
      return calls['bankCard.insert'](
        { cardNum, bankCode, ...branch, realName, withdrawPwd: typed(password) },
        caller(),
      )
    }
    return { calls, caller, insert, memberId, services }
  }

  function cardsOf(result: Result<{ list: BankCard[] }>): BankCard[] {
    if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
    return ENDPOINTS['bankCard.list'].data.parse(result.data).list
  }

  it('S7.73 adds, lists, prefers and deletes cards; only the last four digits leave the server', async () => {
    const { calls, caller, insert } = await signedIn()
    expect(cardsOf(await insert('6222 0212 3456 7894'))).toMatchObject([
      { bankName: '中国工商银行', holder: '**雨', last4: '7894', isDefault: true },
    ])
    clock.move(1_000)
    const second = await insert(CARDS[1] ?? '')
    expect(cardsOf(second).map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      ['7894', true],
      ['1486', false],
    ])
    expect(JSON.stringify(second)).not.toMatch(/453957876362|622202123456/)
    const id = cardsOf(second)[1]?.id ?? ''
    const preferred = await calls['bankCard.setDefault']({ id, withdrawPwd: typed(PASSWORD) }, caller())
    expect(cardsOf(preferred).map(({ last4 }) => last4)).toEqual(['1486', '7894'])
    const left = await calls['bankCard.delete']({ id, withdrawPwd: typed(PASSWORD) }, caller())
    expect(cardsOf(left)).toMatchObject([{ last4: '7894', isDefault: true }])
    expect(cardsOf(await calls['bankCard.list']({}, caller()))).toHaveLength(1)
  })

  it('S5.19 S5.7 names the wrong fields, and takes no try of the password for them', async () => {
    const { insert, services, memberId } = await signedIn()
    const wrong = await insert('6222021234567895', { bankCode: 'NONE', realName: '王大山', password: '135790' })
    expect(wrong).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: {
        fields: { cardNum: '银行卡号有误，请核对', bankCode: '请选择银行', realName: '持卡人须与绑定的真实姓名一致' },
      },
    })
    expect(await services.withdrawPasswords.check(memberId, '135790')).toMatchObject({ details: { triesLeft: 4 } })
  })

  it('S3.3 keeps the name of the branch of a card, which may be missing', async () => {
    const { insert } = await signedIn()
    expect(cardsOf(await insert(CARDS[0] ?? ''))).toMatchObject([{ branch: '' }])
    clock.move(1_000)
    const named = await insert(CARDS[1] ?? '', { branch: '  上海徐家汇　支行（二） ' })
    expect(cardsOf(named).map(({ branch }) => branch)).toEqual(['', '上海徐家汇 支行（二）'])
    expect(await insert(CARDS[2] ?? '', { branch: '<b>支行</b>' })).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: { fields: { branch: '支行名称含有不能使用的字符' } },
    })
  })

  it('S9.11 S7.73 keeps at most three cards, also if they are added at the same time', async () => {
    const { insert, memberId, services } = await signedIn()
    const results = await Promise.all(CARDS.map((card) => insert(card)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(3)
    expect(results.find(({ ok }) => !ok)).toMatchObject({ code: CODES.CARD_LIMIT })
    expect(await services.memberAccounts.cards(memberId)).toHaveLength(3)
    const fourth = store.db.execute(sql`insert into bank_card (id, member_id, card_enc, card_hash, last4, bank_code,
      holder, status, created_at) select gen_random_uuid(), ${memberId}, '', 'other', '0000', 'ICBC', '', '1', now()`)
    await expect(fourth).rejects.toMatchObject({ cause: { code: '23514' } })
  })

  it('S3.3 stores no card number in the clear, and knows a card after the secret was changed', async () => {
    const { insert, memberId } = await signedIn(['the first secret'])
    await insert(CARD)
    const { rows } = await store.db.execute(sql`select * from bank_card where member_id = ${memberId}`)
    expect(JSON.stringify(rows)).not.toContain(CARD.slice(0, 12))
    const cipher = new ContactCipher('the second secret', ['the first secret'])
    const rotated = new MemberAccounts(store, { now: clock.now, cipher })
    expect(await rotated.addCard(memberId, { cardNum: CARD, bankCode: 'ICBC', holder: '林小雨' })).toBe(true)
    expect(await rotated.cards(memberId)).toHaveLength(1)
  })

  it('S7.74 S5.27 adds addresses with a checksum, and the same ERC20 address in another case once', async () => {
    const { calls, caller } = await signedIn()
    const add = (chain: string, address: string) =>
      calls['virtualCurrency.insert']({ chain, address, alias: ' 冷钱包 ', withdrawPwd: typed(PASSWORD) }, caller())
    expect(await add('TRC20', TRC20.replace('R', 'S'))).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: { fields: { address: '请填写正确的 TRC20 地址' } },
    })
    expect(await add('ERC20', `0x${'0'.repeat(40)}`)).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: { fields: { address: '这个地址无人持有，转入的 USDT 无法找回，请填写您自己的地址' } },
    })
    expect(await add('DOGE', TRC20)).toMatchObject({ details: { fields: { chain: '请选择链' } } })
    expect(await add('TRC20', TRC20)).toMatchObject({
      ok: true,
      data: { list: [{ chain: 'TRC20', alias: '冷钱包', last4: TRC20.slice(-4), isDefault: true }] },
    })
    expect((await add('ERC20', ERC20)).ok).toBe(true)
    const again = await add('ERC20', ERC20.toLowerCase())
    expect(again.ok && again.data.list).toHaveLength(2)
    const id = (again.ok && again.data.list[0]?.id) || ''
    const left = await calls['virtualCurrency.delete']({ id, withdrawPwd: typed(PASSWORD) }, caller())
    expect(left).toMatchObject({ ok: true, data: { list: [{ chain: 'ERC20', isDefault: true }] } })
  })

  it('S5.17 locks after five wrong passwords, also parallel ones, and says until when', async () => {
    const { insert } = await signedIn()
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => insert(CARD, { password: String(300_000 + guess) })),
    )
    expect(guesses.every((guess) => !guess.ok && guess.code === CODES.WITHDRAW_PWD_WRONG)).toBe(true)
    expect(await insert(CARD)).toMatchObject({
      code: CODES.WITHDRAW_PWD_WRONG,
      details: { triesLeft: 0, until: clock.now() + HOUR_MS },
    })
    clock.move(HOUR_MS)
    expect(cardsOf(await insert(CARD))).toHaveLength(1)
  })

  it('answers NOT_FOUND for accounts of other members, and offers the own ones for withdrawals', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const [card] = cardsOf(await one.insert(CARD))
    const id = card?.id ?? ''
    expect(await other.calls['bankCard.delete']({ id, withdrawPwd: typed(PASSWORD) }, other.caller())).toMatchObject({
      code: CODES.NOT_FOUND,
    })
    const { memberAccounts } = one.services
    expect(await memberAccounts.find(one.memberId, id)).toMatchObject({ masked: '**** 7894', currency: 'CNY' })
    expect(await memberAccounts.find(other.memberId, id)).toBeNull()
    expect(await memberAccounts.find(one.memberId, newKey())).toBeNull()
  })
})
