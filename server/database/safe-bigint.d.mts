/**
 * A BIGINT of PGlite or PostgreSQL as a number. A number could only round a larger value, so it is an error: the
 * statement rejects, and its transaction rolls back.
 *
 * @throws RangeError beyond the safe integers.
 */
export function safeBigint(text: string): number
