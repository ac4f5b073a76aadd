import { and, count, eq, isNull } from 'drizzle-orm'
import { accountKey, MAX_ACCOUNTS, maskAccount } from '#protocol/rules/wallet.ts'
import type { Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { passkey, usdtAddress } from '../../database/schema/security.ts'
import type { ContactCipher } from '../contact.ts'

/** Kinds of encrypted payout accounts. */
export const USDT_ADDRESS = 'usdt address'
export const BANK_CARD = 'bank card'

type MemberRow = typeof member.$inferSelect

/** Password, names and USDT addresses of a member, for the security centre and the binding wizard. */
export class MemberSecurity {
  readonly #database: Database
  readonly #now: () => number
  readonly #cipher: ContactCipher

  constructor(database: Database, { now, cipher }: { readonly now: () => number; readonly cipher: ContactCipher }) {
    this.#database = database
    this.#now = now
    this.#cipher = cipher
  }

  /** Throws if there is no such member: the caller has a session of it. */
  async row(memberId: string): Promise<MemberRow> {
    const [row] = await this.#database.db.select().from(member).where(eq(member.id, memberId))
    if (!row) throw new Error('the member of a session does not exist')
    return row
  }

  /** False if the member has a real name already. */
  async bindRealName(memberId: string, realName: string): Promise<boolean> {
    const updated = await this.#database.db
      .update(member)
      .set({ realName })
      .where(and(eq(member.id, memberId), isNull(member.realName)))
      .returning({ id: member.id })
    return updated.length > 0
  }

  async chooseHolder(memberId: string, holderName: string): Promise<void> {
    await this.#database.db.update(member).set({ holderName }).where(eq(member.id, memberId))
  }

  async hasUsdtAddress(memberId: string): Promise<boolean> {
    const [row] = await this.#database.db
      .select({ chain: usdtAddress.chain })
      .from(usdtAddress)
      .where(eq(usdtAddress.memberId, memberId))
      .limit(1)
    return row !== undefined
  }

  /** Adds an address; one that exists is not added again. False if the member has as many as allowed. */
  addUsdtAddress(memberId: string, chain: string, address: string, alias = ''): Promise<boolean> {
    const key = accountKey(chain === 'ERC20' ? 'ERC20' : 'TRC20', address)
    const hashes = this.#cipher.hashesOfText(USDT_ADDRESS, key)
    return this.#database.transaction(async (tx) => {
      await tx.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update')
      const own = await tx
        .select({ addressHash: usdtAddress.addressHash })
        .from(usdtAddress)
        .where(eq(usdtAddress.memberId, memberId))
      if (own.some(({ addressHash }) => hashes.includes(addressHash))) return true
      if (own.length >= MAX_ACCOUNTS) return false
      await tx.insert(usdtAddress).values({
        memberId,
        chain,
        addressEncrypted: this.#cipher.seal(USDT_ADDRESS, address),
        addressHash: this.#cipher.hashText(USDT_ADDRESS, key),
        last4: address.slice(-4),
        status: '1',
        createdAt: this.#now(),
        alias,
        isDefault: own.length === 0,
      })
      return true
    })
  }

  async setIdleMinutes(memberId: string, idleMinutes: number): Promise<void> {
    await this.#database.db.update(member).set({ idleMinutes }).where(eq(member.id, memberId))
  }

  async passkeyCount(memberId: string): Promise<number> {
    const [row] = await this.#database.db
      .select({ passkeys: count() })
      .from(passkey)
      .where(eq(passkey.memberId, memberId))
    return row?.passkeys ?? 0
  }
}

/** S5.23 for an address: the local part is masked, the domain is not. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${maskAccount(email.slice(0, at))}${email.slice(at)}`.slice(0, 64)
}

/** A name of which only the last character is shown. */
export function maskName(name: string): string {
  const characters = Array.from(name)
  return '*'.repeat(Math.max(0, characters.length - 1)) + (characters.at(-1) ?? '')
}
