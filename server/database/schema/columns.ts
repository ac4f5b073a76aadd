import { bigint, customType, text } from 'drizzle-orm/pg-core'

/** A time: `timestamptz` in the database, epoch milliseconds in the program. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (epochMs) => new Date(epochMs).toISOString(),
  fromDriver: (text) => Date.parse(text),
})

/** A BIGINT used as a safe integer: minor units of money, sequence numbers. */
export const safeInteger = (name: string) => bigint(name, { mode: 'number' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
})

/** A WebAuthn credential, without its owner. */
export const credential = {
  /** Credential id, base64url. */
  id: text('id').primaryKey(),
  /** COSE key, base64url. */
  publicKey: text('public_key').notNull(),
  counter: safeInteger('counter').notNull(),
  transports: text('transports').array().notNull(),
  label: text('label').notNull(),
  createdAt: instant('created_at').notNull(),
  usedAt: instant('used_at'),
} as const
