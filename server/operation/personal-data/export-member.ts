import { eq, sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { bankCard, usdtAddress } from '../../database/schema/security.ts'
import type { Contact, ContactCipher } from '../../members/contact.ts'
import { BANK_CARD, USDT_ADDRESS } from '../../members/security/member-security.ts'
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

/** Everything that is stored about a member, in the names of the database. */
interface MemberExport {
  readonly format: 'grandstand-member'
  /** ISO time. */
  readonly exportedAt: string
  /** Bound contacts; null if there is none, or if it was encrypted with an unknown secret. */
  readonly contacts: { readonly phone: Contact | null; readonly email: Contact | null }
  readonly usdtAddresses: readonly string[]
  readonly bankCards: readonly string[]
  /** Postings of the member's accounts, oldest first. Amounts are minor units. */
  readonly ledger: readonly Record<string, unknown>[]
  readonly tables: Readonly<Record<string, readonly Record<string, unknown>[]>>
}

/**
 * Collects the data of a member. Null if there is no such member.
 *
 * @param now epoch milliseconds
 */
export async function exportMember(
  db: DrizzleDatabase,
  memberId: string,
  { cipher, now }: { readonly cipher: ContactCipher; readonly now: number },
): Promise<MemberExport | null> {
  // One snapshot, so that balance and postings belong together.
  return db.transaction(
    async (tx) => {
      const [row] = await tx.select().from(member).where(eq(member.id, memberId))
      if (!row) return null
      const tables: Record<string, Record<string, unknown>[]> = {}
      for (const one of PERSONAL_TABLES) {
        tables[one.table] = await rowsOf(tx, one, one.keyKind === 'public id' ? row.publicId : memberId)
      }
      const { rows: ledger } = await tx.execute(sql`
        select t.id, t.type, t.created_at, e.amount, e.currency, e.balance_after, e.postings
        from account a join ledger_entry e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
        where a.owner_type = 'member' and a.owner_id = ${memberId} order by t.created_at, t.id, e.seq`)
      const usdt = await tx.select().from(usdtAddress).where(eq(usdtAddress.memberId, memberId))
      const cards = await tx.select().from(bankCard).where(eq(bankCard.memberId, memberId))
      const open = (kind: Contact['kind'], text: string | null) => (text === null ? null : cipher.decrypt(kind, text))
      return {
        format: 'grandstand-member',
        exportedAt: new Date(now).toISOString(),
        contacts: { phone: open('phone', row.phoneEncrypted), email: open('email', row.emailEncrypted) },
        usdtAddresses: usdt.map(
          ({ addressEncrypted, last4 }) => cipher.open(USDT_ADDRESS, addressEncrypted) ?? `…${last4}`,
        ),
        bankCards: cards.map(({ cardEncrypted, last4 }) => cipher.open(BANK_CARD, cardEncrypted) ?? `…${last4}`),
        ledger,
        tables,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function rowsOf(
  tx: Pick<DrizzleDatabase, 'execute'>,
  { table, key, omitted = [] }: PersonalTable,
  id: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await tx.execute<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(one) - ${sql.param([...omitted])}::text[] as row from ${sql.identifier(table)} one
    where ${sql.identifier(key)} = ${id}`)
  return rows.map(({ row }) => row)
}
