/** A body that is larger than allowed. */
export class BodyTooLarge extends Error {}

/**
 * Reads the body of a response, of which at most `maxBytes` are held in memory.
 *
 * @throws BodyTooLarge
 */
export async function bodyWithin(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw new BodyTooLarge()
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new BodyTooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
