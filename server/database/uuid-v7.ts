import { randomBytes } from 'node:crypto'

/**
 * Returns a UUID of version 7 (RFC 9562): 48 bits of epoch milliseconds, 74 random bits. PostgreSQL 15 has no function
 * for it. Ids of the same millisecond are unordered.
 */
export function uuidV7(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The least UUID of version 7 of this time. All ids of earlier times are less. */
export function firstUuidOf(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Epoch milliseconds of a UUID of version 7. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.replace('-', '').slice(0, 12), 16)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for texts that PostgreSQL can compare with ids. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
