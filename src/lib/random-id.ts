/** 32 hexadecimal digits from the system's random source. Works on plain http, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)))
}

/** A UUID of version 4 (RFC 9562). Works on plain http, too. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return hexOf(
    bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte)),
  ).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
