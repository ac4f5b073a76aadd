import { and, desc, eq, ne } from 'drizzle-orm'
import { accountKey, MAX_ACCOUNTS, shownAccounts } from '#protocol/rules/wallet.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { bankCard, usdtAddress } from '../../database/schema/security.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { ContactCipher } from '../../members/contact.ts'
import { BANK_CARD } from '../../members/security/member-security.ts'
import { BANKS, type PayoutAccount, type PayoutAccounts } from '../payments/channel.ts'

export type AccountKind = 'card' | 'address'
export type CardRow = typeof bankCard.$inferSelect
export type AddressRow = typeof usdtAddress.$inferSelect

/** A card as the member entered it, with a checked number. */
interface NewCard {
  readonly cardNum: string
  readonly bankCode: string
  /** Empty by default. */
  readonly branch?: string
  readonly holder: string
}

interface AccountsOptions {
  readonly now: () => number
  readonly cipher: ContactCipher
}

/** Bank cards and USDT addresses of members (S7.73, S7.74). Numbers are encrypted; withdrawals go to them. */
export class MemberAccounts implements PayoutAccounts {
  readonly #database: Database
  readonly #options: AccountsOptions

  constructor(database: Database, options: AccountsOptions) {
    this.#database = database
    this.#options = options
  }

  /** S9.11: active cards, the default first, then the newest. */
  async cards(memberId: string): Promise<CardRow[]> {
    const rows = await this.#database.db
      .select()
      .from(bankCard)
      .where(and(eq(bankCard.memberId, memberId), eq(bankCard.status, '1')))
    return shownAccounts(rows.map((row) => ({ ...row, key: row.cardHash })))
  }

  /** S9.11: active addresses, the default first, then the newest. */
  async addresses(memberId: string): Promise<AddressRow[]> {
    const rows = await this.#database.db
      .select()
      .from(usdtAddress)
      .where(and(eq(usdtAddress.memberId, memberId), eq(usdtAddress.status, '1')))
    return shownAccounts(rows.map((row) => ({ ...row, key: `${row.chain} ${row.addressHash}` })))
  }

  /** Adds a card; one that exists is not added again. The first becomes the default. False if there are three. */
  addCard(memberId: string, { cardNum, bankCode, branch = '', holder }: NewCard): Promise<boolean> {
    const { cipher, now } = this.#options
    const digits = accountKey('card', cardNum)
    const hashes = cipher.hashesOfText(BANK_CARD, digits)
    return this.#ofMember(memberId, async (tx) => {
      const own = await tx.select().from(bankCard).where(eq(bankCard.memberId, memberId))
      if (own.some(({ cardHash }) => hashes.includes(cardHash))) return true
      if (own.length >= MAX_ACCOUNTS) return false
      await tx.insert(bankCard).values({
        id: uuidV7(now()),
        memberId,
        cardEncrypted: cipher.seal(BANK_CARD, digits),
        cardHash: cipher.hashText(BANK_CARD, digits),
        last4: digits.slice(-4),
        bankCode,
        branch,
        holder,
        status: '1',
        isDefault: own.length === 0,
        createdAt: now(),
      })
      return true
    })
  }

  /** False if the member has no such account. */
  setDefault(memberId: string, kind: AccountKind, id: string): Promise<boolean> {
    const table = kind === 'card' ? bankCard : usdtAddress
    return this.#ofMember(memberId, async (tx) => {
      const own = and(eq(table.memberId, memberId), eq(table.id, id))
      if ((await tx.select({ id: table.id }).from(table).where(own)).length === 0) return false
      await tx
        .update(table)
        .set({ isDefault: false })
        .where(and(eq(table.memberId, memberId), ne(table.id, id)))
      await tx.update(table).set({ isDefault: true }).where(own)
      return true
    })
  }

  /** Deletes an account. The newest of the others becomes the default. False if the member has no such account. */
  remove(memberId: string, kind: AccountKind, id: string): Promise<boolean> {
    const table = kind === 'card' ? bankCard : usdtAddress
    return this.#ofMember(memberId, async (tx) => {
      const [removed] = await tx
        .delete(table)
        .where(and(eq(table.memberId, memberId), eq(table.id, id)))
        .returning({ isDefault: table.isDefault })
      if (!removed) return false
      if (!removed.isDefault) return true
      const [newest] = await tx
        .select({ id: table.id })
        .from(table)
        .where(eq(table.memberId, memberId))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(1)
      if (newest) await tx.update(table).set({ isDefault: true }).where(eq(table.id, newest.id))
      return true
    })
  }

  async listOf(memberId: string, currency: 'CNY' | 'USDT'): Promise<readonly PayoutAccount[]> {
    if (currency === 'USDT') return (await this.addresses(memberId)).map(addressPayout)
    return (await this.cards(memberId)).map(cardPayout)
  }

  async find(memberId: string, id: string): Promise<PayoutAccount | null> {
    const all = [...(await this.listOf(memberId, 'CNY')), ...(await this.listOf(memberId, 'USDT'))]
    return all.find((one) => one.id === id) ?? null
  }

  /** Changes of one member come one after the other. */
  #ofMember<Value>(memberId: string, work: (tx: Transaction) => Promise<Value>): Promise<Value> {
    return this.#database.transaction(async (tx) => {
      await tx.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update')
      return work(tx)
    })
  }
}

/** Name of a bank; its code if the list has no such bank any more. */
export function bankName(bankCode: string): string {
  return BANKS.find((bank) => bank.bankCode === bankCode)?.bankName ?? bankCode
}

function cardPayout({ id, bankCode, last4 }: CardRow): PayoutAccount {
  return { id, name: bankName(bankCode), masked: `**** ${last4}`, kind: 'bank', currency: 'CNY' }
}

function addressPayout({ id, chain, last4 }: AddressRow): PayoutAccount {
  return { id, name: chain, masked: `****${last4}`, kind: 'usdt', currency: 'USDT' }
}
