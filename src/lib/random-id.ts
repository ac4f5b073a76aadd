/**
 * 32 hexadecimal digits from the system's random source: a name that nobody else makes or guesses. Works on plain http,
 * where `crypto.randomUUID` does not exist.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
