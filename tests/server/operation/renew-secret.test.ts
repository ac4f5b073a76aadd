import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountKey } from '#protocol/rules/wallet.ts'
import type { Database } from '#server/database/database.ts'
import { ContactCipher, MemberContacts } from '#server/members/contact.ts'
import { MemberSecurity } from '#server/members/security/member-security.ts'
import { renewSecret, SEALED_COLUMNS } from '#server/operation/renew-secret.ts'
import { MemberAccounts } from '#server/wallet/accounts/payout-accounts.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

const [OLD, NEW] = ['the first secret of this test', 'the second secret of this test']
const CARD = { cardNum: '6222021234567894', bankCode: 'ICBC', holder: '林小雨' }
const ADDRESSES = [
  ['TRC20', 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
] as const
const PHONE = { kind: 'phone', areaCode: '86', phone: '13800000001' } as const
const now = Date.now

describe.each(STORE_KINDS)('values of an earlier secret on %s', (kind) => {
  let store: Database
  let memberId: string
  beforeAll(async () => {
    store = await openTestStore(kind)
    memberId = await memberWith(store, 0)
    const cipher = new ContactCipher(OLD)
    await new MemberAccounts(store, { now, cipher }).addCard(memberId, CARD)
    for (const [chain, address] of ADDRESSES) {
      await new MemberSecurity(store, { now, cipher }).addUsdtAddress(memberId, chain, address)
    }
    await new MemberContacts(store, cipher).bind(memberId, PHONE)
  })
  afterAll(() => store.close())

  it('are not changed if no known secret opens them', async () => {
    expect(await renewSecret(store.db, new ContactCipher('another secret'))).toEqual({ renewed: 0, unreadable: 4 })
  })

  it('are encrypted and hashed with the newest secret, so that the earlier one is needed no more', async () => {
    expect(await renewSecret(store.db, new ContactCipher(NEW, [OLD]))).toEqual({ renewed: 4, unreadable: 0 })
    const cipher = new ContactCipher(NEW)
    const contacts = new MemberContacts(store, cipher)
    expect(await contacts.of(memberId, 'phone')).toEqual(PHONE)
    expect(await contacts.ownerOf(5009, PHONE)).toBe(memberId)
    const accounts = new MemberAccounts(store, { now, cipher })
    await accounts.addCard(memberId, CARD)
    const [card, ...others] = await accounts.cards(memberId)
    expect([cipher.open('bank card', card?.cardEncrypted ?? ''), others]).toEqual([
      accountKey('card', CARD.cardNum),
      [],
    ])
    for (const [chain, address] of ADDRESSES) {
      await new MemberSecurity(store, { now, cipher }).addUsdtAddress(memberId, chain, address)
    }
    const stored = (await accounts.addresses(memberId)).map((row) => cipher.open('usdt address', row.addressEncrypted))
    expect(new Set(stored)).toEqual(new Set(ADDRESSES.map(([, address]) => address)))
    expect(await renewSecret(store.db, new ContactCipher(NEW, [OLD]))).toEqual({ renewed: 0, unreadable: 0 })
  })

  it('are found in every encrypted column of the database', async () => {
    const { rows } = await store.db.execute<{ name: string }>(sql`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public' and column_name like '%\\_enc'`)
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
    for (const { name } of rows) expect(known).toContain(name)
  })
})
