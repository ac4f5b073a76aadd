import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, safeInteger } from './columns.ts'

/**
 * Annex H `account`. Only the SQL function `ledger_post` changes balances. House accounts are striped, so that postings
 * of different members do not contend for one row.
 */
export const account = pgTable(
  'account',
  {
    id: uuid('id').primaryKey(),
    ownerType: text('owner_type').notNull(),
    ownerId: text('owner_id').notNull(),
    currency: text('currency').notNull(),
    kind: text('kind').notNull(),
    stripe: smallint('stripe').notNull().default(0),
    balance: safeInteger('balance').notNull().default(0),
    version: safeInteger('version').notNull().default(0),
    allowNegative: boolean('allow_negative').notNull().default(false),
  },
  (table) => [
    unique('account_owner').on(table.ownerType, table.ownerId, table.currency, table.kind, table.stripe),
    check('account_not_negative', sql`${table.balance} >= 0 or ${table.allowNegative}`),
    check('account_is_safe_integer', sql`abs(${table.balance}) <= 9007199254740991`),
    check('account_owner_known', sql`${table.ownerType} in ('member', 'house', 'venue', 'bonus', 'fee', 'clearing')`),
    check('account_currency_known', sql`${table.currency} in ('CNY', 'USDT', 'COIN', 'POINT')`),
  ],
)

export const ledgerTx = pgTable(
  'ledger_tx',
  {
    id: uuid('id').primaryKey(),
    type: text('type').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    idemKey: text('idem_key').notNull().unique(),
    /** SHA-256 of the request content. The same key with another hash is a conflict (10010). */
    contentHash: text('content_hash').notNull(),
    reversesTx: uuid('reverses_tx').unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('ledger_tx_coin_purchases')
      .on(table.refId, table.createdAt)
      .where(sql`type = 'coin-buy'`),
  ],
)

/**
 * Append-only, except that the SQL function `ledger_roll_up` replaces entries of the demo's crowd by their sums. The
 * amounts of a transaction and currency add up to zero when the database transaction commits.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    txId: uuid('tx_id')
      .notNull()
      .references(() => ledgerTx.id),
    seq: integer('seq').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    amount: safeInteger('amount').notNull(),
    currency: text('currency').notNull(),
    /** In a rollup the balance after the last of its postings. */
    balanceAfter: safeInteger('balance_after').notNull(),
    /** Number of postings that this entry represents: 1, or more in a rollup. */
    postings: integer('postings').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.txId, table.seq] }),
    index('ledger_entry_of_account').on(table.accountId, table.txId),
    check('ledger_entry_not_zero', sql`${table.amount} <> 0`),
  ],
)

/** Refused money calls by key, so that a repeated call is refused too (settled 7). */
export const ledgerRefusal = pgTable('ledger_refusal', {
  idemKey: text('idem_key').primaryKey(),
  contentHash: text('content_hash').notNull(),
  code: integer('code').notNull(),
  createdAt: instant('created_at').notNull(),
})
