import { sql } from 'drizzle-orm'
import { accountKey } from '#protocol/rules/wallet.ts'
import { AGENT_CONTACT } from '../club/agents.ts'
import type { DrizzleDatabase } from '../database/database.ts'
import type { ContactCipher } from '../members/contact.ts'
import { BANK_CARD, USDT_ADDRESS } from '../members/security/member-security.ts'

/** A column of encrypted values. */
interface SealedColumn {
  readonly table: string
  /** Primary key. */
  readonly key: string
  readonly column: string
  /** The use that the cipher separates. */
  readonly kind: string
  /** Column of the keyed hash of the value. */
  readonly hash?: string
  /** The text that is hashed; the value itself by default. */
  readonly hashed?: (value: string) => string
}

/** Everything that is stored encrypted for longer than a sign-in. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'bank_card', key: 'id', column: 'card_enc', kind: BANK_CARD, hash: 'card_hash' },
  {
    table: 'usdt_address',
    key: 'id',
    column: 'address_enc',
    kind: USDT_ADDRESS,
    hash: 'address_hash',
    hashed: (address) => accountKey(address.startsWith('0x') ? 'ERC20' : 'TRC20', address),
  },
  { table: 'member', key: 'id', column: 'phone_enc', kind: 'phone', hash: 'phone_hash' },
  { table: 'member', key: 'id', column: 'email_enc', kind: 'email', hash: 'email_hash' },
  { table: 'member_material', key: 'member_id', column: 'email', kind: 'material' },
  { table: 'member_material', key: 'member_id', column: 'qq', kind: 'material' },
  { table: 'member_material', key: 'member_id', column: 'wechat', kind: 'material' },
  { table: 'member_address', key: 'id', column: 'phone', kind: 'address phone' },
  { table: 'operator', key: 'id', column: 'totp_secret', kind: 'operator-totp' },
  { table: 'agent_application', key: 'id', column: 'contact_enc', kind: AGENT_CONTACT },
]

const BATCH = 500

interface Renewed {
  readonly renewed: number
  /** Values that no known secret opens. They are not changed. */
  readonly unreadable: number
}

/**
 * Encrypts and hashes values of earlier secrets with the newest one. A value that changes meanwhile is left to its
 * writer, who uses the newest secret. Can be repeated after a failure.
 */
export async function renewSecret(db: DrizzleDatabase, cipher: ContactCipher): Promise<Renewed> {
  let [renewed, unreadable] = [0, 0]
  for (const sealed of SEALED_COLUMNS) {
    let after: string | null = null
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      const rows = await batchOf(db, sealed, cipher.keyId, after)
      for (const { key, value } of rows) {
        const text = cipher.open(sealed.kind, value)
        if (text === null) unreadable += 1
        else {
          // oxlint-disable-next-line no-await-in-loop -- one connection
          await replace(db, sealed, { key, value, text }, cipher)
          renewed += 1
        }
      }
      if (rows.length < BATCH) break
      after = rows.at(-1)?.key ?? null
    }
  }
  return { renewed, unreadable }
}

async function batchOf(
  db: DrizzleDatabase,
  { table, key, column }: SealedColumn,
  keyId: string,
  after: string | null,
): Promise<{ key: string; value: string }[]> {
  const [id, value] = [sql.identifier(key), sql.identifier(column)]
  const { rows } = await db.execute<{ key: string; value: string }>(sql`
    select ${id}::text as key, ${value} as value from ${sql.identifier(table)}
    where ${value} <> '' and left(${value}, ${keyId.length + 1}::integer) <> ${`${keyId}.`}
      and (${after}::text is null or ${id}::text > ${after}::text)
    order by ${id}::text limit ${BATCH}`)
  return rows
}

async function replace(
  db: DrizzleDatabase,
  { table, key: keyName, column, kind, hash, hashed = (text) => text }: SealedColumn,
  { key, value, text }: { readonly key: string; readonly value: string; readonly text: string },
  cipher: ContactCipher,
): Promise<void> {
  const hashes = hash === undefined ? sql`` : sql`, ${sql.identifier(hash)} = ${cipher.hashText(kind, hashed(text))}`
  await db.execute(sql`update ${sql.identifier(table)}
    set ${sql.identifier(column)} = ${cipher.seal(kind, text)} ${hashes}
    where ${sql.identifier(keyName)}::text = ${key} and ${sql.identifier(column)} = ${value}`)
}
