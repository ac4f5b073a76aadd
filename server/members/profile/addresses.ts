import { and, desc, eq, ne } from 'drizzle-orm'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { ADDRESSES_MAX } from '#protocol/rules/member/profile.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { memberAddress } from '../../database/schema/profile.ts'
import { isUuid, uuidV7 } from '../../database/uuid-v7.ts'
import type { ContactCipher } from '../contact.ts'

type Address = DataOf<'address.list'>['list'][number]
type NewAddress = RequestOf<'address.save'>

interface AddressOptions {
  readonly now: () => number
  readonly cipher: ContactCipher
}

/** Kind of the encrypted texts. */
const KIND = 'address phone'

/**
 * Postal addresses of members (S3.8), at most ten. A member with addresses has exactly one default. Phones are
 * encrypted.
 */
export class Addresses {
  readonly #database: Database
  readonly #options: AddressOptions

  constructor(database: Database, options: AddressOptions) {
    this.#database = database
    this.#options = options
  }

  /** The default first, then the newest. */
  async list(memberId: string): Promise<Address[]> {
    const rows = await this.#database.db
      .select()
      .from(memberAddress)
      .where(eq(memberAddress.memberId, memberId))
      .orderBy(desc(memberAddress.isDefault), desc(memberAddress.createdAt), desc(memberAddress.id))
    return rows.map(({ memberId: _memberId, createdAt: _createdAt, phone, ...row }) => ({
      ...row,
      phone: this.#options.cipher.open(KIND, phone) ?? '',
    }))
  }

  /** Adds an address, or changes the one with this id. Returns its id; `full` or `missing` if it was not saved. */
  save(
    memberId: string,
    { id: given, isDefault, ...fields }: NewAddress,
  ): Promise<{ id: string } | 'full' | 'missing'> {
    const row = { ...fields, phone: this.#options.cipher.seal(KIND, fields.phone) }
    return this.#locked(memberId, async (tx, own) => {
      const existing = own.find(({ id }) => id === given)
      if (given !== undefined && !existing) return 'missing'
      if (!existing && own.length >= ADDRESSES_MAX) return 'full'
      const isNowDefault = isDefault || own.length === 0 || existing?.isDefault === true
      const id = existing?.id ?? uuidV7(this.#options.now())
      if (isNowDefault) {
        const others = and(eq(memberAddress.memberId, memberId), ne(memberAddress.id, id))
        await tx.update(memberAddress).set({ isDefault: false }).where(others)
      }
      const values = { ...row, isDefault: isNowDefault }
      if (existing) await tx.update(memberAddress).set(values).where(eq(memberAddress.id, id))
      else await tx.insert(memberAddress).values({ id, memberId, createdAt: this.#options.now(), ...values })
      return { id }
    })
  }

  /** Removes an address; the newest other one becomes the default. False if the member has no such address. */
  async remove(memberId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false
    return this.#locked(memberId, async (tx, own) => {
      const existing = own.find((one) => one.id === id)
      if (!existing) return false
      await tx.delete(memberAddress).where(eq(memberAddress.id, id))
      const next = own.find((one) => one.id !== id)
      if (existing.isDefault && next) {
        await tx.update(memberAddress).set({ isDefault: true }).where(eq(memberAddress.id, next.id))
      }
      return true
    })
  }

  /** Runs work on the addresses of a member, newest first. Work of one member does not overlap. */
  #locked<Outcome>(
    memberId: string,
    work: (tx: Transaction, own: readonly { id: string; isDefault: boolean }[]) => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.#database.transaction(async (tx) => {
      await tx.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update')
      const own = await tx
        .select({ id: memberAddress.id, isDefault: memberAddress.isDefault })
        .from(memberAddress)
        .where(eq(memberAddress.memberId, memberId))
        .orderBy(desc(memberAddress.createdAt), desc(memberAddress.id))
      return work(tx, own)
    })
  }
}
