import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Contact, ContactCipher, MemberContacts } from '#server/members/contact.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { Members } from '#server/members/members.ts'
import { testPasswords } from '../../support/passwords.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

const SECRET = 'a secret of the tests, which is long enough'
const phones = fc
  .record({ areaCode: fc.constantFrom('86', '852', '1'), phone: fc.stringMatching(/^\d{4,13}$/) })
  .map(({ areaCode, phone }): Contact => ({ kind: 'phone', areaCode, phone }))

describe('contacts at rest', () => {
  const cipher = new ContactCipher(SECRET)

  it('are readable with the key only, and differ in each encryption', () => {
    fc.assert(
      fc.property(phones, (contact) => {
        const stored = cipher.encrypt(contact)
        expect(stored).not.toContain(contact.kind === 'phone' ? contact.phone : '')
        expect(cipher.encrypt(contact)).not.toBe(stored)
        const opened = cipher.decrypt('phone', stored)
        expect(opened && cipher.hash(opened)).toBe(cipher.hash(contact))
        expect(cipher.decrypt('email', stored)).toBeNull()
        expect(new ContactCipher(`another ${SECRET}`).decrypt('phone', stored)).toBeNull()
      }),
      { numRuns: 50 },
    )
  })

  it('are refused if a byte was changed', () => {
    const stored = cipher.encrypt({ kind: 'email', email: 'fan@example.com' })
    const at = stored.indexOf('.') + 1
    const bytes = Buffer.from(stored.slice(at), 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(cipher.decrypt('email', stored.slice(0, at) + changed.toString('base64url'))).toBeNull()
    }
    for (const text of ['', '.', 'x', `${stored.slice(0, at)}AAAA`]) expect(cipher.decrypt('email', text)).toBeNull()
  })

  it('S5.15 spellings of one contact have one hash', () => {
    const phone = (text: string): Contact => ({ kind: 'phone', areaCode: '86', phone: text })
    expect(cipher.hash(phone('013812345678'))).toBe(cipher.hash(phone('13812345678')))
    expect(cipher.hash({ kind: 'email', email: ' Fan@Example.com' })).toBe(
      cipher.hash({ kind: 'email', email: 'fan@example.com' }),
    )
    expect(cipher.hash({ kind: 'phone', areaCode: '852', phone: '13812345678' })).not.toBe(
      cipher.hash(phone('13812345678')),
    )
  })

  it('of an earlier secret stay readable and are found after a rotation', () => {
    const contact: Contact = { kind: 'phone', areaCode: '86', phone: '13812345678' }
    const rotated = new ContactCipher(`a new ${SECRET}`, [SECRET])
    expect(rotated.decrypt('phone', cipher.encrypt(contact))).toEqual(contact)
    expect(rotated.hashes(contact)).toEqual([rotated.hash(contact), cipher.hash(contact)])
    expect(rotated.encrypt(contact).split('.')[0]).not.toBe(cipher.encrypt(contact).split('.')[0])
  })
})

describe.each(STORE_KINDS)('contacts of members on %s', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('belong to one member per site', async () => {
    const members = new Members(store, { now: Date.now, passwords: testPasswords() })
    const seed = { password: null, nickname: '甲', vipLevel: 0, level: 0, coins: 0 }
    const [one, other, elsewhere] = await members.ensure([
      { ...seed, name: 'contact1', siteId: 5009 },
      { ...seed, name: 'contact2', siteId: 5009 },
      { ...seed, name: 'contact3', siteId: 5010 },
    ])
    const contacts = new MemberContacts(store, new ContactCipher(SECRET))
    const phone: Contact = { kind: 'phone', areaCode: '86', phone: '13812345678' }
    expect(await contacts.bind(one?.memberId ?? '', phone)).toBe(true)
    expect(await contacts.bind(other?.memberId ?? '', phone)).toBe(false)
    expect(await contacts.bind(elsewhere?.memberId ?? '', phone)).toBe(true)
    expect(await contacts.ownerOf(5009, phone)).toBe(one?.memberId)
    expect(await contacts.ownerOf(5011, phone)).toBeNull()
    expect(await contacts.of(one?.memberId ?? '', 'phone')).toEqual(phone)
    expect(await contacts.of(one?.memberId ?? '', 'email')).toBeNull()
    const rows = await store.db.select().from(member)
    expect(JSON.stringify(rows)).not.toContain('13812345678')
  })
})
