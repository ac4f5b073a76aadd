/** Derives the key that signs stream keys from the server's secret, or from INGEST_SECRET. Hexadecimal. */
export function signingKeyOf(secret: string): string
/**
 * The stream key for one stream until a moment (epoch ms, rounded down to seconds): what OBS asks for under that name,
 * `name?key=expiry-signature`.
 */
export function signStreamKey(signingKey: string, stream: string, expiresAtMs: number): string
/** What a `key` parameter is worth for this stream at `now` (epoch ms). Takes whatever a publisher has sent. */
export function checkStreamKey(
  signingKey: string,
  stream: string,
  key: unknown,
  now: number,
): 'good' | 'wrong' | 'expired'
/** Compares the `key` parameter of a publisher with the stored hash (hexadecimal SHA-256; null refuses every key). */
export function checkStreamToken(hash: string | null, key: unknown): 'good' | 'wrong'
