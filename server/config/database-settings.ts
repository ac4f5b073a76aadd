/** Limits of the connections to PostgreSQL. Times in milliseconds. */
export interface PoolLimits {
  readonly poolSize: number
  /** PostgreSQL cancels a statement that takes longer. */
  readonly statementMs: number
  /** Maximum wait for a free connection, and for a new one. */
  readonly connectMs: number
}

export const POOL_LIMITS: PoolLimits = { poolSize: 10, statementMs: 10_000, connectMs: 5_000 }

/** Periods in days after which personal data are deleted. RETENTION_DAYS changes them. */
export const RETENTION_DAYS = {
  /** Messages and other entries of rooms. The newest entry of a room stays, because it continues the numbering. */
  chat: 30,
  /** Actions of administrators and operators. */
  audit: 730,
  /** Sessions after their end. */
  sessions: 30,
  /** Sign-ins, refused ones, security changes, and acknowledged notices of them. */
  security: 180,
  /** Uploaded pictures. */
  uploads: 365,
  /** Complete addresses in the tables above. Afterwards the network remains: 24 bits of IPv4, 48 bits of IPv6. */
  addresses: 30,
}
export type RetentionDays = Readonly<Record<keyof typeof RETENTION_DAYS, number>>
