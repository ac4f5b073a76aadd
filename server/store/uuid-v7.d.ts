/**
 * A UUID of version 7 (RFC 9562): 48 bits of epoch milliseconds, then 74 random bits. Made here and not in SQL, because
 * PostgreSQL 15 has no function for it. Ids of one millisecond have no order among themselves.
 */
export declare function uuidV7(now: number): string
